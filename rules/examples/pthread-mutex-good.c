// Keeps the rule pthread-mutex.
#include <pthread.h>
int __VERIFIER_nondet_int(void);
pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER, journal = PTHREAD_MUTEX_INITIALIZER;

static void work(int verbose) {
    pthread_mutex_lock(&queue);
    if (verbose) {
        pthread_mutex_lock(&journal);
        pthread_mutex_unlock(&journal);
    }
    pthread_mutex_unlock(&queue);
}

int main(void) {
    while (__VERIFIER_nondet_int())
        work(__VERIFIER_nondet_int());
    return 0;
}
