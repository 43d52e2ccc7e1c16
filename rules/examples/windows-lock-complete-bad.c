// Breaks the rule windows-lock-complete.
// options: --entries Dispatch
int __VERIFIER_nondet_int(void);
typedef unsigned long KSPIN_LOCK;
typedef unsigned char KIRQL;
void KeAcquireSpinLock(KSPIN_LOCK *l, KIRQL *old);
void KeReleaseSpinLock(KSPIN_LOCK *l, KIRQL old);
typedef struct IRP {
    int status;
} IRP;
typedef struct DEVICE {
    int n;
} DEVICE;
void IoCompleteRequest(IRP *irp, char boost);
static KSPIN_LOCK l;

int Dispatch(DEVICE *d, IRP *irp) {
    KIRQL old;
    KeAcquireSpinLock(&l, &old);
    if (__VERIFIER_nondet_int())
        IoCompleteRequest(irp, 0);
    KeReleaseSpinLock(&l, old);
    return 0;
}
