// expect: true
// engines: bmc
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    char text[20];
    if (snprintf(text, sizeof text, "%5.1f|", -0.25) != 6 || text[1] != '-' || text[4] != '2')
        reach_error();
    return 0;
}
