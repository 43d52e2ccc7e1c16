// motor.c - an emergency stop that preempts everything: the set point has an owner, and who stops takes it by a state
//
// options: --isr ramp --isr emergency --task command_task --task status_task --irq-off irq_disable --irq-on irq_enable
// variable: set_point
// With -D RACY the emergency stop writes the set point whoever owns it.
extern void irq_disable(void), irq_enable(void);
extern void pwm(unsigned short duty);
extern unsigned short current(void), command(void);
extern void tell(unsigned char what, unsigned short value);

enum { STEP = 16, MOST = 1000, OVERCURRENT = 800, LATCHED = 3 };
enum owner { NOBODY, COMMAND, RAMP, STOPPED };

static enum owner owner;
static unsigned short set_point, duty;
static _Bool stop_wanted;
static unsigned char trips, warnings;
static unsigned short worst_current;

static _Bool take(enum owner who) {
    _Bool mine = 0;
    irq_disable();
    if (owner == NOBODY) {
        owner = who;
        mine = 1;
    }
    irq_enable();
    return mine;
}

static void give_back(void) {
    irq_disable();
    owner = stop_wanted ? STOPPED : NOBODY;
    irq_enable();
}

// ---- interrupts ----
static unsigned short towards(unsigned short from, unsigned short to) {
    if (from < to)
        return to - from > STEP ? (unsigned short)(from + STEP) : to;
    return from - to > STEP ? (unsigned short)(from - STEP) : to;
}

void ramp(void) {
    if (!take(RAMP))
        return;
    unsigned short wanted = set_point;
    give_back();
    irq_disable();
    duty = owner == STOPPED ? 0 : towards(duty, wanted);
    pwm(duty);
    irq_enable();
}

void emergency(void) {
    unsigned short now = current();
    if (now < OVERCURRENT)
        return;
    irq_disable();
    stop_wanted = 1;
    worst_current = now > worst_current ? now : worst_current;
    trips = trips < 255 ? trips + 1 : trips;
    pwm(0);
    duty = 0;
    irq_enable();
#ifndef RACY
    if (take(STOPPED))
        set_point = 0;
#else
    set_point = 0;
#endif
}

// ---- the tasks ----
static unsigned short clipped(unsigned short wanted) {
    return wanted > MOST ? MOST : wanted;
}

void command_task(void) {
    unsigned short wanted = clipped(command());
    if (!take(COMMAND)) {
        warnings = warnings < 255 ? warnings + 1 : warnings;
        return;
    }
    set_point = wanted;
    give_back();
    tell(1, wanted);
}

static void restart(void) {
    irq_disable();
    stop_wanted = 0;
    irq_enable();
    tell(2, trips);
}

void status_task(void) {
    irq_disable();
    unsigned short worst = worst_current;
    worst_current = 0;
    _Bool stopped = owner == STOPPED && trips < LATCHED;
    irq_enable();
    if (worst)
        tell(3, worst);
    if (stopped)
        restart();
    tell(4, warnings);
    warnings = 0;
}

int main(void) {
    irq_disable();
    owner = NOBODY;
    set_point = 0;
    duty = 0;
    stop_wanted = 0;
    irq_enable();
    return 0;
}
