// signal.c - <signal.h>, <locale.h>: without handlers of the program
#include "libc.h"

typedef void (*Handler)(int);

// 0 and 1 are SIG_DFL and SIG_IGN; any other would run at any time.
static void need_standard(__UINTPTR_TYPE__ handler) {
    if (handler > 1)
        __hone_unmodelled("a signal handler");
}

Handler signal(int number, Handler handler) {
    (void)number;
    need_standard((__UINTPTR_TYPE__)handler);
    return (Handler)(__UINTPTR_TYPE__)__hone_input_bool("signal");
}

// The handler is the first field of a struct sigaction.
int sigaction(int number, const Handler *action, void *old) {
    (void)number;
    if (action)
        need_standard((__UINTPTR_TYPE__)*action);
    if (old)
        __hone_unmodelled("sigaction that asks for the old action");
    return input_between("sigaction", -1, 0);
}

int raise(int number) {
    (void)number;
    __hone_unmodelled("raise");
}

int kill(int process, int number) {
    (void)process;
    (void)number;
    __hone_unmodelled("kill");
}

unsigned alarm(unsigned seconds) {
    if (seconds > 0)
        __hone_unmodelled("alarm");
    return 0;
}

// ---- locale: C; that is also taken for the locale of the environment ("") ----
char *setlocale(int category, const char *name) {
    static char c[] = "C";
    (void)category;
    if (name && name[0] && !(name[0] == 'C' && !name[1]))
        __hone_unmodelled("a locale other than C");
    return c;
}
