// input.h - what the command line asks for: files, property, data model
//
// Reads the files that describe a task (.yml, compile_commands.json, .prp) and
// settles every default, so that the front end gets one complete order.
#ifndef INPUT_H
#define INPUT_H
#include "base/options.h"
#include "spec/frontend_input.h"

typedef struct Input {
    FrontendInput frontend;
    Property property;
    const char *model;     // "ILP32" or "LP64"
    const char *externals; // as in --externals
    const char *note;      // what the user should know of how it was read, or NULL
    Rules rules;           // of --rule
    Driver driver;         // of --entries
} Input;

// Returns 0, or the exit code (EXIT_USAGE, EXIT_INPUT) with the message in 'why'.
// 'usual' is the property where the options name none.  The texts live in 'arena'.
int input_read(const Options *options, const char *usual, Arena *arena, Input *input, Reason *why);

void input_free(Input *input); // the vectors of rules and driver

uint64_t input_lines(const Input *input); // of the source files, without what they include
#endif
