// trace.h - what determines a run: inputs, initial memory, schedule
//
// A run of a Program takes its inputs from three places, and a Trace has all:
//
//   inputs    what INPUT commands gave, in order.  INPUT_UNINIT ones form a
//             queue of their own, so a list of values for the nondet calls
//             alone also serves a program with uninitialised variables;
//   memory    bytes that were read before any write, by (object, offset).
//             'object' is the number of the object in the run: globals and
//             functions are 1, 2, ... in the order of their ObjIds, then each
//             new object (and one whose bytes a HAVOC made inputs again) gets
//             the next number;
//   schedule  which thread takes how many edges, in order.  Where it is
//             used up (or empty) the interpreter goes on by its own rule.
//
// As a file: one item a line, '#' starts a comment.
//
//   VALUE                      the next input
//   NAME VALUE                 the same; NAME is the function it comes from
//   KIND:NAME VALUE            KIND is nondet (default), uninit, external, library
//   memory OBJECT OFFSET BYTE
//   thread ID EDGES
//   argument "TEXT"            the next argument of main; TEXT has the escapes \\, \" and \ooo, octal
//   stage memory               objects and edges are those of the program as engines get it (memory_split)
//
// A VALUE is a decimal or 0x integer, a decimal or hexadecimal float, nan, nan(0x..) with all
// its bits, inf, true, false, or a character as 'c'; a sign may stand before a number.
#ifndef TRACE_H
#define TRACE_H
#include "logic/term/value.h"
#include "program/program.h"

typedef struct ValueType { // a sort, free of any term table
    SortKind kind;         // BOOL, BV, FLOAT; NONE: not known
    uint32_t width, exponent;
} ValueType;
ValueType value_type(const Terms *t, Sort s);
Sort value_sort(Terms *t, ValueType type); // of a FLOAT
bool value_is_nan(ValueType type, Value value);

typedef struct TraceInput {
    InputKind kind;
    Name name;           // in the trace's names
    SrcPos pos;          // of the run it was taken from; line 0: unknown
    ValueType type;      // NONE: only 'literal' is known
    const char *literal; // as in the file, or NULL
    Value value;         // where the type is known
} TraceInput;
typedef struct TraceByte {
    uint32_t object, offset;
    uint8_t byte;
} TraceByte;
typedef struct TraceTurn {
    uint32_t thread; // the main thread is 0, others 1, 2, ... as they are created
    uint64_t edges;
} TraceTurn;

typedef struct TraceText {
    const char *at;
    uint32_t n; // bytes; zeros may be among them
} TraceText;

typedef struct Trace {
    Names *names;
    Arena *arena;
    VEC(TraceInput) inputs;
    VEC(TraceByte) memory;
    VEC(TraceTurn) schedule;
    VEC(TraceText) arguments; // for main: what a run needs for them is made by arguments_give (answer/run/arguments.h)
    bool has_arguments;       // even where there are none
    bool split;               // taken from a run of the program after memory_split, which has other objects and edges
    Map memory_at;            // object and offset -> 1 + index into 'memory'
} Trace;

void trace_init(Trace *t);
void trace_free(Trace *t);
void trace_copy(Trace *to, const Trace *from); // to an empty one
void trace_drop_memory(Trace *t);              // all of its bytes

void trace_add_input(Trace *t, InputKind kind, const char *name, SrcPos pos, ValueType type, Value value);
void trace_set_byte(Trace *t, uint32_t object, uint32_t offset, uint8_t byte); // adds or replaces
void trace_drop_bytes(Trace *t, uint32_t object, uint32_t offset, uint32_t n);
uint32_t object_number(const Program *p, ObjId object); // of a GLOBAL or FUNCTION one, in every run
bool trace_byte(const Trace *t, uint32_t object, uint32_t offset, uint8_t *byte);
void trace_add_argument(Trace *t, const char *text, uint32_t n);
void trace_add_turn(Trace *t, uint32_t thread, uint64_t edges); // joined to the last turn if of one thread

// The value of an input as 'type'.  False where it had to be bent to fit: an
// integer too wide, a fraction for an integer, another width.
bool trace_value(const TraceInput *input, ValueType type, Value *value);

// Same inputs (kind, name, type, value), same memory, same schedule?
bool trace_equal(const Trace *a, const Trace *b);

// Adds what the text says; 'file' is for messages.  At an error nothing more is
// read and 'why' says where and what.
bool trace_parse(Trace *t, const char *text, size_t length, const char *file, Reason *why);
bool trace_read(Trace *t, const char *path, Reason *why);
void trace_write(const Trace *t, FILE *out); // what trace_parse reads

void argument_print(TraceText a, Text *out); // in "", as the file has it
// One value as the file has it: integers decimal and signed, floats hexadecimal.
void value_print(ValueType type, Value value, Text *out);

// ---- random numbers: the same from one seed on every machine ----
uint64_t random_next(uint64_t *state); // splitmix64
// A value for a test: often small or at an edge of the type, else any.
Value random_value(uint64_t *state, ValueType type);
#endif
