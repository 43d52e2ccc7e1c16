// The twin of never.c: the error is not reached.
extern void reach_error(void);

int main(void) {
    unsigned x = 0;
    while (x != 49999999)
        x = (x + 4) & 0xfffffff;
    reach_error();
}
