// i2c.c - a master of a bus: a transfer goes through several states, and belongs to the interrupt in all but two
//
// options: --isr bus_event --isr bus_timeout --task request_task --task finish_task --irq-off irq_disable --irq-on irq_enable
// variable: transfer
// With -D RACY the watchdog of the bus changes the transfer in every state.
extern void irq_disable(void), irq_enable(void);
extern unsigned char bus_status(void), bus_data(void);
extern void bus_write(unsigned char), bus_start(void), bus_stop(void);
extern void done(unsigned char address, unsigned char result);
extern unsigned char random_address(void);

enum { LONGEST = 4, RETRIES = 2, TIMEOUT = 2 };
enum bus_state { FREE, STARTED, ADDRESSED, READING, WRITING, FINISHED };
enum result { OK, NO_ACK, TIMED_OUT };

struct transfer {
    unsigned char address, length, done, result;
};

static enum bus_state bus_state;
static struct transfer transfer;
static unsigned char buffer[LONGEST];
static unsigned char since, retries;
static unsigned finished, failed;

static void finish(enum result result) {
    transfer.result = result;
    bus_stop();
    bus_state = FINISHED;
}

static void addressed(_Bool ack) {
    if (ack) {
        bus_state = transfer.address & 1 ? READING : WRITING;
    } else if (retries < RETRIES) {
        retries++;
        bus_start();
        bus_state = STARTED;
    } else {
        finish(NO_ACK);
    }
}

static void move_byte(_Bool reads, _Bool ack) {
    if (!ack) {
        finish(NO_ACK);
        return;
    }
    unsigned char at = transfer.done;
    if (at >= transfer.length || at >= LONGEST) {
        finish(OK);
        return;
    }
    if (reads)
        buffer[at] = bus_data();
    else
        bus_write(buffer[at]);
    transfer.done = at + 1;
}

// ---- interrupts ----
void bus_event(void) {
    irq_disable();
    _Bool ack = bus_status() & 1;
    since = 0;
    switch (bus_state) {
    case FREE:
    case FINISHED:
        break;
    case STARTED:
        bus_write(transfer.address);
        bus_state = ADDRESSED;
        break;
    case ADDRESSED:
        addressed(ack);
        break;
    case READING:
        move_byte(1, ack);
        break;
    case WRITING:
        move_byte(0, ack);
        break;
    }
    irq_enable();
}

void bus_timeout(void) {
    irq_disable();
#ifndef RACY
    if (bus_state != FREE && bus_state != FINISHED) {
#else
    {
#endif
        since++;
        if (since >= TIMEOUT)
            finish(TIMED_OUT);
    }
    irq_enable();
}

// ---- the tasks ----
void request_task(void) {
    irq_disable();
    _Bool is_free = bus_state == FREE;
    irq_enable();
    if (!is_free)
        return;
    transfer.address = random_address();
    transfer.length = transfer.address % LONGEST;
    transfer.done = 0;
    transfer.result = OK;
    for (unsigned char i = 0; i < LONGEST; i++)
        buffer[i] = i;
    irq_disable();
    retries = 0;
    since = 0;
    bus_state = STARTED;
    irq_enable();
    bus_start();
}

void finish_task(void) {
    irq_disable();
    _Bool is_finished = bus_state == FINISHED;
    irq_enable();
    if (!is_finished)
        return;
    if (transfer.result == OK)
        finished++;
    else
        failed++;
    done(transfer.address, transfer.result);
    irq_disable();
    bus_state = FREE;
    irq_enable();
}

int main(void) {
    irq_disable();
    bus_state = FREE;
    transfer.length = 0;
    irq_enable();
    return 0;
}
