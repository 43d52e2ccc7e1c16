// expect: false(no-data-race)
// engines: bmc locks
// options: --property no-data-race
// may-be-unknown: locks
// printf reads the string that it is given.
#include <pthread.h>
#include <stdio.h>
char text[4] = "ab";

void *work(void *number) {
    printf("%*d%% %s\n", 5, *(int *)number, text);
    return NULL;
}

int main(void) {
    int number = 1;
    pthread_t t;
    pthread_create(&t, NULL, work, &number);
    text[0] = 'x';
    pthread_join(t, NULL);
    return 0;
}
