// run: --random 3
// exit: 12
// The interpreter makes such calls before any pass has resolved them.
static int done;
static int work(int x, int y) {
    done = x + (y & 0);
    return x;
}
static void quiet(int x) {
    done += x;
}
int main(void) {
    void (*volatile f)(int) = (void (*)(int))work;
    int (*volatile g)(int) = (int (*)(int))quiet;
    f(5);
    int any = g(7);
    return done + (any & 0);
}
