// program.h - a C program as a graph: the type between front end and engines
//
// A Program is a set of functions.  A function is a set of locations joined by
// edges; an edge carries one command.  Expressions are terms over variables,
// bit-vectors and floats only, of any width; pointers are bit-vectors of
// 'pointer_bits'.  A run starts at the entry function's first location and,
// at each location, takes the out-edge whose command is enabled: only ASSUME can
// be disabled, and out-edges that start with ASSUME exclude each other, so
// given the inputs (and the schedule) a run is determined.
//
//   - A run that takes an edge to 'error' reaches a goal: it violates the property.
//   - A run that takes an edge to 'stop' ends (exit, abort, a trap).
//   - A location without enabled out-edge blocks: the run is not counted.
//
// Variables.  A local variable belongs to one function and each activation has
// its own; globals have scope 0.  The front end makes SSA: a local is assigned
// at one place or by the parallel assignments into one location.  Address
// variables (VAR_ADDRESS) are rigid: each stands for the address of its object.
// Before memory_split the only globals are addresses, and all memory is reached
// by LOAD and STORE; after it, scalars nobody indexes are global variables.
//
// Memory is a set of objects with base address, size and lifetime.  Addresses
// of different live objects never overlap, none contains 0.  Bytes of a new
// object are inputs (INPUT_MEMORY) until written.  An access outside a live object, a
// write to a constant, a free of anything but a live heap object's base is
// a memory error: it ends the run, and is not a violation of reachability.
//
// Pointers that are inputs may point to memory of the environment: the addresses from ENVIRONMENT_BASE on, where
// no object is.  It is there for accesses through a wild region only (or where memory is not split yet); its bytes
// are inputs until written.  It belongs to no object: OBJECT_SIZE does not see it, FREE of it is an error.
//
// HAVOC without address stands for what a function without body may write: its terms are what it is given.  An object
// is handed out when it is external, when a pointer to it is among the terms or is stored in memory of the environment,
// or when an object that is handed out holds a pointer to it while such a function runs.  What is handed out stays so:
// all of it becomes inputs, at this HAVOC and all later ones, and so does the environment's memory.  Pointers that are
// inputs point to the environment's memory, or, unless 'distinct', to what is handed out or can be named by other files
// (Object.shared).  Where such pointers are used ('hands_out_held') an object is handed out, too, when a variable that
// other files can name holds a pointer to it while a function without body runs.
//
// Goals are what a monitor (spec/monitor/monitor.h) looks for: a goal is a place of the source where the property can
// be violated.  An ERROR edge carries the number of its goal.  All of them lead to 'error', so that engines can ask for
// "some goal"; the edge says which.  Invariants:
//
// A goal of kind RACE is reached by two threads.  An ACCESS stands before each access to memory that others may
// share, and has no effect of its own.  It is atomic inside an atomic section.  Two of different threads conflict where
// they have a byte in common, one is a write, and not both are atomic.  A run in which two such are not ordered by
// what threads do to wait for each other reaches the goal of the later one (run/interpret_race.c says how they are
// ordered): then there is also a run in which both threads stand before them at once (pass/interleave.h).
//
//   G1  each ERROR names a goal, and edges that lead to 'error' are ERROR; each ACCESS names a goal of kind RACE;
//   G2  passes copy and delete ERROR edges, but never change their goal, and never renumber goals: a goal without an
//       edge is one that no run reaches;
//   G3  EVENT commands are there between the front end and the monitor only ('monitored').
//
// The Program owns everything in it; the terms live in 'terms'.
#ifndef PROGRAM_H
#define PROGRAM_H
#include "base/map.h"
#include "base/vec.h"
#include "logic/term/term.h"

typedef uint32_t VarId, LocId, EdgeId, FuncId, ObjId, RegionId, FileId, GoalId; // 0 is none

typedef struct SrcPos {
    FileId file;
    uint32_t line, column; // 1-based; line 0: unknown
} SrcPos;

// ---- variables ----
typedef enum VarKind { VAR_LOCAL, VAR_PARAM, VAR_GLOBAL, VAR_ADDRESS } VarKind;
typedef struct Var {
    Term term; // the variable as a term; its name is unique in the program
    Sort sort;
    VarKind kind;
    bool pointer;     // C pointer type, as far as known
    bool from_number; // a pointer that was converted from an integer: its value is not put in its place (forward.c)
    FuncId func;      // scope; 0: global
    ObjId object;     // VAR_ADDRESS: whose address; a promoted scalar: which object it was in,
    uint64_t offset;  // and at which offset
    Name c_name;      // of the C variable it stands for, or none
    Name c_type;      // as C text, or none
    SrcPos pos;       // its declaration
} Var;

