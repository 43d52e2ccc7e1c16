// read_call.h - what the files about calls share: read_call, read_command, read_argument, read_external
#ifndef READ_CALL_H
#define READ_CALL_H
#include "frontend/read/read.h"
#include <assert.h>
#include <string.h>

static inline LLVMValueRef arg(LLVMValueRef call, unsigned i) {
    assert(i < LLVMGetNumArgOperands(call));
    return LLVMGetOperand(call, i);
}

static inline bool starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static inline Name text_name(Reader *r, const char *text) {
    return program_name(r->p, text);
}

// ---- commands (read_command.c) ----
// A call of a library function that is a command; false: it is none.
bool read_command(Reader *r, LLVMValueRef call, const char *name);
// What the call does is not known: ends the path.  'name' is the function, or says what it is.
void call_unmodelled(Reader *r, LLVMValueRef call, const char *name);
// All leaves of the result become inputs.
void set_inputs(Reader *r, LLVMValueRef call, InputKind kind, const char *text);

// ---- functions of the program (read_argument.c) ----
void call_function(Reader *r, LLVMValueRef call, LLVMValueRef function); // which has a body
void call_pointer(Reader *r, LLVMValueRef call);
// Appends the leaves of argument i; one passed by value in memory is copied.
void push_argument(Reader *r, LLVMValueRef call, unsigned i, VecTerm *out);
// Is memory made for the arguments, of which the first 'fixed' are not variable ones?
bool copies_memory(LLVMValueRef call, unsigned fixed);

// ---- functions nobody defines (read_external.c) ----
void call_external(Reader *r, LLVMValueRef call, const char *name);
#endif
