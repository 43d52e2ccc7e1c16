// expect: true
// engines: runs
// A program without inputs: its only run, to its end, is the proof.
extern void reach_error(void);
int main(void) {
    unsigned x = 0, y = 1;
    while (x < 10000000) {
        x++;
        y = y * 3 + (x & 5);
    }
    if (x != 10000000)
        reach_error();
    return 0;
}
