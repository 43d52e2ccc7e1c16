// list.c - a doubly linked list
//
// BUG: list_remove forgets 'last' where it removes the last item of several.
#include "list.h"
#include <stdlib.h>

void list_push_front(struct list *l, int value) {
    struct item *i = malloc(sizeof *i);
    i->value = value;
    i->previous = NULL;
    i->next = l->first;
    if (l->first)
        l->first->previous = i;
    else
        l->last = i;
    l->first = i;
    l->length++;
}

void list_push_back(struct list *l, int value) {
    struct item *i = malloc(sizeof *i);
    i->value = value;
    i->next = NULL;
    i->previous = l->last;
    if (l->last)
        l->last->next = i;
    else
        l->first = i;
    l->last = i;
    l->length++;
}

static void take_out(struct list *l, struct item *i) {
    if (i->previous)
        i->previous->next = i->next;
    else
        l->first = i->next;
    if (i->next)
        i->next->previous = i->previous;
#ifdef BUG
    else if (!i->previous)
#else
    else
#endif
        l->last = i->previous;
    l->length--;
    free(i);
}

bool list_pop_front(struct list *l) {
    if (!l->first)
        return false;
    take_out(l, l->first);
    return true;
}

bool list_remove(struct list *l, int value) {
    for (struct item *i = l->first; i; i = i->next)
        if (i->value == value) {
            take_out(l, i);
            return true;
        }
    return false;
}

void list_reverse(struct list *l) {
    struct item *i = l->first;
    l->first = l->last;
    l->last = i;
    while (i) {
        struct item *next = i->next;
        i->next = i->previous;
        i->previous = next;
        i = next;
    }
}

void list_clear(struct list *l) {
    while (list_pop_front(l))
        ;
}

bool list_is_linked(const struct list *l) {
    unsigned n = 0;
    const struct item *before = NULL;
    for (const struct item *i = l->first; i; i = i->next) {
        if (i->previous != before)
            return false;
        before = i;
        n++;
    }
    return n == l->length;
}
