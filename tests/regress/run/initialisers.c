// run:
// Aggregate and string initialisers, designators, compound literals, relocations.
#include <stdio.h>
struct In {
    char text[4];
    union {
        int i;
        float f;
    } u;
    int list[3];
};
static int pool[6] = { [1 ... 3] = 4, 5 };
static int *const middle = pool + 3, *first = &pool[0];
static const struct Out {
    struct In in[2];
    const char *name;
    int *cell;
    struct Out *self;
} out = { .in = { [1] = { "abc", { .f = 2.5f }, { 1, [2] = 3 } } }, .name = "name" + 1, .cell = &pool[4], .self = (struct Out *)&out };
static char exact[3] = "xyz", zeros[] = "a\0b";
static double (*const none)(double);
int main(void) {
    printf("%d %d %d %d %d\n", pool[0], pool[3], pool[4], *middle, first[1]);
    printf("%s %g %d %d %s %d %d\n", out.in[1].text, out.in[1].u.f, out.in[1].list[1], out.in[1].list[2], out.name, *out.cell,
           out.self->in[0].list[0]);
    printf("%c %zu %d %d\n", exact[2], sizeof zeros, zeros[2], none == NULL);
    struct In local = { .list = { [1] = 7 } }, *p = &(struct In){ "q", { 9 }, { 0 } };
    int grid[][2] = { { 1 }, { 2, 3 }, [3] = { 4, 5 } };
    printf("%d %d %s %d\n", local.list[1], local.u.i, p->text, p->u.i);
    printf("%zu %d %d %d\n", sizeof grid / sizeof *grid, grid[0][1], grid[2][0], grid[3][1]);
    printf("%d\n", (int[]){ 3, 4, 5 }[1]);
}
