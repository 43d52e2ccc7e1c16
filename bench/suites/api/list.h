// list.h - a sequence of numbers as a doubly linked list
#ifndef LIST_H
#define LIST_H
#include <stdbool.h>

struct item {
    int value;
    struct item *next, *previous;
};
struct list { // all zero: empty
    struct item *first, *last;
    unsigned length;
};
void list_push_front(struct list *l, int value);
void list_push_back(struct list *l, int value);
bool list_pop_front(struct list *l);         // false: it is empty
bool list_remove(struct list *l, int value); // the first item of that value
void list_reverse(struct list *l);
void list_clear(struct list *l);
bool list_is_linked(const struct list *l);
#endif
