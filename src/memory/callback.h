// callback.h - functions without body call functions of the program that they can reach
//
// Behind each HAVOC of a function without body, where functions of the program are handed out:
//
//   H --havoc--> A --which := input--> B
//   B --assume which == i--> ... call f_i(inputs) --havoc--> A      for each function f_i that is handed out
//   B --assume which is none of them--> on
//
// Not so in functions that are called back, nor in what these call: that would be a recursion that no program means.
// That it does not happen is then an assumption.
#ifndef CALLBACK_H
#define CALLBACK_H
#include "memory/pointsto.h"

void callback_insert(Program *p, PointsTo *pt);
#endif
