// expect: false(rule)
// engines: bmc
// replay: compiled program agrees
// says: left_out_bad.c:22 +update +what != 2
// options: --rule pthread-mutex --entries update --init start
// The unlock is what the run leaves out: the story has the branch that skips it, and says what the driver calls.
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
        return -1;
    pthread_mutex_unlock(&lock);
    return 0;
}
