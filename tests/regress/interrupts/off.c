// expect: true
// engines: impact circ
// options: --property no-data-race --isr tick --task work --irq-off stop --irq-on cli_end
// Interrupts are off: after a function with a body, and until another one without.
int x;
volatile unsigned char mask;
extern void cli_end(void);

static void stop(void) {
    mask = 0;
}

void tick(void) {
    x = x + 1;
}

void work(void) {
    stop();
    x = 0;
    cli_end();
}

int main(void) {
    return 0;
}
