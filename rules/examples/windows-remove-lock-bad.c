// Breaks the rule windows-remove-lock.
int __VERIFIER_nondet_int(void);
typedef struct {
    int n;
} LOCK;
int IoAcquireRemoveLock(LOCK *l, void *tag);
void IoReleaseRemoveLock(LOCK *l, void *tag);
static LOCK l;

int main(void) {
    int status = IoAcquireRemoveLock(&l, 0);
    IoReleaseRemoveLock(&l, 0);
    return status;
}
