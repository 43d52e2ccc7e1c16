// Keeps the rule windows-pending.
// options: --entries Dispatch
int __VERIFIER_nondet_int(void);
typedef struct IRP {
    int status;
} IRP;
typedef struct DEVICE {
    int n;
} DEVICE;
void IoCompleteRequest(IRP *irp, char boost);
void IoMarkIrpPending(IRP *irp);

int Dispatch(DEVICE *d, IRP *irp) {
    if (__VERIFIER_nondet_int()) {
        IoMarkIrpPending(irp);
        return 0x103;
    }
    IoCompleteRequest(irp, 0);
    return 0;
}
