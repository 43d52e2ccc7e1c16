// expect: false(unreach-call)
// engines: bmc circ runs
// options: --isr swap --isr count --task look --irq-off irq_off --irq-on irq_on
// An interrupt that preempts another one sees it half done.
extern void reach_error(void), irq_off(void), irq_on(void);
_Bool a, b;
unsigned char n;

void swap(void) {
    a = !a;
    b = !b;
}

void count(void) {
    if (a != b)
        reach_error();
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
