// Keeps the rule pthread-thread.
#include <pthread.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    pthread_t t = pthread_self();
    if (__VERIFIER_nondet_int())
        pthread_join(t, 0);
    else
        pthread_detach(t);
    return 0;
}
