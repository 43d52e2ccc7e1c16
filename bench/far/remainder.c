// A remainder by subtraction, 10^7 rounds.
extern void reach_error(void);

int main(void) {
    unsigned a = 70000003, b = 7, q = 0;
    while (a >= b) {
        a -= b;
        q++;
    }
    if (a == 3)
        reach_error();
}
