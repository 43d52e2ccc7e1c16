// Breaks the rule pthread-thread.
#include <pthread.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    pthread_t t = pthread_self();
    pthread_detach(t);
    if (__VERIFIER_nondet_int())
        pthread_detach(t);
    return 0;
}
