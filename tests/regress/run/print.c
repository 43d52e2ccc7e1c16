// run: --random 1
// exit: 3
// What the program prints is printed; its exit code is passed on.
extern int __VERIFIER_nondet_int(void);
#include <stdio.h>
int main(void) {
    printf("%d %5.2f|%-4s|%c|%#x|%%\n", -7, 2.5, "ab", 'z', 255u);
    puts("line");
    putchar('!');
    putchar('\n');
    return 3;
}
