// variants.h - which model a call of a library function gets, where there are two
//
// Some functions have a cheap model that is right for nearly all programs.  Calls that need more are directed to a
// second one before the models are linked:
//
//   printf with a format that is no literal        __hone_printf (libc/printf.c), as such a format may store
//   qsort, qsort_r that compare with an effect     __hone_qsort, __hone_qsort_r (libc/stdlib.c)
//   mutexes in a program without threads, or       __hone_pthread_mutex_lock ... (libc/mutex.c)
//     with mutexes of other kinds than the usual
//   memcmp, bcmp, wmemcmp where memory is checked  __hone_memcmp, __hone_wmemcmp: all bytes must be there
#ifndef VARIANTS_H
#define VARIANTS_H
#include <llvm-c/Core.h>
#include <stdbool.h>

// Does the program use a function that makes threads?
bool starts_threads(LLVMModuleRef program);

void choose_variants(LLVMModuleRef program, bool checks_memory);
#endif
