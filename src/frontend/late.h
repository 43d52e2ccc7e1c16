// late.h - attributes that clang drops and gcc does not
//
// gcc runs a function before main, or at exit, where any declaration of it has the attribute constructor or destructor.
// clang takes the attribute of declarations up to the definition only, and drops those behind it: nothing of it is left
// in the code.  So the text is looked at.
#ifndef LATE_H
#define LATE_H
#include "base/base.h"

// A function that preprocessed C declares a constructor or destructor behind its definition; NULL: none.  The text ends
// in 0; the name is in 'arena'.
const char *late_attribute(const char *text, Arena *arena);

// Could there be one, by the text before the preprocessor?  A cheap test, for most files 'no'.
bool late_is_possible(const char *text);
#endif
