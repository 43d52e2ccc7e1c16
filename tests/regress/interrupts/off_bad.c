// expect: false(no-data-race)
// engines: bmc circ
// options: --property no-data-race --isr tick --task work --irq-off stop --irq-on cli_end
// They are on again before the access.
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
    cli_end();
    x = 0;
}

int main(void) {
    return 0;
}
