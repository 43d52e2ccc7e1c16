// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of memcpy.c that copies more.
#include <pthread.h>
#include <string.h>
char text[8];

void *fill(void *unused) {
    (void)unused;
    memcpy(text, "abc", 4);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    text[3] = 'x';
    return 0;
}
