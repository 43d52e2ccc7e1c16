// bmc.h - inside the bounded model checker; for bmc*.c only
//
// The program is executed on terms, location by location along a weak topological
// order, each loop unrolled up to a bound.  Where paths meet, their states are
// merged, so a location is executed once per round of the loops (and calls) around
// it, whatever the number of paths.  A state is
//
//   a guard   when is it reached: a condition on the inputs.  Guards form a tree:
//             each adds a condition to its parent.  Two guards meet by their
//             common ancestor, which keeps conditions small: after
//             if (c) ... else ..., the guard is the one before it;
//   values    of the variables and of the cells of memory, as terms over the inputs.
//
// Objects have constant addresses: each ALLOC is executed once per context (round
// of the loops and calls around it).  Contexts, addresses and the names of inputs
// do not depend on the bound: deeper unrollings build on the same terms.
#ifndef BMC_H
#define BMC_H
#include "engine/bmc/bmc_map.h"
#include "engine/engine.h"
#include "logic/smt/smt.h"
#include "program/step/encode.h"
#include "program/wto.h"

typedef uint32_t GuardId;   // 0: no run gets here; 1: always
typedef uint32_t ContextId; // 0: outside all loops and calls
enum { GUARD_NEVER = 0, GUARD_ALWAYS = 1 };

typedef struct State {
    GuardId guard;
    uint32_t owner; // of its maps' nodes
    PMap locals;    // by VarId; what a function returns: by number of variables + index
    PMap globals;   // by VarId; of each region the array of its cells: by number of variables + RegionId
    PMap cells;     // by number of the cell: newer than what the arrays have
} State;
typedef VEC(State) VecState;

// ---- guards (bmc_guard.c) ----
typedef struct Guard {
    GuardId parent;
    uint32_t depth;
    Term condition; // added to the parent's
    Term whole;     // the conjunction of all; no term: not yet built
    uint8_t known;  // SmtAnswer
    bool asked;     // the solver was asked, and did not decide
    bool asserted;  // its literal is known to the solver
} Guard;
typedef struct Guards {
    Terms *t;
    VEC(Guard) at;
    Map of; // (parent, condition) -> GuardId
} Guards;
void guards_init(Guards *g, Terms *t);
void guards_free(Guards *g);
GuardId guard_and(Guards *g, GuardId guard, Term condition);
// The guard of what is reached by a or by b, which exclude each other.
// 'in_a' holds where a was taken, given that one of them was.
GuardId guard_or(Guards *g, GuardId a, GuardId b, Term *in_a);
Term guard_term(Guards *g, GuardId guard);
Term bmc_or(Terms *t, Term a, Term b); // each simplified by what the other excludes
Term bmc_and(Terms *t, Term a, Term b);

// ---- memory (bmc_memory.c) ----
typedef struct Block { // an object of the unrolled program
    ObjId site;
    uint64_t base, room; // room: bytes reserved
    Term size;
    uint32_t pass;   // the last unrolling that had it
    uint32_t serial; // when it was made in that unrolling, among all
} Block;
typedef struct Cell {
    RegionId region;
    uint64_t address;
} Cell;
typedef struct RegionInfo {
    uint32_t width; // bytes of a cell
    Sort sort;      // of the array of its cells
    Term first;     // the array at the start; no term: not yet needed
    VecU32 cells;   // those that have a number
    VecU32 sites;   // objects with cells in it
} RegionInfo;

typedef struct Access { // one whose address is not a constant inside an object, or a FREE of such
    GuardId guard;
    RegionId region;
    Term address;
    uint64_t bytes; // 0: FREE
    bool write;
} Access;

// ---- what the unrolling leaves for the trace (bmc_trace.c) ----
typedef struct Taken { // an edge of the unrolled graph
    EdgeId edge;       // 0: the return from a call
    uint32_t to;       // node
    Term condition;    // of an ASSUME, else no term
    Term value;        // what INPUT or LOAD gave, or no term
} Taken;
typedef struct Node {
    uint32_t first, n; // in 'taken'
} Node;

// ---- the graph of a function, made ready ----
typedef struct Plan {
    FuncId func;
    Digraph graph; // of its locations; node i is locs.at[i]
    Wto wto;
    VecU32 locs;
    VecU32 *live; // per node where states can meet: the variables that matter there, rising
} Plan;

typedef struct Stopped { // runs that were not followed, or an error
    GuardId guard;
    EdgeId edge;
    uint32_t node; // where the edge leads
} Stopped;
typedef VEC(Stopped) VecStopped;

