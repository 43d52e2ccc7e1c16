// expect: true
// engines: impact
// options: --property no-data-race --isr tick --task first --task second
// Tasks do not preempt each other; the interrupt uses a variable of its own.
int x, y;

void tick(void) {
    y = y + 1;
}

void first(void) {
    x = x + 1;
}

void second(void) {
    x = x - 1;
}

int main(void) {
    x = 0;
    return 0;
}
