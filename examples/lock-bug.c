// The driver of lock.c with a mistake: one kind of request is handled but not counted.
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
            if (handled != 5)
                handled++;
        }
    } while (handled != seen);
    unlock();
    return 0;
}
