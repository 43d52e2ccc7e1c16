// user_predicates.h - predicates that the user writes down, as C
//
// A text file, one predicate a line; '#' starts a comment:
//
//   EXPR                    over global variables; followed everywhere
//   FUNCTION: EXPR          over variables that FUNCTION sees; followed in it
//   FUNCTION:LINE: EXPR     followed where a statement of that line starts
//
// EXPR is an integer expression of C (read_c.h).  A local variable means the value it has at the place
// where the predicate is followed; where it has none that is known, the predicate is not followed.
#ifndef USER_PREDICATES_H
#define USER_PREDICATES_H
#include "engine/engine.h"

// False with "FILE:LINE: what is wrong", a name that does not occur included.
bool user_predicates_read(const char *path, const Program *p, VecFollowed *out, Reason *why);
#endif
