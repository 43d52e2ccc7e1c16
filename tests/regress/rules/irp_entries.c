// expect: unknown(objects in one place)
// engines: lazy impact
// options: --rule windows-irp-once --entries Dispatch
// The driver keeps the rule.  Each round has a request of its own, which formulas of these engines do not tell from the
// one before: a path to the error on which they are the same is no run.
typedef struct IRP {
    int status;
} IRP;
typedef struct DEVICE {
    int n;
} DEVICE;
void IoCompleteRequest(IRP *irp, char boost);
int IoCallDriver(DEVICE *d, IRP *irp);

int Dispatch(DEVICE *d, IRP *irp) {
    if (d->n == 3)
        return IoCallDriver(d, irp);
    irp->status = 0;
    IoCompleteRequest(irp, 0);
    return 0;
}
