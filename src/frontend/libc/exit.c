// exit.c - what runs when the program ends by exit or by the end of main
//
// Only programs that ask for it get this file: elsewhere exit is a command.
#include "libc.h"

typedef struct Handler {
    void (*plain)(void);           // of atexit, or
    void (*informed)(int, void *); // of on_exit
    void *argument;
} Handler;

static Handler handlers[64], quick_handlers[64];
static unsigned n_handlers, n_quick_handlers;

static void add(Handler h) {
    if (n_handlers == COUNT(handlers))
        __hone_unmodelled("more than 64 functions to call at exit");
    handlers[n_handlers++] = h;
}

int atexit(void (*function)(void)) {
    add((Handler){ .plain = function });
    return 0;
}

int on_exit(void (*function)(int, void *), void *argument) {
    add((Handler){ .informed = function, .argument = argument });
    return 0;
}

// The last first.  One may add others, or call exit: the rest is then called from there.
_Noreturn void __hone_end(int code) {
    while (n_handlers) {
        Handler h = handlers[--n_handlers];
        if (h.plain)
            h.plain();
        else
            h.informed(code, h.argument);
    }
    __hone_destructors();
    __hone_exit(code);
}

_Noreturn void exit(int code) {
    __hone_end(code);
}

// quick_exit calls functions of its own, and no destructors.
int at_quick_exit(void (*function)(void)) {
    if (n_quick_handlers == COUNT(quick_handlers))
        __hone_unmodelled("more than 64 functions to call at quick_exit");
    quick_handlers[n_quick_handlers++].plain = function;
    return 0;
}

_Noreturn void quick_exit(int code) {
    while (n_quick_handlers)
        quick_handlers[--n_quick_handlers].plain();
    __hone_exit(code);
}
