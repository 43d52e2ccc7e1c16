// Breaks the rule linux-ioremap.
int __VERIFIER_nondet_int(void);
void *ioremap(unsigned long address, unsigned long size);
void iounmap(void *p);

int main(void) {
    void *p = ioremap(0x1000, 16);
    if (!p)
        return 1;
    if (__VERIFIER_nondet_int())
        iounmap(p);
    iounmap(p);
    return 0;
}
