// script.h - a formula as SMT-LIB 2 commands any solver understands
//
// Declares the variables and functions, defines shared and deep nodes by names,
// and asserts the formula.  Satisfiable together exactly if the formula is, but for
// FP_FMOD, which becomes an uninterpreted function: then "sat" claims nothing.
#ifndef SCRIPT_H
#define SCRIPT_H
#include "logic/term/term.h"

void script_print(Terms *t, Term formula, Text *out);
#endif
