// frontend.h - from C files to a Program
//
// The public interface of the front end: compiles the files with clang, links
// them, and reads the result into a Program, with an EVENT where something
// happens that a property can speak of (spec/monitor/monitor.h).  The compiler's
// messages go to stderr as they are.
#ifndef FRONTEND_H
#define FRONTEND_H
#include "program/program.h"
#include "spec/frontend_input.h"

// NULL with the reason where the files cannot be read or compiled (the user's
// mistake) or no Program can be made of them.
Program *frontend_read(const FrontendInput *in, Reason *why);

// Sets SourceFile.appended of the files of 'in' for its rules and its driver; 'note' gets what the user should know of
// it, or stays.  Texts live in 'arena'.  False with a message: a rule does not fit the program.
bool frontend_append(FrontendInput *in, Arena *arena, const char **note, Reason *why);

// The program with the calls of its rules woven in, as a bitcode file for clang.  'zeroed': local variables start as
// zero.
bool frontend_weave(const FrontendInput *in, bool zeroed, const char *path, Reason *why);
#endif
