// Breaks the rule windows-irp-once.
int __VERIFIER_nondet_int(void);
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

int main(void) {
    DEVICE d = { __VERIFIER_nondet_int() };
    IRP irp = { 0 };
    return Dispatch(&d, &irp);
}
