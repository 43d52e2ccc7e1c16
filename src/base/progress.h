// progress.h - one line on the terminal that says what is going on
//
// Shown only where stderr is a terminal, at most ten times a second, and
// overwritten by the next; whoever prints something else clears it first.
#ifndef PROGRESS_H
#define PROGRESS_H
#include "base/base.h"

void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));
void progress_clear(void);
void progress_hide(void); // from now on
#endif
