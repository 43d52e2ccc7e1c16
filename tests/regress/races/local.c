// expect: true
// engines: bmc locks
// options: --property no-data-race
// A thread writes a local variable of main, which waits.
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
    pthread_join(t, NULL);
    own[1] = 3;
    return own[0];
}
