// Adds 4 from 0 on: an odd number is never met.
extern void reach_error(void);

int main(void) {
    unsigned x = 0;
    while (x != 40000000)
        x = (x + 4) & 0xfffffff;
    reach_error();
}
