// Breaks the rule windows-spin-lock.
int __VERIFIER_nondet_int(void);
typedef unsigned long KSPIN_LOCK;
typedef unsigned char KIRQL;
void KeAcquireSpinLock(KSPIN_LOCK *l, KIRQL *old);
void KeReleaseSpinLock(KSPIN_LOCK *l, KIRQL old);
static KSPIN_LOCK l;

int main(void) {
    KIRQL old;
    KeAcquireSpinLock(&l, &old);
    if (__VERIFIER_nondet_int())
        KeAcquireSpinLock(&l, &old);
    KeReleaseSpinLock(&l, old);
    return 0;
}
