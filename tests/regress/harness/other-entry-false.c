// expect: false(unreach-call)
// options: --entry handle
// The program starts elsewhere, with arguments; its own main function must not run.
extern void reach_error(void);
extern void exit(int);
static int handle(int code, unsigned char flags) {
    if (code == 77 && flags == 200)
        reach_error();
    return 0;
}
int main(void) {
    exit(handle(1, 2));
}
