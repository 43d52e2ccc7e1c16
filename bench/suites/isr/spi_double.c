// spi_double.c - two buffers: the interrupt fills one while the task empties the other; which is whose says a state of
// several values
//
// options: --isr spi_byte --task drain_task --task check_task --irq-off irq_disable --irq-on irq_enable
// variable: fill_first
// With -D RACY the task gives its buffer back before it has cleared the fill level.
extern void irq_disable(void), irq_enable(void);
extern unsigned char spi_data(void);
extern void store(unsigned char);

enum { SIZE = 6 };
enum whose { BOTH_EMPTY, FIRST_FULL, SECOND_FULL, BOTH_FULL };

static enum whose whose;
static _Bool fills_second; // the interrupt's: which buffer it fills
static unsigned char first[SIZE], second[SIZE];
static unsigned char fill_first, fill_second;
static unsigned overruns, stored;
static unsigned char checksum, checks;

static void first_is_full(void) {
    whose = whose == SECOND_FULL ? BOTH_FULL : FIRST_FULL;
    fills_second = 1;
}

static void second_is_full(void) {
    whose = whose == FIRST_FULL ? BOTH_FULL : SECOND_FULL;
    fills_second = 0;
}

// ---- the interrupt ----
void spi_byte(void) {
    unsigned char byte = spi_data();
    if (whose == BOTH_FULL) {
        overruns++;
        return;
    }
    if (whose == FIRST_FULL || (whose == BOTH_EMPTY && fills_second)) {
        unsigned char at = fill_second;
        if (at < SIZE)
            second[at] = byte;
        fill_second = at + 1;
        if (at + 1 >= SIZE)
            second_is_full();
    } else {
        unsigned char at = fill_first;
        if (at < SIZE)
            first[at] = byte;
        fill_first = at + 1;
        if (at + 1 >= SIZE)
            first_is_full();
    }
}

// ---- the tasks ----
static void add_to_checksum(unsigned char byte) {
    checksum = (unsigned char)((checksum << 1 | checksum >> 7) ^ byte);
}

static void store_all(const unsigned char *bytes, unsigned char n) {
    for (unsigned char i = 0; i < n && i < SIZE; i++) {
        store(bytes[i]);
        add_to_checksum(bytes[i]);
        stored++;
    }
}

static _Bool is_full(enum whose one) {
    irq_disable();
    _Bool full = whose == one || whose == BOTH_FULL;
    irq_enable();
    return full;
}

static void give_back(enum whose one, enum whose other) {
    irq_disable();
    whose = whose == BOTH_FULL ? other : whose == one ? BOTH_EMPTY : whose;
    irq_enable();
}

static void drain_first(void) {
#ifndef RACY
    store_all(first, fill_first);
    fill_first = 0;
    give_back(FIRST_FULL, SECOND_FULL);
#else
    store_all(first, fill_first);
    give_back(FIRST_FULL, SECOND_FULL);
    fill_first = 0;
#endif
}

static void drain_second(void) {
    store_all(second, fill_second);
    fill_second = 0;
    give_back(SECOND_FULL, FIRST_FULL);
}

void drain_task(void) {
    if (is_full(FIRST_FULL))
        drain_first();
    if (is_full(SECOND_FULL))
        drain_second();
}

void check_task(void) {
    if (stored < 64)
        return;
    stored = 0;
    checks++;
    store(checksum);
    checksum = 0;
}

int main(void) {
    irq_disable();
    whose = BOTH_EMPTY;
    fills_second = 0;
    fill_first = 0;
    fill_second = 0;
    irq_enable();
    return 0;
}
