// 10^8 rounds, no inputs.
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i < 100000000)
        i++;
    if (i == 100000000)
        reach_error();
}
