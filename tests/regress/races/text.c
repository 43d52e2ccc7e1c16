// expect: true
// engines: bmc locks
// options: --property no-data-race
// says: strings that are printed race with nobody
// The twin of text_bad.c that prints the address only, and the string before there is a thread.
#include <pthread.h>
#include <stdio.h>
char text[4] = "ab";

void *work(void *number) {
    printf("%*d%% %p\n", 5, *(int *)number, text);
    return NULL;
}

int main(void) {
    int number = 1;
    pthread_t t;
    puts(text);
    pthread_create(&t, NULL, work, &number);
    text[0] = 'x';
    pthread_join(t, NULL);
    return 0;
}
