// interpret_machine.h - inside the interpreter: the state of a run
//
// A Step is an edge compiled.  A value is read from a slot or computed by
// code; slots are in two banks: the current frame, and the globals with all
// constants behind them.  Whatever ends the run calls machine_end and
// returns false up to the loop in interpret.c.
#ifndef INTERPRET_MACHINE_H
#define INTERPRET_MACHINE_H
#include "program/run/interpret.h"

// ---- memory (interpret_memory.c) ----
typedef struct Instance { // an object of the run
    uint64_t base;
    uint64_t readable; // bytes that may be read from 'base' on: 0 when dead, and of functions
    uint64_t writable; // ... written: 0 also of constants
    uint8_t *bytes;
    uint8_t *written; // per byte, 1: has a value; NULL: all have
    RegionId *region; // per byte, who wrote it last; NULL: not kept
    uint64_t size;
    ObjId site;
    uint32_t number; // as in trace.h
    ObjKind kind;
    bool live;
    bool given; // handed out to functions without body
    bool out;   // the block that declares it has ended
} Instance;

typedef struct Placed {
    uint64_t base;
    Instance *instance;
} Placed;
typedef struct Space { // one range of addresses
    uint64_t start, end;
    uint64_t next, limit; // new objects go here
    VEC(Placed) placed;   // by rising base
    uint32_t dead;        // of them
} Space;

enum { SPACES = OBJ_FUNCTION + 1, INSTANCE_CHUNK = 512 };
typedef struct Memory {
    Space space[SPACES];
    Instance *environment; // its memory; NULL until something is accessed there
    VEC(Instance *) given; // all that was handed out
    uint64_t bytes;        // of live objects, with some for the overhead
    uint32_t numbers;
} Memory;

// ---- compiled commands (interpret_compile.c) ----
typedef struct Operand {
    Code *code; // NULL: the value is in 'slot'
    uint32_t slot;
} Operand;
typedef struct Step {
    uint8_t kind;       // CmdKind
    bool ready;         // compiled
    bool other_negated; // ASSUME: the next edge is the same, negated
    bool whole;         // LOAD, STORE: a plain integer of 1, 2, 4 or 8 bytes
    uint32_t bytes;
    LocId to;
    EdgeId edge, next_out;
    uint32_t var; // slot of the result; NO_SLOT: none
    Operand a, b, c;
    ValueType type; // of the variable, or of the stored value
    uint64_t mask;
    Instance *cache; // the object of the last access
    uint32_t n, n_vars;
    uint32_t *vars;   // slots
    Code *values;     // of terms[], when n > 0
    ValueType *types; // of terms[] (CALL, PRINT)
    RegionId region;
    FuncId callee;
    bool write, atomic;     // ACCESS
    const char *unmodelled; // why it cannot be run, or NULL
} Step;
#define NO_SLOT UINT32_MAX

struct Interpreter {
    const Program *p;
    Step *steps;        // by EdgeId
    uint32_t *slot_of;  // by VarId
    uint32_t *n_slots;  // by FuncId: locals of a frame
    uint32_t n_globals; // slots of bank 1 before the constants
    VEC(Value) globals; // bank 1: globals, then constants
    VEC(Value) scratch;
    Map constants;      // term -> slot
    VEC(VarId) private; // globals that each thread has for itself
    Arena *arena;
    VEC(Instance *) chunks; // instances never move, and live as long as the interpreter
    VEC(Instance *) spare;
    uint32_t *first_binding, *next_binding; // by LocId, by index; made for tracing only
    Code **binding_code;
};

// Makes the step of edge e ready.
void compile_step(Interpreter *it, EdgeId e);
Code *compile_term(Interpreter *it, Term a); // NULL: it cannot be evaluated

// ---- threads (interpret_thread.c) ----
typedef struct Frame {
    FuncId func;
    uint32_t base;      // of its locals in the thread's values
    uint32_t first;     // of its stack objects in the thread's list
    const Step *caller; // the call it returns to; NULL: the thread ends
} Frame;
typedef enum ThreadState { THREAD_RUNS, THREAD_LOCKS, THREAD_JOINS, THREAD_INTERRUPTS, THREAD_ENDED } ThreadState;
typedef struct Thread {
    uint32_t id;
    ThreadState state;
    uint64_t waits_for; // address of a mutex, id of a thread
    LocId loc;          // while it does not run
    uint32_t atomic;    // nested atomic sections
    uint32_t level;     // of the interrupt it is in, or of main, from 1 on; 0: in none
    bool joined;
    Value result;
    VEC(Frame) frames;
    VEC(Value) values;
    VEC(Instance *) stack; // its live stack objects
    Value *private;        // its values of the private globals, while it does not run
} Thread;

typedef struct RaceClocks RaceClocks;

typedef struct Machine {
    Interpreter *it;
    const Program *p;
    const RunOptions *o;
    RunResult *r;
    RunEnd end;
    LocId loc;
    EdgeId edge;
    uint64_t steps, pause_at; // at pause_at the loop asks what to do
    const Value *bank[2];
    Value *locals, *globals; // the banks, to write
    Thread *t;               // that runs
    VEC(Thread *) threads;
    Memory memory;
    Map mutexes;       // address -> 1 + thread that holds it; 0: free
    uint32_t level;    // of the interrupt that has preempted all others
    bool off;          // no interrupt begins
    RaceClocks *races; // NULL: the program has no goal of kind RACE
    uint64_t frame_bytes;
    uint64_t random;
    uint32_t next_input, next_uninit; // in the given trace
    uint32_t turn;                    // in the given schedule
    uint64_t turn_from, turn_end;     // steps when this thread's turn began and ends
    bool watched;                     // path or trace wanted
    EdgeId returned_to;               // the call that the last return went back to
    bool regions;
    bool unrecorded; // nothing goes to the trace of the result
    uint32_t *loads; // by EdgeId: how often a LOAD was taken; kept where o->unwritten asks for it
    Reason fault;    // what the last VALID found that did not hold, in words
    Text text;       // scratch
} Machine;

