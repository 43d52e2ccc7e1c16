// expect: false(rule)
// engines: bmc lazy impact chc
// replay: compiled program agrees
// says: rule windows-irp-once: completed twice
// options: --rule windows-irp-once --entries Dispatch
// The same request is completed twice.
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
        IoCompleteRequest(irp, 0);
    IoCompleteRequest(irp, 0);
    return 0;
}
