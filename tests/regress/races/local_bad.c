// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of local.c that does not wait.
#include <pthread.h>
void *set(void *argument) {
    *(int *)argument = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    int own[2] = { 0, 0 };
    pthread_create(&t, NULL, set, &own[1]);
    own[0] = 2;
    own[1] = 3;
    return own[0];
}
