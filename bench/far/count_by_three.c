// Which value is left depends on the step; 3 * 10^7 rounds.
extern void reach_error(void);

int main(void) {
    unsigned i = 0;
    while (i < 100000000)
        i += 3;
    if (i == 100000002)
        reach_error();
}
