// button.c - conditional access: who gets 'true' from acquire() may use the event, and gives it back
//
// options: --isr pin_change --isr tick --task ui_task --irq-off irq_disable --irq-on irq_enable
// variable: event
// With -D RACY the interrupt of the timer does not look at what acquire() said.
extern void irq_disable(void), irq_enable(void);
extern unsigned char read_pins(void);
extern void beep(unsigned length);
extern void show(unsigned screen);

enum { BUTTONS = 4, DEBOUNCE = 1, LONG_PRESS = 2, SCREENS = 6 };
enum kind { NOTHING, PRESSED, RELEASED, HELD };

struct event {
    enum kind kind;
    unsigned char button;
};

static struct event event;
static _Bool owned;
static unsigned char level[BUTTONS], stable[BUTTONS];
static unsigned held[BUTTONS];
static unsigned missed, screen, presses;

// Whose event it is from now on; false: somebody has it.
static _Bool acquire(void) {
    _Bool mine;
    irq_disable();
    mine = !owned;
    owned = 1;
    irq_enable();
    return mine;
}

static void release(void) {
    irq_disable();
    owned = 0;
    irq_enable();
}

static void put_event(enum kind kind, unsigned char button) {
    event.kind = kind;
    event.button = button;
}

// ---- interrupts ----
void pin_change(void) {
    unsigned char pins = read_pins();
    for (unsigned char i = 0; i < BUTTONS; i++) {
        unsigned char now = pins >> i & 1;
        if (now == level[i])
            continue;
        level[i] = now;
        stable[i] = 0;
        if (acquire()) {
            put_event(now ? PRESSED : RELEASED, i);
            release();
        } else {
            missed++;
        }
    }
}

void tick(void) {
    for (unsigned char i = 0; i < BUTTONS; i++) {
        if (stable[i] < DEBOUNCE) {
            stable[i]++;
            continue;
        }
        held[i] = level[i] ? held[i] + 1 : 0;
        if (held[i] != LONG_PRESS)
            continue;
        _Bool mine = acquire();
#ifdef RACY
        mine = 1;
#endif
        if (mine) {
            put_event(HELD, i);
            release();
        }
    }
}

// ---- the task ----
static void turn_page(int forward) {
    if (forward)
        screen = screen + 1 == SCREENS ? 0 : screen + 1;
    else
        screen = screen ? screen - 1 : SCREENS - 1;
    show(screen);
}

void ui_task(void) {
    if (!acquire())
        return;
    struct event e = event;
    event.kind = NOTHING;
    release();
    switch (e.kind) {
    case NOTHING:
        break;
    case PRESSED:
        presses++;
        beep(1);
        if (e.button < 2)
            turn_page(e.button);
        break;
    case RELEASED:
        break;
    case HELD:
        beep(3);
        screen = 0;
        show(screen);
        break;
    }
}

int main(void) {
    irq_disable();
    owned = 0;
    event.kind = NOTHING;
    event.button = 0;
    irq_enable();
    show(0);
    return 0;
}
