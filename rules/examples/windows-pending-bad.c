// Breaks the rule windows-pending.
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
    int status = 0;
    if (__VERIFIER_nondet_int())
        IoMarkIrpPending(irp);
    else
        IoCompleteRequest(irp, 0);
    return status;
}
