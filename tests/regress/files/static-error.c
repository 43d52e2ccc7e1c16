// expect: false
// engines: bmc
// with: static-error-part.c
// Each file has an error function of its own.
extern void abort(void);
static void reach_error(void) {
    abort();
}
int part(int n);
int main(void) {
    if (part(3))
        reach_error();
    return part(1);
}
