// Breaks the rule windows-critical.
int __VERIFIER_nondet_int(void);
void KeEnterCriticalRegion(void);
void KeLeaveCriticalRegion(void);

int main(void) {
    KeEnterCriticalRegion();
    if (__VERIFIER_nondet_int())
        KeLeaveCriticalRegion();
    KeLeaveCriticalRegion();
    return 0;
}
