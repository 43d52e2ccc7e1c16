// Addition that wraps around until it meets a value, 10^7 rounds.
extern void reach_error(void);

int main(void) {
    unsigned x = 0;
    while (x != 50000000)
        x = (x + 5) & 0xfffffff;
    if (x == 50000000)
        reach_error();
}
