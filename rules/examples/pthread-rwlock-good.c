// Keeps the rule pthread-rwlock.
#include <pthread.h>
int __VERIFIER_nondet_int(void);
pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
int entries;

int main(void) {
    while (__VERIFIER_nondet_int()) {
        pthread_rwlock_rdlock(&table);
        int full = entries > 100;
        pthread_rwlock_unlock(&table);
        if (!full) {
            pthread_rwlock_wrlock(&table);
            entries++;
            pthread_rwlock_unlock(&table);
        }
    }
    return 0;
}
