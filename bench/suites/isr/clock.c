// clock.c - a clock of several words: the task that reads it turns interrupts off, the interrupt need not
//
// options: --isr timer_overflow --isr capture --task show_task --task set_task --irq-off irq_disable --irq-on irq_enable
// variable: seconds
// With -D RACY the task that shows the time reads it with interrupts on.
extern void irq_disable(void), irq_enable(void);
extern void display(unsigned char digit, unsigned char value);
extern unsigned char read_keys(void);
extern unsigned short capture_register(void);

enum { OVERFLOWS = 61, DIGITS = 6, CAPTURES = 4 };

static unsigned char overflows;
static unsigned char seconds, minutes, hours;
static unsigned char shown[DIGITS];
static unsigned short captured[CAPTURES];
static unsigned char capture_at;
static _Bool alarm_set, alarm_rings;
static unsigned char alarm_minutes, alarm_hours;

static void carry(void) {
    if (seconds < 60)
        return;
    seconds = 0;
    minutes = minutes + 1;
    if (minutes < 60)
        return;
    minutes = 0;
    hours = hours + 1 < 24 ? hours + 1 : 0;
}

static void look_at_alarm(void) {
    if (alarm_set && seconds == 0 && minutes == alarm_minutes && hours == alarm_hours)
        alarm_rings = 1;
}

// ---- interrupts ----
void timer_overflow(void) {
    irq_disable();
    overflows++;
    if (overflows >= OVERFLOWS) {
        overflows = 0;
        seconds = seconds + 1;
        carry();
        look_at_alarm();
    }
    irq_enable();
}

// Does not use the clock: it may preempt the other one, or be preempted.
void capture(void) {
    captured[capture_at] = capture_register();
    capture_at = capture_at + 1 < CAPTURES ? capture_at + 1 : 0;
}

// ---- the tasks ----
struct time {
    unsigned char seconds, minutes, hours;
};

static struct time now(void) {
    struct time t;
#ifndef RACY
    irq_disable();
#endif
    t.seconds = seconds;
    t.minutes = minutes;
    t.hours = hours;
#ifndef RACY
    irq_enable();
#endif
    return t;
}

static void show(unsigned char at, unsigned char value) {
    if (shown[at] == value)
        return;
    shown[at] = value;
    display(at, value);
}

static void show_two(unsigned char at, unsigned char value) {
    show(at, value / 10);
    show(at + 1, value % 10);
}

void show_task(void) {
    struct time t = now();
    show_two(0, t.hours);
    show_two(2, t.minutes);
    show_two(4, t.seconds);
}

void set_task(void) {
    unsigned char keys = read_keys();
    irq_disable();
    if (keys & 1)
        seconds = 0;
    if (keys & 2)
        minutes = minutes + 1 < 60 ? minutes + 1 : 0;
    if (keys & 4)
        hours = hours + 1 < 24 ? hours + 1 : 0;
    if (keys & 8) {
        alarm_set = !alarm_set;
        alarm_minutes = minutes;
        alarm_hours = hours;
    }
    irq_enable();
}

int main(void) {
    irq_disable();
    seconds = 0;
    minutes = 0;
    hours = 12;
    overflows = 0;
    alarm_set = 0;
    irq_enable();
    return 0;
}
