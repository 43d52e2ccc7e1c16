// expect: unknown
// engines: bmc
// A pointer that is printed and scanned again leads where it led: scanf's %p is not modelled.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    int x = 0;
    char text[40];
    void *q;
    sprintf(text, "%p", (void *)&x);
    if (sscanf(text, "%p", &q) == 1) {
        *(int *)q = 1;
        if (x)
            reach_error();
    }
    return 0;
}
