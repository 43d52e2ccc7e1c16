// landlock.h - Landlock: a process gives up all access to files but to those listed
//
// Needs no privilege and no namespace.  What the kernel's version does not know yet of it (see landlock.c) the filter
// of system calls must refuse: truncating, changing a file's mode and the like, sockets, signals.
#ifndef LANDLOCK_H
#define LANDLOCK_H
#include "base/base.h"

typedef enum LandlockAccess {
    LANDLOCK_READ,  // and execute; a directory: with all that is below it
    LANDLOCK_WRITE, // also make and remove what is below it
} LandlockAccess;

// A set of rules that allows nothing yet, as a file descriptor; -1 with errno: the kernel has no Landlock.
int landlock_new(void);
// False with errno.  A path that does not exist needs no rule: that is no failure.
bool landlock_allow(int rules, const char *path, LandlockAccess access);
// For the calling thread and what it starts from now on; does not allocate.  False with errno.
bool landlock_apply(int rules);
#endif
