// run:
// exit: 139
// A freed object is gone; what was printed before stays.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    printf("%d\n", *p);
    free(p);
    printf("freed\n");
    return *p;
}