// ---- memory ----
typedef enum ObjKind { OBJ_GLOBAL, OBJ_STACK, OBJ_HEAP, OBJ_FUNCTION } ObjKind;
typedef struct Reloc { // the pointer at 'offset' of an initial value is &object + addend
    uint64_t offset;
    ObjId object;
    int64_t addend;
} Reloc;
typedef struct Object { // of STACK and HEAP: an allocation site, one object per execution
    ObjKind kind;
    Name name; // unique
    Name c_name, c_type;
    SrcPos pos;
    FuncId func;      // STACK, HEAP: where allocated; FUNCTION: which
    VarId address;    // GLOBAL, FUNCTION: the VAR_ADDRESS
    uint64_t size;    // GLOBAL; STACK where fixed, else 0
    uint64_t element; // GLOBAL, STACK: bytes of an element where it is an array, else 0
    uint32_t align;
    bool constant; // may not be written
    bool thread_local;
    bool external; // declared only: the initial bytes are inputs
    bool shared;   // GLOBAL: other files can name it
    bool given;    // may be handed out to functions without body (memory_split)
    bool lent;     // HEAP: the library's own, or made before main is called: nobody has to free it, or may
    bool scoped;   // STACK: SCOPE commands say when it lives
    bool made;     // GLOBAL: by an allocation that runs at most once (memory_split); the initial bytes are inputs
    bool heap;     // made: on the heap
    uint8_t *init; // GLOBAL: 'size' bytes without relocations, in the arena; NULL: all zero
    VEC(Reloc) relocs;
    int64_t start; // where it begins, from the common place of its regions
    bool once;     // has one place in the layout, of 'once_size' bytes (layout_keep)
    uint64_t once_size;
} Object;
// No object has an address here, and a process of either width can have memory there.
enum { ENVIRONMENT_BITS = 24, ENVIRONMENT_BYTES = 1 << ENVIRONMENT_BITS, ENVIRONMENT_BASE = 12 * ENVIRONMENT_BYTES };
typedef struct Region { // a part of memory that other parts' accesses never touch
    Name name;
    Term term;      // its cells as a variable: an array from addresses to bit-vectors of 8 * width
    uint32_t width; // bytes of a cell: each access is one cell; 1 where the program puns
    bool single;    // one object instance only
    bool wild;      // some pointer into it is an input: it may be memory we know nothing of
    bool outside;   // functions without body may write it, in objects that are given and where no object is
    VecU32 objects; // which ObjIds have cells in it
    // Regions of one 'node' are parts of the same objects: this one at 'offset' from some common place in
    // them, or where 'stride' is not 0 at multiples of it behind that.
    uint32_t node;
    int64_t offset;
    uint64_t stride;
} Region;

// ---- goals ----
// X(kind, text, meaning): what happens in the program that a property can speak of.
#define EVENTS(X)                                                                                          \
    X(CALL, "call", "the function 'text' is called; the edge leads to 'stop'")                             \
    X(ASSERTION, "assertion", "assert() fails, by the library function 'text'")                            \
    X(OVERFLOW, "overflow", "a signed integer operation overflows; 'text' says which")                     \
    X(SHIFT, "shift", "a shift is undefined; 'text' says why")                                             \
    X(LIBRARY, "library", "a library function gets an argument that it does not allow; 'text' says which") \
    X(UNDEFINED, "undefined", "something else that C leaves undefined; 'text' says what")                  \
    X(RULE, "rule", "a rule is violated, 'text' says which; the edge leads to 'stop'")

typedef enum EventKind {
#define EVENT_NAME(kind, text, meaning) EVENT_##kind,
    EVENTS(EVENT_NAME)
#undef EVENT_NAME
} EventKind;

