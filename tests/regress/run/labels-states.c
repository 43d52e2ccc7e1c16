// run: --stage states
// exit: 4
// Copies keep the run where a jump by a table of labels is among variables that steer.
static int threaded(const char *code) {
    static const void *const labels[] = { &&add, &&twice, &&stop };
    int x = 2;
    goto *labels[*code - 'a'];
add:
    x += 5;
twice:
    x *= 2;
stop:
    return x;
}
int main(void) {
    int x = threaded("b"), n = 0;
    do {
    } while (n++ < 38 && n != 33);
    return n == 33 ? x : 1;
}
