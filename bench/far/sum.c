// A sum that no linear formula gives.
extern void reach_error(void);

int main(void) {
    unsigned long s = 0, i = 0;
    while (i < 1000000) {
        s += i;
        i++;
    }
    if (s == 499999500000)
        reach_error();
}