// X(kind, text, property, meaning): 'property' is what is violated, as RESULT names it; "": as the task says.
#define GOALS(X)                                                                                     \
    X(CALL, "call", "unreach-call", "a function that must not be called")                            \
    X(ASSERTION, "assertion", "unreach-call", "an assertion that must hold")                         \
    X(OVERFLOW, "overflow", "no-overflow", "an operation on signed integers must not overflow")      \
    X(SHIFT, "shift", "no-overflow", "a shift that must be defined")                                 \
    X(RULE, "rule", "rule", "a rule that must be kept")                                              \
    X(DIVISION, "division", "division", "a divisor must not be zero")                                \
    X(UNSET, "unset", "uninit", "a variable that decides something must have a value")               \
    X(LIBRARY, "library", "library", "an argument of a library function that it allows")             \
    X(UNDEFINED, "undefined", "undefined", "nothing else that C leaves undefined")                   \
    X(READ, "read", "valid-deref", "a read must be of bytes of a live object")                       \
    X(WRITE, "write", "valid-deref", "a write must be to bytes of a live object")                    \
    X(FREE, "free", "valid-free", "only the beginning of a live heap object is freed")               \
    X(POINTER_CALL, "pointer call", "valid-deref", "a call through a pointer must be of a function") \
    X(TRACKED, "memtrack", "valid-memtrack", "no heap object is lost")                               \
    X(CLEANUP, "memcleanup", "valid-memcleanup", "all heap objects are freed at the end")            \
    X(COVER, "cover", "", "a place that a test should reach")                                        \
    X(RACE, "race", "no-data-race", "an access that must be ordered with those of other threads")    \
    X(DEADLOCK, "deadlock", "no-deadlock", "a wait for a mutex or a thread that must end")

typedef enum GoalKind {
#define GOAL_NAME(kind, text, property, meaning) GOAL_##kind,
    GOALS(GOAL_NAME)
#undef GOAL_NAME
} GoalKind;

typedef struct Goal {
    GoalKind kind;
    Name text;  // what happens where it is reached: "an assertion fails"
    Name told;  // the same with {variable: words}, for where that was assigned last (story_rule.h), or none
    SrcPos pos; // in the source, and in which function, before inlining
    FuncId func;
} Goal;

// ---- commands ----
// X(kind, text, meaning).  'address', 'size' are terms of pointer_bits.
#define COMMANDS(X)                                                                                                    \
    X(SKIP, "skip", "nothing")                                                                                         \
    X(ASSUME, "assume", "enabled where a (BOOL) holds")                                                                \
    X(ASSIGN, "assign", "vars[i] := terms[i], all at once; n of them")                                                 \
    X(INPUT, "input", "var := the next input; 'input' says of what kind, text the function")                           \
    X(LOAD, "load", "var := memory at address a; bytes = 'bytes'")                                                     \
    X(STORE, "store", "memory at address a := b; bytes = 'bytes'")                                                     \
    X(COPY, "copy", "c bytes from address b to address a, as memmove")                                                 \
    X(SET, "set", "c bytes at address a := b (8 bits)")                                                                \
    X(HAVOC, "havoc",                                                                                                  \
      "all bytes of the object that a points into become inputs; nothing where a is null or wild; c of them are "      \
      "meant. "                                                                                                        \
      "Without a: all bytes that a function without body that is given terms[] may write")                             \
    X(ALLOC, "alloc", "var := address of a new object of site 'object', a bytes")                                      \
    X(FREE, "free", "ends the life of the heap object at a; nothing where a is 0")                                     \
    X(STACK_SAVE, "stack-save", "var := mark of the stack objects alive")                                              \
    X(STACK_RESTORE, "stack-restore", "ends the life of this function's stack objects made since mark a")              \
    X(SCOPE, "scope",                                                                                                  \
      "the block that declares the stack object at a begins ('number') or ends; between blocks it is not alive")       \
    X(OBJECT_SIZE, "object-size", "var := bytes of the live object that a points into; without one the run ends")      \
    X(VALID, "valid", "var (BOOL) := whether c bytes at a may be used as 'valid' says; b is what a was computed from") \
    X(CALL, "call", "vars[] := callee(terms[]), or the function at address a where callee is 0")                       \
    X(RETURN, "return", "returns terms[]; the edge leads to the function's exit location")                             \
    X(PRINT, "print", "var := text(terms[]): printf, puts, putchar; its output is shown by 'hone run'")                \
    X(THREAD_CREATE, "thread-create", "var := id of a new thread that runs function callee or at a, with argument b")  \
    X(THREAD_JOIN, "thread-join", "waits for the end of thread a; var := its result (a pointer)")                      \
    X(THREAD_EXIT, "thread-exit", "ends this thread with result a; the edge leads to 'stop'")                          \
    X(MUTEX_INIT, "mutex-init", "the mutex at a is free")                                                              \
    X(MUTEX_LOCK, "mutex-lock", "waits until the mutex at a is free, takes it")                                        \
    X(MUTEX_TRYLOCK, "mutex-trylock", "var := 0 and takes the mutex at a if free, else EBUSY (16)")                    \
    X(MUTEX_UNLOCK, "mutex-unlock", "frees the mutex at a")                                                            \
    X(ATOMIC_BEGIN, "atomic-begin", "no other thread runs until atomic-end")                                           \
    X(ATOMIC_END, "atomic-end", "")                                                                                    \
    X(INTERRUPT, "interrupt", "as 'interrupt' says: an interrupt begins or ends, or they are turned off or on")        \
    X(ACCESS, "access", "nothing; the thread is about to read or write 'bytes' (or c) bytes at address a")             \
    X(EVENT, "event", "nothing; 'event' and text say what happens here that a monitor may look for")                   \
    X(ERROR, "error", "the goal 'goal' is reached: the property is violated; the edge leads to 'error'")               \
    X(EXIT, "exit", "the program ends with exit code a; leads to 'stop'")                                              \
    X(ABORT, "abort", "the program ends by abort() or a failed assertion; text says which; leads to 'stop'")           \
    X(TRAP, "trap", "undefined behaviour ends the run (division by zero, ...); text says which; leads to 'stop'")      \
    X(UNMODELLED, "unmodelled", "what happens here is not known; text says why; leads to 'stop'")