bool machine_begin(Machine *m);  // up to the first edge; false: the run has ended
bool machine_step(Machine *m);   // one edge of the thread that runs; false: the run has ended
void machine_finish(Machine *m); // fills the result, frees the rest
// Ends the run; always false.
bool machine_end(Machine *m, RunEnd end, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool machine_within_memory(Machine *m, uint64_t more); // else ends the run
void machine_bank(Machine *m);                         // after the values moved

static inline Value operand(const Machine *m, const Operand *o) {
    if (!o->code)
        return m->bank[o->slot >> 31][o->slot & ~SLOT_BANK1];
    Value v;
    code_run(o->code, m->bank, &v);
    return v;
}

static inline void set_slot(Machine *m, uint32_t slot, Value v) {
    assert(slot != NO_SLOT);
    if (slot & SLOT_BANK1)
        m->globals[slot & ~SLOT_BANK1] = v;
    else
        m->locals[slot] = v;
}

void memory_init(Machine *m);
void memory_free(Machine *m);
// Debug builds: the objects of each space are sorted by address, apart, inside the space, and the dead ones are
// counted.
void memory_check(const Machine *m);
Instance *memory_take_instance(Interpreter *it); // all zero
void memory_drop_contents(Instance *o);
Instance *memory_environment(Machine *m); // the environment's memory, made when it is first asked for
Instance *memory_new(Machine *m, ObjId site, uint64_t size); // NULL: the run has ended
void memory_global_init(Machine *m, Instance *o);            // the bytes it starts with
void memory_end_life(Machine *m, Instance *o);
Instance *memory_find(Machine *m, uint64_t address); // the one at or before; NULL: none
// Checks an access to an object; NULL: the run has ended.
Instance *memory_access(Machine *m, uint64_t address, uint64_t bytes, bool write);
// Gives a value to the bytes of [offset, offset + n) that have none.
bool memory_fix(Machine *m, Instance *o, uint64_t offset, uint64_t n);
bool memory_load(Machine *m, Step *s);
bool memory_store(Machine *m, Step *s);
bool memory_copy(Machine *m, const Step *s);
bool memory_set(Machine *m, const Step *s);
bool memory_havoc(Machine *m, const Step *s);
bool memory_outside(Machine *m, const Step *s); // HAVOC for a function without body
bool memory_is_given(Machine *m, uint64_t address);
// May a pointer from outside have this value?  Else ends the run.
bool memory_from_outside(Machine *m, uint64_t *address);
bool memory_alloc(Machine *m, const Step *s);
bool memory_release(Machine *m, const Step *s);
void memory_pop_stack(Machine *m, Thread *t, uint32_t first);
bool memory_object_size(Machine *m, const Step *s);
bool memory_scope(Machine *m, const Step *s);
void memory_forget(Machine *m, Instance *o); // its bytes become inputs again
// Says why 'bytes' at 'address' cannot be accessed; o is the object meant, or NULL.
void memory_say_access(const Machine *m, uint64_t address, uint64_t bytes, bool write, const Instance *o, Reason *why);
void memory_say_free(const Machine *m, uint64_t address, const Instance *o, Reason *why); // cannot be freed
static inline uint64_t memory_end(const Instance *o) {
    return o->base + o->size;
}
bool memory_valid(Machine *m, const Step *s);                          // interpret_valid.c
uint32_t memory_bytes(ValueType type);                                 // that a value needs
Value memory_decode(ValueType type, const uint8_t *bytes, uint32_t n); // n: how many there are
void memory_encode(ValueType type, Value v, uint8_t *bytes, uint32_t n);

Thread *thread_new(Machine *m);
void thread_free(Thread *t);
void thread_end(Machine *m, Thread *t, Value result);
bool thread_can_run(const Machine *m, const Thread *t);
void thread_resume(Machine *m, Thread *t); // it runs from now on
bool thread_switch(Machine *m);            // to one that can run; false: the run has ended
bool machine_pause(Machine *m);            // pause_at was reached
void machine_plan(Machine *m);             // sets pause_at
bool thread_create(Machine *m, const Step *s);
bool thread_join(Machine *m, const Step *s);
bool mutex_do(Machine *m, const Step *s);
bool interrupt_do(Machine *m, const Step *s);
void thread_enter(Machine *m, Thread *t); // its variables are in place; it need not run
// Puts a frame of 'func' on thread t; the parameters are then the first locals.
bool push_frame(Machine *m, Thread *t, FuncId func, const Step *caller);
// The function at an address, or 0 and the run has ended.
FuncId function_at(Machine *m, uint64_t address);

// ---- data races (interpret_race.c) ----
void race_begin(Machine *m);
void race_end(Machine *m);
bool race_access(Machine *m, const Step *s);  // false: a race, the run has ended
bool race_create(Machine *m, uint32_t child); // by the thread that runs; false: the run has ended
void race_join(Machine *m, uint32_t child);   // into the thread that runs
void race_lock(Machine *m, uint64_t mutex);   // by the thread that runs
void race_unlock(Machine *m, uint64_t mutex); // the same
void race_section_end(Machine *m);            // of the outermost section

bool machine_print(Machine *m, const Step *s); // PRINT (interpret_print.c)

void watch_prepare(Machine *m);                              // tracing (interpret_watch.c)
void watch_step(Machine *m, const Step *s, const Thread *t); // after t took it
void watch_end(Machine *m);
#endif
