// expect: unknown(
// engines: leap
// A trap: over unbounded integers x grows beyond n; in machine integers it goes round without meeting an odd number.
extern void reach_error(void);

int main(void) {
    unsigned short x = 0;
    while (x != 777)
        x += 2;
    reach_error();
}
