// expect: true
// engines: bmc locks
// options: --property no-data-race
// Library functions access what they read and write.
#include <pthread.h>
#include <string.h>
char text[8];

void *fill(void *unused) {
    (void)unused;
    memcpy(text, "abc", 3);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    text[3] = 'x';
    return 0;
}
