// expect: true
// engines: impact bmc
// Rounds of threads: the inner loops end by a number that the outer one gives, one is left by a break, one skips.
#include <assert.h>
#include <pthread.h>
static int counted;
static void *count(void *unused) {
    __atomic_fetch_add(&counted, 1, __ATOMIC_SEQ_CST);
    return unused;
}
int main(void) {
    for (int round = 1; round <= 2; round++) {
        pthread_t t[2];
        for (int i = 0; i < round; i++)
            pthread_create(&t[i], NULL, count, NULL);
        for (int i = 0;; i++) {
            if (i == round)
                break;
            pthread_join(t[i], NULL);
        }
    }
    pthread_t odd[4];
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0)
            continue;
        pthread_create(&odd[i], NULL, count, NULL);
    }
    for (int i = 1; i < 4; i += 2)
        pthread_join(odd[i], NULL);
    assert(counted == 5);
    return 0;
}
