// Keeps the rule windows-cancel-lock.
int __VERIFIER_nondet_int(void);
void IoAcquireCancelSpinLock(unsigned char *irql);
void IoReleaseCancelSpinLock(unsigned char irql);

int main(void) {
    unsigned char irql;
    IoAcquireCancelSpinLock(&irql);
    IoReleaseCancelSpinLock(irql);
    return 0;
}
