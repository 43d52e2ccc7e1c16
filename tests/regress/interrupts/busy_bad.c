// expect: false(no-data-race)
// engines: bmc circ
// options: --property no-data-race --variable x --isr tick --task work
// The flag is given back before the variable is written.
int x, busy;

void tick(void) {
    if (!busy)
        x = 1;
}

void work(void) {
    busy = 1;
    busy = 0;
    x = 2;
}

int main(void) {
    busy = 0;
    return 0;
}
