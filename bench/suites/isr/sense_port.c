// sense_port.c - a state variable that an interrupt resets, and the interrupt is enabled only when the port is set
// (the idiom of tosPort in sense: interrupt enable and state variable together)
//
// options: --isr conversion_done --isr timer_tick --task sample_task --irq-off irq_disable --irq-on irq_enable
// variable: port
// With -D RACY the interrupt of the converter is enabled while the port is still being set.
extern void irq_disable(void), irq_enable(void);
extern unsigned short adc_result(void);
extern void adc_start(unsigned char port);
extern int urgent(void);

enum { PORTS = 3, TICKS = 16, HISTORY = 8 };
enum state { IDLE, BUSY };

static enum state state;
static _Bool conversion_enabled;
static unsigned char port;
static unsigned short results[PORTS];
static unsigned short history[HISTORY];
static unsigned history_at, ticks, refused, wrong_port;

// The port for which the owner of the state variable starts a conversion.
static _Bool acquire(void) {
    _Bool mine = 0;
    irq_disable();
    if (state == IDLE) {
        state = BUSY;
        mine = 1;
    }
    irq_enable();
    return mine;
}

static void start(unsigned char wanted) {
#ifndef RACY
    port = wanted;
    irq_disable();
    conversion_enabled = 1;
    irq_enable();
#else
    irq_disable();
    conversion_enabled = 1;
    irq_enable();
    port = wanted;
#endif
    adc_start(wanted);
}

// ---- interrupts ----
void conversion_done(void) {
    if (!conversion_enabled)
        return;
    conversion_enabled = 0;
    unsigned short value = adc_result();
    if (port < PORTS)
        results[port] = value;
    else
        wrong_port++;
    irq_disable();
    state = IDLE;
    irq_enable();
}

void timer_tick(void) {
    ticks++;
    if (ticks < TICKS)
        return;
    ticks = 0;
    if (!urgent())
        return;
    if (acquire())
        start(0);
    else
        refused++;
}

// ---- the task ----
static unsigned char next_port(unsigned char after) {
    return after + 1 < PORTS ? (unsigned char)(after + 1) : 0;
}

static void remember(unsigned short value) {
    history[history_at] = value;
    history_at = history_at + 1 < HISTORY ? history_at + 1 : 0;
}

static unsigned char wanted;

void sample_task(void) {
    if (!acquire()) {
        refused++;
        return;
    }
    start(wanted);
    wanted = next_port(wanted);
    remember(wanted);
}

int main(void) {
    irq_disable();
    state = IDLE;
    conversion_enabled = 0;
    port = 0;
    wanted = 1;
    irq_enable();
    return 0;
}
