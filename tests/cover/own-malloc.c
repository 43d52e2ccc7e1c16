// The program has an allocator of its own, and a write through a null pointer ends a run.
extern int __VERIFIER_nondet_int(void);
static char pool[100];
static int used;
void *malloc(unsigned long n) {
    void *block = pool + used;
    if (n > sizeof pool - (unsigned long)used)
        return 0;
    used += (int)n;
    return block;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 1;
    int *p = malloc((unsigned long)n * 4);
    *p = 3;
    return *p;
}
