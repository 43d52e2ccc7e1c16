// run:
// exit: 136
// A division by zero ends the run.
#include <stdio.h>
int main(void) {
    for (int i = 2; i >= 0; i--)
        printf("%d\n", 10 / i);
}
