// expect: false(no-data-race)
// engines: bmc circ
// options: --property no-data-race --isr tick --task first --task second
// The first is not only a task, but what an interrupt does, too.
void first(void);
int x;

void tick(void) {
    first();
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
