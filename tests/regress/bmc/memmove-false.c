// expect: false
// engines: bmc
// The two blocks overlap.
extern void reach_error(void);
#include <string.h>
int main(void) {
    char a[6] = "abcde";
    memmove(a + 1, a, 4);
    if (a[1] != 'a' || a[4] != 'e')
        reach_error();
    return 0;
}
