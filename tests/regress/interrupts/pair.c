// expect: true
// engines: impact circ
// options: --isr swap --isr count --task look --irq-off irq_off --irq-on irq_on
// What an interrupt does is seen whole by what it preempts; another interrupt that preempts it does not look.
extern void reach_error(void), irq_off(void), irq_on(void);
_Bool a, b;
unsigned char n;

void swap(void) {
    a = !a;
    b = !b;
}

void count(void) {
    n++;
}

void look(void) {
    irq_off();
    if (a != b)
        reach_error();
    irq_on();
}

int main(void) {
    return 0;
}
