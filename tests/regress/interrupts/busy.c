// expect: true
// engines: impact circ
// options: --property no-data-race --variable x --isr tick --task work
// An interrupt runs to its end before what it preempted goes on: that it looks at 'busy' once is enough.
int x, busy;

void tick(void) {
    if (!busy)
        x = 1;
}

void work(void) {
    busy = 1;
    x = 2;
    busy = 0;
}

int main(void) {
    busy = 0;
    return 0;
}
