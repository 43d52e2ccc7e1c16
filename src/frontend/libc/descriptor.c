// descriptor.c - which file descriptors are open
//
// What is open when the program starts is not known, nor what functions that are not described here do: we know of
// some descriptors that they are open, and of some that they are closed.  A new one is none that is open.  POSIX
// promises the least one that is free; a run that takes another, or uses one that was closed, is possible only if
// somebody else had a hand in it: it counts where the compiled program agrees ("descriptor" is an input that others
// decide).  The same holds where more are open than this model records.
#include "libc.h"

// Descriptors known to be open, plus 1; 0: none.  Variables of their own, not an array, and tests without branches:
// calls of these functions should cost engines little.
static int open_0, open_1, open_2;
static int gone;     // one that is closed
static _Bool forgot; // something that would have been kept

// variable := value, where the condition holds
#define SET_IF(condition, variable, value) (variable ^= (variable ^ (value)) & -(int)(condition))

static _Bool is_open(int file) {
    return (open_0 == file + 1) | (open_1 == file + 1) | (open_2 == file + 1);
}

static void add_open(int file, _Bool when) {
    _Bool in_0 = when & (open_0 == 0), in_1 = when & !in_0 & (open_1 == 0), in_2 = when & !in_0 & !in_1 & (open_2 == 0);
    forgot |= when & !in_0 & !in_1 & !in_2;
    SET_IF(in_0, open_0, file + 1);
    SET_IF(in_1, open_1, file + 1);
    SET_IF(in_2, open_2, file + 1);
    SET_IF(when & (gone == file + 1), gone, 0);
}

// 'file' was chosen by the system for something that was opened now, or is -1; -1 as well where it cannot be.
int __hone_opened(int file) {
    __hone_assume((-1 <= file) & (file < INT_MAX));
    __hone_atomic_begin();
    _Bool odd = forgot | ((gone != 0) & (file + 1 > gone));
    if (is_open(file) | (file == -1) | (odd & !__hone_input_bool("descriptor"))) {
        __hone_fail("error number");
        file = -1;
    }
    add_open(file, file >= 0);
    __hone_atomic_end();
    return file;
}

// A descriptor that the program chose has turned out to be open.
void __hone_set_open(int file) {
    __hone_atomic_begin();
    add_open(file, (0 <= file) & (file < INT_MAX) & !is_open(file));
    __hone_atomic_end();
}

// May an operation on 'file' succeed?  Else errno says why not.
_Bool __hone_may_use(int file) {
    _Bool odd = (gone != 0) & (file == gone - 1);
    if ((file < 0) | (odd & !__hone_input_bool("use of a closed descriptor"))) {
        *__hone_errno() = EBADF;
        return 0;
    }
    return 1;
}

void __hone_closed(int file) {
    if (file < 0 || file == INT_MAX)
        return;
    __hone_atomic_begin();
    SET_IF(open_0 == file + 1, open_0, 0);
    SET_IF(open_1 == file + 1, open_1, 0);
    SET_IF(open_2 == file + 1, open_2, 0);
    forgot |= gone != 0;
    gone = file + 1;
    __hone_atomic_end();
}

// Some descriptors are known to be closed: the next one to be given out is the least of them.
_Bool __hone_has_holes(void) {
    return gone != 0;
}
