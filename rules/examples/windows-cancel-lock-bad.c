// Breaks the rule windows-cancel-lock.
int __VERIFIER_nondet_int(void);
void IoAcquireCancelSpinLock(unsigned char *irql);
void IoReleaseCancelSpinLock(unsigned char irql);

int main(void) {
    unsigned char irql;
    IoAcquireCancelSpinLock(&irql);
    if (__VERIFIER_nondet_int())
        return 1;
    IoReleaseCancelSpinLock(irql);
    return 0;
}
