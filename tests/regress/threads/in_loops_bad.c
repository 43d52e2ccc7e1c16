// expect: false(unreach-call)
// engines: bmc runs
// The twin of in_loops: without the mutex an addition is lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *given) {
    int *n = given;
    sum += *n;
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
