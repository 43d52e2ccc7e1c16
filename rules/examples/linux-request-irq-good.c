// Keeps the rule linux-request-irq.
int __VERIFIER_nondet_int(void);
int request_irq(unsigned irq, void (*handler)(int), unsigned long flags);
void free_irq(unsigned irq, void *dev);
static void handle(int irq) {
}

int main(void) {
    if (request_irq(5, handle, 0))
        return 1;
    free_irq(5, 0);
    return 0;
}
