// Keeps the rule windows-critical.
int __VERIFIER_nondet_int(void);
void KeEnterCriticalRegion(void);
void KeLeaveCriticalRegion(void);

int main(void) {
    KeEnterCriticalRegion();
    KeEnterCriticalRegion();
    KeLeaveCriticalRegion();
    KeLeaveCriticalRegion();
    return 0;
}
