// radio_rx.c - several states of a receiver (the idiom of gRxHeadIndex): in which state the buffer is decides who uses it
//
// options: --isr byte_in --isr carrier_lost --task deliver_task --irq-off irq_disable --irq-on irq_enable
// variable: rx_index
// With -D RACY a packet whose carrier is lost goes back to HUNT though the task may have it.
extern void irq_disable(void), irq_enable(void);
extern unsigned char spi_read(void);
extern void upper_layer(const unsigned char *data, unsigned length);

enum { LONGEST = 12, PREAMBLE = 0xaa, START = 0x33 };
enum rx_state { HUNT, SYNC, LENGTH, DATA, CRC, FULL };

static enum rx_state rx_state;
static unsigned char rx_buffer[LONGEST];
static unsigned rx_index, rx_length;
static unsigned char rx_sum;
static unsigned preambles, delivered, too_long, bad_sum, lost;

static void hunt(unsigned char byte) {
    if (byte == PREAMBLE) {
        preambles = preambles < 255 ? preambles + 1 : preambles;
        if (preambles > 1)
            rx_state = SYNC;
    } else {
        preambles = 0;
    }
}

static void sync(unsigned char byte) {
    if (byte == START)
        rx_state = LENGTH;
    else if (byte != PREAMBLE)
        rx_state = HUNT;
}

static void length(unsigned char byte) {
    if (byte == 0 || byte > LONGEST) {
        too_long++;
        rx_state = HUNT;
        return;
    }
    rx_length = byte;
    rx_index = 0;
    rx_sum = byte;
    rx_state = DATA;
}

static void data(unsigned char byte) {
    if (rx_index < LONGEST)
        rx_buffer[rx_index] = byte;
    rx_sum = (unsigned char)(rx_sum + byte);
    rx_index = rx_index + 1;
    if (rx_index >= rx_length)
        rx_state = CRC;
}

static void crc(unsigned char byte) {
    if (byte == rx_sum) {
        rx_state = FULL;
    } else {
        bad_sum++;
        rx_state = HUNT;
    }
}

// ---- interrupts: neither preempts the other, as both turn interrupts off ----
void byte_in(void) {
    irq_disable();
    unsigned char byte = spi_read();
    switch (rx_state) {
    case HUNT:
        hunt(byte);
        break;
    case SYNC:
        sync(byte);
        break;
    case LENGTH:
        length(byte);
        break;
    case DATA:
        data(byte);
        break;
    case CRC:
        crc(byte);
        break;
    case FULL: // the task has the buffer
        lost++;
        break;
    }
    irq_enable();
}

void carrier_lost(void) {
    irq_disable();
#ifndef RACY
    if (rx_state != FULL)
        rx_state = HUNT;
#else
    rx_state = HUNT;
#endif
    preambles = 0;
    irq_enable();
}

// ---- the task ----
static unsigned char out[LONGEST];

void deliver_task(void) {
    irq_disable();
    _Bool full = rx_state == FULL;
    irq_enable();
    if (!full)
        return;
    unsigned n = rx_index;
    for (unsigned i = 0; i < n && i < LONGEST; i++)
        out[i] = rx_buffer[i];
    upper_layer(out, n);
    rx_index = 0;
    delivered++;
    irq_disable();
    preambles = 0;
    rx_state = HUNT;
    irq_enable();
}

int main(void) {
    irq_disable();
    rx_state = HUNT;
    rx_index = 0;
    rx_length = 0;
    irq_enable();
    return 0;
}