typedef enum CmdKind {
#define CMD_NAME(kind, text, meaning) CMD_##kind,
    COMMANDS(CMD_NAME)
#undef CMD_NAME
} CmdKind;

typedef enum InputKind {
    INPUT_NONDET,   // a call of __VERIFIER_nondet_*
    INPUT_UNINIT,   // an uninitialised local variable
    INPUT_EXTERNAL, // the result of a function without body
    INPUT_LIBRARY,  // the result of a library function modelled as an input (getchar, time, ...)
    INPUT_MEMORY,   // bytes of memory that were never written, or that a HAVOC made inputs again
} InputKind;

// What INTERRUPT does.  Where there are interrupts, a single processor runs the threads that are in one, and main,
// which is the lowest: who begins preempts all that have begun, and they take no step before it ends.
typedef enum InterruptStep {
    INTERRUPT_BEGIN, // waits until interrupts are on, and preempts
    INTERRUPT_END,
    INTERRUPTS_OFF, // nobody begins
    INTERRUPTS_ON,
} InterruptStep;

// What VALID asks.  The object meant is the one that b points into, or just behind; b is a pointer that the address a
// was computed from by arithmetic.  So an index that leads from one object into another is found.
typedef enum Validity {
    VALID_READ,    // it lives, and has the c bytes at a
    VALID_WRITE,   // the same, and it may be written
    VALID_FREE,    // a is 0, or the beginning of a live heap object
    VALID_STEP,    // a is b, or in the same object, or just behind it; the object may be dead
    VALID_TRACKED, // each live heap object can be reached from global variables; the entry function has returned
} Validity;

typedef struct Cmd {
    CmdKind kind;
    VarId var;       // the result, or 0
    Term a, b, c;    // as the table says
    uint32_t n;      // of vars / terms
    uint32_t n_vars; // CALL: results; ASSIGN: equals n
    VarId *vars;     // in the program's arena
    Term *terms;
    FuncId callee;
    ObjId object;
    RegionId region; // LOAD, STORE after memory_split; 0: any
    uint32_t bytes;  // LOAD, STORE
    uint32_t node;   // ACCESS after memory_split: those of different ones are of different objects; 0: any
    InputKind input;
    EventKind event; // EVENT
    Validity valid;  // VALID
    InterruptStep interrupt;
    GoalId goal; // ERROR, ACCESS; MUTEX_LOCK, THREAD_JOIN: of a deadlock in which the thread waits there, or 0
    bool write;  // ACCESS
    bool atomic; // access by a C11 atomic operation; ACCESS: as if in an atomic section
    bool is_volatile;
    bool apart;    // COPY: as by memcpy, whose source and target may not overlap
    bool number;   // STORE, RETURN: the value is of an integer type, though it may be an address; SCOPE: it begins
    bool variadic; // CALL through a pointer: the last term is the address of the variable arguments
    Name text;
} Cmd;

