// frontend.h - from C files to a Program
//
// The one door into the front end: compiles the files with clang, links them,
// makes the property explicit as one error location, and reads the result into a
// Program.  The compiler's messages go to stderr as they are.
#ifndef FRONTEND_H
#define FRONTEND_H
#include "program/program.h"
#include "spec/frontend_input.h"

// NULL with the reason where the files cannot be read or compiled (the user's
// mistake) or no Program can be made of them.
Program *frontend_read(const FrontendInput *in, Reason *why);
#endif
