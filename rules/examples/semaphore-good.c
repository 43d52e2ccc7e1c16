// Keeps the rule semaphore.
#include <semaphore.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    sem_t s;
    if (sem_init(&s, 0, 1))
        return 1;
    sem_wait(&s);
    sem_post(&s);
    sem_destroy(&s);
    return 0;
}