// ---- the graph ----
typedef struct Edge {
    LocId from, to;
    EdgeId next_out; // the next edge out of 'from', or 0
    SrcPos pos;
    Cmd cmd;
} Edge;
typedef struct Loc {
    FuncId func; // 0: error, stop
    EdgeId first_out, last_out;
    uint32_t inlined; // of which copy of a function it is a part; 0: of 'func' itself
    bool cut;         // a point of every cutpoint graph
    SrcPos pos;
} Loc;
typedef struct PassedCut { // slicing made runs go straight on at 'at', past a cut
    LocId cut, at;
} PassedCut;
typedef struct Inlined { // a copy of 'callee' in place of a call
    FuncId callee;
    SrcPos call;
    uint32_t parent; // the copy that had the call, or 0
} Inlined;
typedef struct Function {
    Name name;
    SrcPos pos;
    VecU32 params;     // VarIds
    VEC(Sort) results; // sorts of what it returns (a struct returns its parts)
    LocId entry, exit; // exit: where RETURN edges lead
    ObjId object;      // its FUNCTION object
    bool address_taken;
    bool variadic; // the last parameter is then the address of the variable arguments
    bool defined;  // has a body
    bool outside;  // stands for all functions of the environment that a call fits: those in its memory
    bool blind;    // does not look at its parameters
} Function;
typedef struct Binding { // at 'loc' (and after, until the next one) the C variable has this value
    LocId loc;
    Name c_name, c_type;
    SrcPos decl;
    Term value; // no term: not known from here on
} Binding;

typedef struct LoopVar { // a C variable that the text of a loop can name
    Name c_name, c_type; // type: without typedefs and qualifiers; "*" of a pointer, none where not known
    Term value;          // at the head; or none:
    ObjId object;        // it lives in memory as this object; 0: its value is not known
} LoopVar;
typedef struct SourceLoop { // a while, for or do statement, or one of its inlined copies
    LocId loc;              // where its head went; 0: lost
    SrcPos pos;             // of the keyword
    FuncId func;            // whose text it is in
    uint32_t first, n;      // its part of loop_vars: all local variables in scope
} SourceLoop; // whenever a run is at the head (while, for: before the test; do: before the body) it is at 'loc',
              // and the variables then have these values; it may be at 'loc' at other times, too

typedef struct Program {
    Terms *terms;
    Arena *arena;
    Names *names;
    bool borrows;          // these three belong to the program it was copied from
    uint32_t pointer_bits; // 32 (ILP32) or 64 (LP64)
    bool split;            // by memory_split
    bool calls_kept;       // none was inlined, though some could be
    uint8_t float_uses;    // FloatUse
    bool once_found;       // by layout_keep
    bool distinct;         // each pointer from outside points to memory of its own
    bool hands_out_held;   // what variables that other files can name hold is handed out (set by memory_split)
    bool monitored;        // by a monitor: the goals are there, and no EVENT is left
    bool lives_matter;     // a goal asks which objects live
    bool stacks_joined;    // a product of threads: lives on their stacks end unseen (but see memory/valid.h)
    bool calls_checked;    // a call through a pointer to no function reaches a goal
    bool heap_counted;     // a goal asks what is left on the heap: what is made there stays there
    bool races_meet;       // a data race is two threads that stand before accesses, whatever orders them
    VEC(Var) vars;         // element 0 of each is unused
    VEC(Function) funcs;
    VEC(Loc) locs;
    VEC(Edge) edges; // a deleted edge has from == 0
    VEC(Object) objects;
    VEC(Region) regions;
    VEC(Binding) bindings;
    VEC(PassedCut) passed;
    VEC(Inlined) inlined;
    VEC(SourceLoop) loops;
    VEC(LoopVar) loop_vars;
    VEC(Goal) goals;
    VEC(Name) files;
    VEC(Name) assumptions; // what the run takes for granted, as sentences
    FuncId entry;
    LocId error, stop;
    VecU32 var_of_term;                      // by term id: VarId; 0, or too short: it is no variable of the program
    Map var_names, object_names, func_names; // private: which names are taken
} Program;

Program *program_new(uint32_t pointer_bits); // makes its own term table; 'error' and 'stop' exist
void program_free(Program *p);
// A copy for engines to change: same numbers of everything.  It shares terms, names and arena
// with 'p', which must outlive it.
Program *program_copy(const Program *p);

