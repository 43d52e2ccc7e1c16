int calls;
void *memcpy(void *to, const void *from, unsigned long n) {
    (void)from, (void)n;
    calls++;
    return to;
}
static int malloc(int n) {
    return n + 1;
}
int use(int n) {
    return malloc(n);
}
