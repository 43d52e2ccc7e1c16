// Five loops one after the other, 10^6 rounds each.
extern void reach_error(void);

int main(void) {
    int a = 0, b = 0, c = 0, d = 0, e = 0;
    while (a < 1000000)
        a++;
    while (b < a)
        b++;
    while (c < b)
        c += 2;
    while (d < c)
        d += 5;
    while (e < d)
        e++;
    if (e == a)
        reach_error();
}
