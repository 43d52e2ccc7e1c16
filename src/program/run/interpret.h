// interpret.h - runs a Program exactly as program.h says
//
// The interpreter is the ground truth: a `false` stands only if a run of it
// reaches 'error'.  Given the inputs, the initial memory and the schedule (all
// three are a Trace) a run is determined; the result has the Trace of what was
// really consumed, and running again with that Trace takes the same edges.
//
// What program.h leaves open is settled here:
//
//   - Addresses of functions, globals, heap and stack are in four ranges;
//     objects are at least 16 bytes apart and aligned to 16 at least, so one
//     past the end of an object is inside no other.  Addresses of dead objects are
//     used again only when a range is full (32-bit pointers; after gigabytes).
//   - Memory of the environment is one range of bytes, which gets its number (trace.h) when it is first
//     accessed; offsets in it count from ENVIRONMENT_BASE.
//   - A byte read before any write becomes an input then and keeps its value;
//     COPY reads all it copies.  HAVOC leaves constants and functions alone:
//     nothing may write them.
//   - A load fixes only the bytes that its sort needs; a store writes all its
//     bytes, filled up with zeros.  Floats are stored as they are, x86 long
//     doubles as 10 bytes.
//   - A global variable that stands for a GLOBAL object starts with that
//     object's first bytes; other global variables start with zero.
//   - Arguments of the entry function are inputs of kind UNINIT, taken first.
//   - A call by address must fit in number and sorts of arguments and
//     results, else it is a trap; of a function without body it is unmodelled.
//   - Values of more than 128 bits, and operations of other theories, are unmodelled.
//   - Where the program has goals of kind RACE the accesses of all threads are ordered by clocks (interpret_race.c),
//     and the run ends with ERROR at the first ACCESS that is not ordered with one before.
//   - Without a schedule a thread runs until it waits or ends, then the next
//     one that can run.  A thread at a false assumption ends the whole run (BLOCKED).
//     When the main function returns, all ends; when the main thread exits, others go on.
//
// An Interpreter keeps the compiled commands from run to run.  The Program
// must not change while it is in use.
#ifndef INTERPRET_H
#define INTERPRET_H
#include "program/program.h"
#include "program/run/trace.h"

// X(end, text)
#define RUN_ENDS(X)                                       \
    X(GOING, "has not ended")                             \
    X(RETURNED, "the entry function returned")            \
    X(EXITED, "the program exited")                       \
    X(ABORTED, "the program aborted")                     \
    X(ERROR, "the error was reached")                     \
    X(TRAP, "undefined behaviour")                        \
    X(MEMORY_ERROR, "memory error")                       \
    X(BLOCKED, "an assumption does not hold")             \
    X(DEADLOCK, "every thread waits")                     \
    X(UNMODELLED, "not modelled")                         \
    X(INPUTS_EXHAUSTED, "the inputs ran out")             \
    X(TIME_LIMIT, "time limit")                           \
    X(STEP_LIMIT, "step limit")                           \
    X(DEPTH_LIMIT, "call depth limit")                    \
    X(OUTPUT_LIMIT, "output limit")                       \
    X(OUT_OF_MEMORY, "memory limit")                      \
    X(WRONG_REGION, "an access through the wrong region") \
    X(WRONG_CHOICE, "two assumptions of one location hold at once")

typedef enum RunEnd {
#define RUN_NAME(end, text) RUN_##end,
    RUN_ENDS(RUN_NAME)
#undef RUN_NAME
} RunEnd;
const char *run_end_text(RunEnd end);

typedef enum InputSource { SOURCE_ZERO, SOURCE_RANDOM, SOURCE_NONE } InputSource;

// The state of a run, for an observer to look at while it is called.
typedef struct Machine RunView;

