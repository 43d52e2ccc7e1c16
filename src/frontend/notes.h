// notes.h - texts that one step of the front end leaves in a module for a later one
//
// A list of texts under a name, kept as named metadata, so that it survives linking.
#ifndef NOTES_H
#define NOTES_H
#include <llvm-c/Core.h>
#include <stddef.h>

#define LATE_NOTE "hone.late"               // functions that late.h found
#define UNOPTIMISED_NOTE "hone.unoptimised" // what an optimiser might answer otherwise

void notes_add(LLVMModuleRef module, const char *list, const char *text, size_t length);

// The texts in the order in which they were added; NULL behind the last.
const char *notes_text(LLVMModuleRef module, const char *list, unsigned i);
#endif
