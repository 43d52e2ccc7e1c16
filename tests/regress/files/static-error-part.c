extern void abort(void);
static void reach_error(void) {
    abort();
}
int part(int n) {
    if (n == 1)
        reach_error();
    return 0;
}
