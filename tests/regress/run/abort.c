// run:
// exit: 134
// abort() ends the run.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    printf("before\n");
    abort();
}
