// signal.c - <signal.h>, <locale.h>
//
// A signal that the program sends to itself runs its handler at once.  Others can send signals too: where a
// handler is set it may run at any time, which is not followed, so no proof gets past that.  Runs that do not
// need it are.
#include "libc.h"

typedef void (*Handler)(int);
enum { SIGABRT = 6, SIGKILL = 9, SIGCHLD = 17, SIGCONT = 18, SIGSTOP = 19, SIGTSTP = 20 };
enum { SIGTTIN = 21, SIGTTOU = 22, SIGURG = 23, SIGWINCH = 28, SIGNALS = 65 };
enum { RESETHAND = (int)0x80000000, SIGINFO = 4 };

// What struct sigaction of both data models begins with, and where its flags are.
typedef struct Action {
    Handler handler;
    unsigned long mask[128 / sizeof(long)];
    int flags;
    void (*restorer)(void);
} Action;

static Handler handlers[SIGNALS];
static int flags[SIGNALS];

static inline _Bool is_standard(Handler handler) { // SIG_DFL or SIG_IGN
    return (__UINTPTR_TYPE__)handler <= 1;
}

static _Bool is_settable(int number) {
    return 0 < number && number < SIGNALS && number != SIGKILL && number != SIGSTOP && number != 32 && number != 33;
}

static void set(int number, Handler handler, int how) {
    if (!is_standard(handler) && __hone_input_bool("a signal at any time"))
        __hone_unmodelled("a signal handler");
    handlers[number] = handler;
    flags[number] = how;
}

static Handler set_handler(int number, Handler handler, int how) {
    if (!is_settable(number) || (__UINTPTR_TYPE__)handler == (__UINTPTR_TYPE__)-1) {
        __hone_set_error(EINVAL);
        return (Handler)(__UINTPTR_TYPE__)-1; // SIG_ERR
    }
    Handler old = handlers[number];
    if (!old && __hone_input_bool("a signal that is ignored from the start"))
        old = (Handler)1;
    set(number, handler, how);
    return old;
}

Handler signal(int number, Handler handler) {
    return set_handler(number, handler, 0);
}

Handler bsd_signal(int number, Handler handler) {
    return set_handler(number, handler, 0);
}

Handler ssignal(int number, Handler handler) {
    return set_handler(number, handler, 0);
}

Handler sysv_signal(int number, Handler handler) {
    return set_handler(number, handler, RESETHAND);
}

Handler __sysv_signal(int number, Handler handler) {
    return set_handler(number, handler, RESETHAND);
}

int sigaction(int number, const Action *action, Action *old) {
    if (!is_settable(number)) {
        __hone_set_error(EINVAL);
        return -1;
    }
    if (old)
        __hone_unmodelled("sigaction that asks for the old action");
    if (action && (action->flags & SIGINFO))
        __hone_unmodelled("a signal handler that is told more than the signal");
    if (action)
        set(number, action->handler, action->flags);
    return 0;
}

// What the system does with a signal that has no handler.
static void act_by_default(int number) {
    if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH)
        return;
    if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU)
        __hone_unmodelled("a signal that stops the program");
    __hone_abort("a signal ends the program");
}

// 0 is no signal.
int raise(int number) {
    if (number < 0 || number >= SIGNALS) {
        __hone_set_error(EINVAL);
        return -1;
    }
    Handler handler = handlers[number];
    if (number == 0 || (__UINTPTR_TYPE__)handler == 1)
        return 0;
    if (!handler) {
        act_by_default(number);
        return 0;
    }
    if (flags[number] & RESETHAND)
        handlers[number] = 0;
    handler(number);
    return 0;
}

// abort of a program that sets handlers: see read_call.c.
void __hone_raise_abort(void) {
    if (!is_standard(handlers[SIGABRT]))
        handlers[SIGABRT](SIGABRT);
}

// Another process, or this one: that is not known.
int kill(int process, int number) {
    if (number == 0)
        return input_between("kill", -1, 0);
    if (process == -1 || __hone_input_bool("kill of another process"))
        __hone_unmodelled("kill");
    return raise(number);
}

// What it sends ends the program, at a time that makes no difference to what came before, unless there is a handler.
unsigned alarm(unsigned seconds) {
    (void)seconds;
    return __hone_input_uint("alarm");
}

// ---- locale: C; that is also taken for the locale of the environment ("") ----
char *setlocale(int category, const char *name) {
    static char c[] = "C";
    (void)category;
    if (name && name[0] && !(name[0] == 'C' && !name[1]))
        __hone_unmodelled("a locale other than C");
    return c;
}
