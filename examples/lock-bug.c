// The driver of lock.c with a mistake: requests are handled in batches and counted in eight bits.
#include <assert.h>

extern unsigned char requests(void); // any number, each time

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
    unsigned char handled = 0, seen;
    do {
        unsigned char batch = requests();
        lock();
        seen = handled;
        if (batch > 0) {
            unlock();
            handled += batch + 1; // a batch of 255: the count comes back to where it was
        }
    } while (handled != seen);
    unlock();
    return 0;
}
