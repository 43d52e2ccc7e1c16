// expect: unknown(unmodelled
// engines: bmc
// options: --externals stop
// Where such functions are not to be called nothing is known behind the first.
extern void reach_error(void);
extern void keep(int *where);

int main(void) {
    int x = 0;
    keep(&x);
    if (x == 1)
        reach_error();
    return 0;
}
