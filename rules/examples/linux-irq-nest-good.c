// Keeps the rule linux-irq-nest.
int __VERIFIER_nondet_int(void);
void arch_local_irq_disable(void);
void arch_local_irq_enable(void);
unsigned long arch_local_irq_save(void);
void arch_local_irq_restore(unsigned long flags);

int main(void) {
    unsigned long flags = arch_local_irq_save();
    arch_local_irq_restore(flags);
    arch_local_irq_disable();
    arch_local_irq_enable();
    return 0;
}
