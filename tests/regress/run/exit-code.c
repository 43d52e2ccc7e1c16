// run:
// exit: 7
// exit() ends the program from inside a call; what was printed stays.
#include <stdio.h>
#include <stdlib.h>
static void stop(int n) {
    if (n == 0)
        exit(263); // the low byte counts
    printf("%d\n", n);
    stop(n - 1);
}
int main(void) {
    stop(3);
    printf("not here\n");
}
