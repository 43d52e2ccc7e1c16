// run:
// What becomes of values stored to _Bool, and the values of enumerators.
#include <stdio.h>
enum Level { LOW = -2, MID, HIGH = MID + 5, TOP = HIGH * 3 };
typedef enum { FLAG_A = 1, FLAG_B = 2, FLAG_ALL = FLAG_A | FLAG_B } Flags;
static _Bool is_odd(int n) {
    return n & 1;
}
int main(void) {
    _Bool b = 256; // not 0: the low byte does not count
    printf("%d ", b);
    b = 0.25;
    printf("%d ", b);
    b = (_Bool)(void *)0;
    printf("%d\n", b);
    b += 3;
    printf("%d ", b);
    b--;
    printf("%d ", b);
    b -= 1;
    printf("%d %d %d\n", b, is_odd(7), is_odd(-4));
    enum Level level = HIGH;
    Flags flags = FLAG_ALL ^ FLAG_A;
    printf("%d %d %d %d %d\n", LOW, MID, level, TOP, flags);
    struct {
        _Bool x : 1;
        unsigned y : 2;
    } s = { 2, 5 };
    printf("%d %d %zu\n", s.x, s.y, sizeof(_Bool));
}
