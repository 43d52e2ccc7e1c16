// Breaks the rule pthread-rwlock.
#include <pthread.h>
int __VERIFIER_nondet_int(void);
pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
int entries;

int main(void) {
    pthread_rwlock_rdlock(&table);
    if (__VERIFIER_nondet_int() > 100) {
        pthread_rwlock_wrlock(&table); // waits for itself
        entries++;
        pthread_rwlock_unlock(&table);
    }
    pthread_rwlock_unlock(&table);
    return 0;
}
