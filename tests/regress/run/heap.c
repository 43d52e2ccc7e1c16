// run:
// malloc, calloc, realloc, free: a growing array, a list, a flexible member.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct Node {
    int x;
    struct Node *next;
};
struct Text {
    size_t n;
    char chars[];
};
static struct Node *push(struct Node *list, int x) {
    struct Node *n = malloc(sizeof *n);
    n->x = x;
    n->next = list;
    return n;
}
static struct Node *reverse(struct Node *list) {
    struct Node *done = NULL;
    while (list) {
        struct Node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}
int main(void) {
    int room = 1, n = 0, *v = NULL, sum = 0;
    for (int i = 0; i < 20; i++) {
        if (n == room || !v)
            v = realloc(v, (size_t)(room *= 2) * sizeof *v);
        v[n++] = i * i;
    }
    for (int i = 0; i < n; i++)
        sum += v[i];
    printf("%d %d\n", sum, room);
    v = realloc(v, 3 * sizeof *v);
    printf("%d %d\n", v[0], v[2]);
    free(v);
    int *zero = calloc(5, sizeof *zero);
    printf("%d\n", zero[0] + zero[4]);
    free(zero);
    struct Node *list = NULL;
    for (int i = 0; i < 4; i++)
        list = push(list, i);
    for (struct Node *p = list = reverse(list); p; p = p->next)
        printf("%d ", p->x);
    while (list) {
        struct Node *next = list->next;
        free(list);
        list = next;
    }
    struct Text *t = malloc(sizeof *t + 6);
    t->n = 5;
    strcpy(t->chars, "tail!");
    printf("%s %zu\n", t->chars, t->n);
    free(t);
    free(NULL);
}
