// The twin of phases.c: the error is not reached.
extern void reach_error(void);

int main(void) {
    int phase = 0, x = 0, y = 0;
    while (phase < 3) {
        if (phase == 0) {
            x++;
            if (x >= 1000000)
                phase = 1;
        } else if (phase == 1) {
            y++;
            if (y >= 2000000)
                phase = 2;
        } else {
            x--;
            if (x <= 0)
                phase = 3;
        }
    }
    if (x > 0 || y != 2000000)
        reach_error();
}
