// expect: true
// engines: slam lazy
// options: --rule pthread-mutex --entries update --init start
// Each return is behind the unlock.
#include <pthread.h>

static struct counts {
    unsigned open, refused;
} counts, *current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void start(void) {
    current = &counts;
}

int update(int what) {
    pthread_mutex_lock(&lock);
    if (what == 1)
        current->open++;
    else if (what == 2)
        current->refused++;
    else
        what = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}
