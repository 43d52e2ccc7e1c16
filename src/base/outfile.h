// outfile.h - the files that a user asks for (options of the kind OUTFILE)
//
// Before the work: whether each of them can be written, since that is better known now than after an hour.  Afterwards:
// in a member of a crew limits_create writes a private file; outfiles_copy gives the user the files of the member whose
// answer is taken.
#ifndef OUTFILE_H
#define OUTFILE_H
#include "base/limits.h"
#include "base/options.h"

// False, with the reason: a file cannot be written, is one of the inputs, or was given for two options.  A file that
// was not there is not there afterwards either.
bool outfiles_check(const Options *options, Reason *why);

// What the member with that desk wrote goes to where the user wants it.  False, with the reason, where one of the files
// cannot be written; the others are.
bool outfiles_copy(const Options *options, const Desk *desk, Reason *why);
// The same for one of the files.
bool outfile_copy(const char *path, const Desk *desk, Reason *why);
// Did the member write a file for 'path'?
bool outfile_is_written(const char *path, const Desk *desk);
#endif
