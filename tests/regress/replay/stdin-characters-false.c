// expect: false(unreach-call)
// engines: bmc runs
// replay: compiled program agrees
// says: standard input: "ab7 \\000
// Characters, a number between them, and a byte that is zero.
#include <assert.h>
#include <stdio.h>
int main(void) {
    int n;
    if (getchar() != 'a' || fgetc(stdin) != 'b' || scanf("%d", &n) != 1 || n != 7)
        return 1;
    if (getchar() != ' ')
        return 1;
    assert(getchar() != 0);
    return 0;
}