typedef struct RunOptions {
    const Trace *inputs;   // or NULL
    InputSource then;      // inputs that are not there: zero, random, or the run ends
    uint64_t seed;         // of random inputs and schedules
    bool random_schedule;  // after the given one: switch threads at random places,
    uint32_t longest_turn; // after at most so many edges; 0: a few
    bool elsewhere;        // all objects are at other addresses: a run that does not depend on them stays the same
    bool no_havoc;         // HAVOC changes nothing, as where functions without body write nothing
    bool check_regions;    // WRONG_REGION is looked for: tests the points-to analysis
    bool check_choices;    // WRONG_CHOICE is looked for
    uint64_t max_steps;    // edges taken
    uint64_t max_memory;   // bytes of live objects, frames and recorded inputs
    uint64_t max_output;   // bytes printed
    uint32_t max_depth;    // frames of one thread
    uint32_t max_path;     // edges of the path that are kept; 0: none
    // Or NULL.  Asked for the value of a LOAD that reads bytes never written and not in 'inputs'; 'occurrence':
    // how often the run took that edge before.  Bytes it has no value for are zero then, whatever 'then' says.
    bool (*unwritten)(void *context, EdgeId load, uint32_t occurrence, Value *value);
    void *unwritten_context;
    // Or NULL.  Asked for an input that is not in 'inputs', of type 'type'; 'edge': the INPUT, 0 for an argument of
    // the entry function.  Where it has none, 'then' says what happens.
    bool (*choose)(void *context, EdgeId edge, ValueType type, Value *value);
    void *choose_context;
    void (*output)(void *context, const char *text, size_t length); // or NULL
    void *output_context;
    void (*trace)(void *context, const char *line); // what the run does, line by line, or NULL
    void *trace_context;
    // Or NULL.  Called for each edge, before it is taken and after ('taken').  One that has to wait
    // is about to be taken several times.
    void (*observe)(void *context, RunView *view, EdgeId edge, bool taken);
    void *observe_context;
} RunOptions;
RunOptions run_options(void); // zero inputs, checks off, the usual limits

typedef struct RunBlock { // on the heap
    uint32_t number;      // as in trace.h
    uint64_t size;
} RunBlock;
typedef struct RaceLock { // a mutex by where it is
    ObjId object;
    uint64_t offset;
} RaceLock;
typedef struct RunRace { // the two accesses of a data race, the earlier one first
    struct RaceAccess {
        EdgeId edge; // ACCESS
        uint32_t thread;
        uint64_t step; // edges that the run had taken before
        bool atomic;
        VEC(RaceLock) locks; // held by the thread
    } of[2];
    uint64_t address;
    ObjId object;    // that the address is in, or 0
    uint64_t offset; // in it
} RunRace;
typedef struct RunResult {
    RunEnd end;
    Reason message;    // one sentence; "" where 'end' says all
    int64_t exit_code; // RETURNED, EXITED
    EdgeId edge;       // the last one taken or tried
    FuncId func;       // where
    SrcPos pos;
    uint64_t steps;       // edges taken
    uint64_t output;      // bytes printed
    Trace trace;          // what the run consumed
    uint32_t environment; // the number of the environment's memory; 0: the run did not access it
    ObjId kept;           // one that points-to hands out to a function without body, and this run had not; 0: none
    uint64_t beyond;      // ERROR by an access outside its object: how far outside, in bytes; 0: not so
    bool stale; // ERROR by an access of a variable of a function that has returned, or of a block that began again
    uint32_t misfits;   // inputs whose name or type did not fit where they were used
    VecU32 path;        // the first max_path edges
    RunRace race;       // ERROR at an ACCESS
    VEC(RunBlock) heap; // the first of those that were allocated, in order
} RunResult;
void run_result_free(RunResult *r);
// The scalars of an object made once have the object's first bytes from the start.  Those that the run writes before
// it reads them, or never reads, are dropped from what it consumed; needs the whole path.
void run_forget_unread(const Program *p, RunResult *r);
uint32_t run_unwritten(const RunResult *r); // bytes of objects that were read before any write

// ---- for observers ----
// The value of a term over the variables in scope; false where it cannot be computed.
bool run_view_value(RunView *view, Term a, Value *value);
// The values of the command's a, b, c before it is taken; 0 where it has none.
void run_view_operands(RunView *view, EdgeId edge, uint64_t operands[3]);
typedef struct RunObject { // an object of the run
    ObjId site;
    uint64_t base, size;
    bool live;
    uint32_t number; // as in trace.h
} RunObject;
// The object that the address is in, or one past the end of; false: none.
bool run_view_object(RunView *view, uint64_t address, RunObject *object);
bool run_view_outside(RunView *view, uint64_t address); // in memory of the environment, which the run has accessed?
bool in_environment(uint64_t address, uint64_t bytes);  // are all of them at addresses of the environment's memory?

typedef struct Interpreter Interpreter;
Interpreter *interpreter_new(const Program *p);
void interpreter_free(Interpreter *it);
void interpreter_run(Interpreter *it, const RunOptions *options, RunResult *result);

// The same for one run.
void interpret(const Program *p, const RunOptions *options, RunResult *result);
#endif
