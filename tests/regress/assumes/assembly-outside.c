// expect: true
// engines: bmc
// says: assembly outside of functions does nothing to what is written in C
// Assembly at file scope is not read.
extern void reach_error(void);
__asm__(".section .note.example\n.byte 1\n.text\n");
static int x;
int main(void) {
    if (x)
        reach_error();
    return 0;
}
