// expect: true
// engines: bmc
// Two threads made in a loop, and waited for in one: a copy of the body for each.  Each gets an object of its own.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *given) {
    int *n = given;
    pthread_mutex_lock(&m);
    sum += *n;
    pthread_mutex_unlock(&m);
    return given;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        int *n = malloc(sizeof *n);
        if (!n)
            exit(1);
        *n = i + 1;
        pthread_create(&t[i], NULL, add, n);
    }
    for (int i = 1; i >= 0; i--) {
        void *n;
        pthread_join(t[i], &n);
        free(n);
    }
    assert(sum == 3);
    return 0;
}
