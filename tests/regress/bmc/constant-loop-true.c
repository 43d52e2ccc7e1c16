// expect: true
// engines: bmc
// A loop whose rounds constants decide needs no solver, however many there are.
extern void reach_error(void);
int main(void) {
    unsigned s = 0;
    for (int i = 0; i < 500; i++)
        s += i * i % 7;
    if (s != 999)
        reach_error();
    return 0;
}
