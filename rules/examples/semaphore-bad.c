// Breaks the rule semaphore.
#include <semaphore.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    sem_t s;
    if (sem_init(&s, 0, 1))
        return 1;
    if (__VERIFIER_nondet_int())
        sem_destroy(&s);
    sem_post(&s);
    return 0;
}
