// A driver takes a lock, looks for a request and, where it handled one, has to take the lock anew
// for the next look.  Whatever arrives: are lock and unlock called in turn?
#include <assert.h>

extern unsigned requests(void); // how many are waiting: any number

static int locked;

static void lock(void) {
    assert(!locked);
    locked = 1;
}

static void unlock(void) {
    assert(locked);
    locked = 0;
}

int main(void) {
    unsigned waiting = requests() % 8, handled = 0, seen;
    do {
        lock();
        seen = handled;
        if (handled < waiting) {
            unlock();
            handled++;
        }
    } while (handled != seen);
    unlock();
    return 0;
}
