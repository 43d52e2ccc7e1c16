// expect: true
// engines: bmc
// The twin of stdin-characters-false: no character is above 255.
#include <assert.h>
#include <stdio.h>
int main(void) {
    int n;
    if (getchar() != 'a' || fgetc(stdin) != 'b' || scanf("%d", &n) != 1 || n != 7)
        return 1;
    if (getchar() != ' ')
        return 1;
    assert(getchar() < 256);
    return 0;
}