VarId program_var(Program *p, FuncId func, const char *name, Sort sort, VarKind kind); // name is made unique
FuncId program_func(Program *p, const char *name);                // with entry and exit, or the one that has the name
ObjId program_object(Program *p, ObjKind kind, const char *name); // GLOBAL, FUNCTION: with its address variable
LocId program_loc(Program *p, FuncId func, SrcPos pos);
EdgeId program_edge(Program *p, LocId from, LocId to, SrcPos pos, Cmd cmd);
void program_delete_edge(Program *p, EdgeId edge);
GoalId program_goal(Program *p, GoalKind kind, const char *text, SrcPos pos, FuncId func);
const char *goal_kind(const Program *p, GoalId goal); // "write", "overflow"
// Reaching the goal at the end of this edge is no violation any more: runs end there.
void program_end_at_goal(Program *p, EdgeId e);
// Only 'goal' counts from now on: a run that reaches another one ends there.
void program_keep_goal(Program *p, GoalId goal);
void program_assume_that(Program *p, const char *sentence); // adds an assumption once
// Where a program looks at the bits of floats, which NaN an operation gives is an assumption, and on 32-bit x86 that a
// function returns a signalling NaN as it is.
typedef enum FloatUse { FLOATS_COMPUTED = 1, FLOATS_LOOKED_AT = 2, FLOATS_RETURNED_BY_X87 = 4 } FloatUse;
void program_uses_floats(Program *p, FloatUse use);

// Commands; the arrays are copied into the arena.
Cmd cmd_assume(Term condition);
Cmd cmd_assign(Program *p, VarId var, Term value);
Cmd cmd_assign_n(Program *p, uint32_t n, const VarId vars[], const Term terms[]);
Cmd cmd_event(EventKind event, Name text);
Cmd cmd_error(GoalId goal);

static inline bool cmd_has_goal(const Cmd *cmd) {
    bool waits = cmd->kind == CMD_MUTEX_LOCK || cmd->kind == CMD_THREAD_JOIN;
    return cmd->kind == CMD_ERROR || cmd->kind == CMD_ACCESS || (waits && cmd->goal);
}
static inline bool cmd_is_outside(const Cmd *cmd) { // a HAVOC for a function without body
    return cmd->kind == CMD_HAVOC && !cmd->a.id;
}

#define THREAD_OF_OTHER_TYPE "a thread function of another type" // UNMODELLED
#define MEMORY_FAILS " fails"               // ends the name of an input: does malloc, or the like, fail?
#define DIVISION_BY_ZERO "division by zero" // the text of the TRAP
// The text of the INPUT that stands for the value of a local variable, of a scalar type and accessed by name, before it
// has one; and of a part of another variable.
#define UNSET_VARIABLE "uninitialised variable"
#define UNSET_PART "uninitialised part of a variable"
Name program_name(Program *p, const char *text);
const char *program_text(const Program *p, Name name);
const char *goal_text(const Program *p, GoalId goal);
const char *goal_property(const Program *p, GoalId goal); // what it violates, as RESULT names it
// Is a source file of the program a model of the C library?
#define LIBRARY_MODELS "src/frontend/libc/" // as the compiler was given them when Hone was built
bool file_is_model(const char *path);
VarId program_var_of(const Program *p, Term variable); // 0: not a variable of the program
Term var_term(const Program *p, VarId var);
FuncId program_find_func(const Program *p, const char *name); // 0: none
#define for_out_edges(p, loc, e) for (EdgeId e = (p)->locs.at[loc].first_out; e; e = (p)->edges.at[e].next_out)

// Aborts (bug) with a message unless the program is well-formed: sorts fit,
// scopes are kept, every edge stays in its function or leads to error or stop,
// the results of calls fit, ASSUME edges are not mixed with others at a location,
// G1 and G3.
void program_check(const Program *p);

typedef struct ProgramStats {
    uint32_t functions, locations, edges, variables, objects, regions, loops_heads, unmodelled;
} ProgramStats;
ProgramStats program_stats(const Program *p); // of what the entry function can reach

// ---- dumps ----
void program_print(const Program *p, FILE *out);     // text, one edge a line
void program_print_dot(const Program *p, FILE *out); // Graphviz
void cmd_print(const Program *p, const Edge *e, Text *out);
#endif
