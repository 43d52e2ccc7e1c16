// Breaks the rule pthread-mutex.
#include <pthread.h>
int __VERIFIER_nondet_int(void);
pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER, journal = PTHREAD_MUTEX_INITIALIZER;

static void work(int n) {
    pthread_mutex_lock(&queue);
    if (n == 17)
        return;
    pthread_mutex_unlock(&queue);
}

int main(void) {
    while (__VERIFIER_nondet_int())
        work(__VERIFIER_nondet_int());
    return 0;
}
