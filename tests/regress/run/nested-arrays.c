// run:
// Arrays of arrays, rows as pointers, structures with arrays of structures.
#include <stdio.h>
static int cube[2][3][4];
struct Row {
    char name[3];
    struct {
        short x, y[2];
    } cells[2];
} rows[3];
static int sum(int (*plane)[4], int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            s += plane[i][k] * (i + 1);
    return s;
}
int main(void) {
    int *flat = &cube[0][0][0];
    for (int i = 0; i < 24; i++)
        flat[i] = i * i;
    printf("%d %d %d\n", cube[1][2][3], sum(cube[0], 3), sum(cube[1] + 1, 2));
    int(*plane)[3][4] = &cube[1];
    printf("%d %d\n", (*plane)[0][1], 1 [cube][2][1]);
    for (int i = 0; i < 3; i++) {
        rows[i].name[0] = (char)('a' + i);
        rows[i].cells[i & 1].y[1] = (short)(-i * 100);
    }
    struct Row copy = rows[2];
    copy.cells[0].x = 9;
    rows[0] = copy;
    printf("%s %d %d %d\n", rows[0].name, rows[0].cells[0].x, rows[0].cells[0].y[1], rows[1].cells[1].y[1]);
    printf("%zu %zu %zu\n", sizeof cube, sizeof cube[0], sizeof rows[0]);
}
