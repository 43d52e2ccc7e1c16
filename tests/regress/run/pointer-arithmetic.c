// run:
// Differences, comparisons, negative indices, steps through structures.
#include <stddef.h>
#include <stdio.h>
struct Item {
    char tag;
    int value;
    struct Item *next;
};
int main(void) {
    int a[10];
    int *end = a + 10, *p = a;
    while (p < end) {
        *p = (int)(p - a) * 3;
        ++p;
    }
    printf("%d %d %d %d\n", end[-1], *(end - 4), (int)(end - a), p == end);
    p = &a[5];
    printf("%d ", p[-2]);
    printf("%d ", *p++);
    printf("%d ", *--p);
    printf("%d\n", (*p)++);
    printf("%d %d %d\n", *p, p > a, &a[3] <= p);
    struct Item items[3] = { { 'a', 1, items + 1 }, { 'b', 2, items + 2 }, { 'c', 3, NULL } };
    int s = 0;
    for (struct Item *i = items; i; i = i->next)
        s = s * 10 + i->value;
    char *raw = (char *)&items[1];
    int *value = (int *)(raw + offsetof(struct Item, value));
    printf("%d %d %d\n", s, *value, (int)((char *)&items[2] - raw) == (int)sizeof(struct Item));
    int **pp = &p, x = 7;
    *pp = &x;
    **pp += 1;
    printf("%d %d\n", *p, x);
    void *v = a;
    printf("%d\n", *((int *)v + 2));
}