typedef struct Frame Frame;
typedef struct Bmc {
    const Task *task;
    Program *p;
    Terms *t;
    Encoder *encoder;
    Smt *smt;
    Guards guards;
    PMaps *maps;
    uint32_t owners; // last owner number given out
    // the graph
    Plan **plans;    // by FuncId
    uint32_t *place; // by LocId: node of its function's graph
    Map contexts;    // (context, number) -> ContextId
    uint32_t n_contexts;
    // memory
    VEC(Block) blocks;
    Map block_of;                     // (edge, context) -> 1 + block
    VecU32 *by_site;                  // by ObjId: its blocks
    VecU32 by_kind[OBJ_FUNCTION + 1]; // by rising base
    uint64_t *constant;               // by VarId of an address: the address
    uint8_t **images;                 // by ObjId: its bytes at the start, or NULL
    bool no_addresses;                // the globals do not fit into memory
    uint64_t next[OBJ_FUNCTION + 1], limit[OBJ_FUNCTION + 1];
    RegionInfo *regions;
    VEC(Cell) cells; // element 0 is unused
    Map cell_of;
    Map choices, lifted; // bmc_choice.c: terms that are choices; results of operations on them
    // this unrolling
    uint32_t pass;
    uint32_t serial; // objects made so far
    uint64_t bound;
    bool free_rounds;       // rounds that a constant decides do not count
    uint64_t steps, splits; // edges taken; branches that depend on inputs
    VEC(Frame *) frames;
    State *now; // the state a command is applied to
    ContextId context;
    VEC(Taken) taken;
    VEC(Node) nodes; // element 0 is unused
    VecTerm entry_inputs;
    VecStopped errors, cut, unmodelled, threads, large; // large: objects that do not fit
    VEC(Access) accesses;
    bool interrupted;
    double begun;     // by smt_clock
    uint64_t inexact; // values that the interpreter computes and we do not
} Bmc;

double bmc_seconds_left(const Bmc *b); // of Task.seconds; large where there is no such limit

// ---- memory ----
void bmc_memory_init(Bmc *b);
void bmc_memory_free(Bmc *b);
Term bmc_initial_value(Bmc *b, VarId global); // of a global variable, when the program starts
Term bmc_load(Bmc *b, RegionId region, Term address);
void bmc_store(Bmc *b, RegionId region, Term address, Term value);
void bmc_access(Bmc *b, RegionId region, Term address, uint64_t bytes, bool write);
bool bmc_object_command(Bmc *b, EdgeId e); // false: not handled
// Objects on the stack that were made after 'serial' do not live any more.
void bmc_end_stack(Bmc *b, uint32_t serial);
// Whether a VALID holds, and the lives of objects that it asks for (bmc_valid.c).  A life is a cell of 'life_region' at
// the beginning of the object: 1, or 0 where it does not live.
RegionId bmc_life_region(const Bmc *b);
void bmc_set_life(Bmc *b, uint32_t block, Term lives); // BOOL
Term bmc_lives(Bmc *b, uint32_t block);
void bmc_valid(Bmc *b, EdgeId e);
void bmc_end_life_at(Bmc *b, Term address, ObjKind kind, bool begins); // FREE, SCOPE
uint32_t bmc_block_at(const Bmc *b, uint64_t address);                 // at or before; UINT32_MAX: none
void bmc_all_blocks(const Bmc *b, VecU32 *out);                        // of this unrolling, of functions too
uint32_t bmc_cell_number(Bmc *b, RegionId r, uint64_t address);
// Are the bytes inside an object that the region has in this unrolling?  Of many, between the first and the last.
Term bmc_inside_objects(Bmc *b, RegionId region, Term address, uint64_t bytes, bool write);
// Are they inside the object that 'place' is in, or just behind?  No term: there is none.
Term bmc_inside_object(Bmc *b, uint64_t place, Term address, uint64_t bytes);
bool bmc_region_is_wild(const Bmc *b, RegionId region);
Term bmc_cell_value(Bmc *b, const State *s, uint32_t cell); // as of the state
Term bmc_region_array(Bmc *b, const State *s, RegionId region);

// ---- choices among constants (bmc_choice.c) ----
bool bmc_is_choice(const Bmc *b, Term a);
Term bmc_choose(Bmc *b, Term condition, Term x, Term y); // ite
Term bmc_build(Bmc *b, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1);
bool bmc_leaves(Bmc *b, Term choice, uint32_t most, VecTerm *out);

// ---- states (bmc_state.c) ----
extern const EncodeState bmc_state;      // how bmc->now is read and changed
State bmc_copy(Bmc *b, State *s);        // both may be changed from now on
void bmc_assume(Bmc *b, Term condition); // on bmc->now
void bmc_merge(Bmc *b, VecState *states, const VecU32 *live, State *out);
// Is each concrete state of 's' one of 'all'?  'No' may be wrong.
bool bmc_includes(Bmc *b, const State *all, const State *s, const VecU32 *live);
Term bmc_any(Bmc *b, EdgeId e, Sort s); // a fresh value, the same for the same edge and context
static inline bool bmc_dead(const State *s) {
    return s->guard == GUARD_NEVER;
}

// ---- unrolling (bmc_plan.c, bmc_unroll.c) ----
Plan *bmc_plan(Bmc *b, FuncId f);
void bmc_plans_free(Bmc *b);
void bmc_unroll(Bmc *b); // fills 'errors', 'cut', ...
ContextId bmc_context(Bmc *b, ContextId parent, uint32_t what, uint32_t number);

// ---- memory of the environment (bmc_settle.c) ----
// 'error' has a model, which is still there.  Looks for one in which accesses stay in their objects, and those that
// have none go to memory of the environment.  False: the first is one, or none was found.
bool bmc_settle_accesses(Bmc *b, Term error);

// ---- the solver ----
SmtAnswer bmc_feasible(Bmc *b, GuardId guard); // within the limits of the session

void bmc_record(const Bmc *b); // the numbers of the unrolling so far, and some of them on the progress line

// ---- traces ----
// Fills in path, inputs and hints of the run that the solver's model describes.
// False where the model does not lead to the error.
bool bmc_trace(Bmc *b, Claim *claim);
#endif
