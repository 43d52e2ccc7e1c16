// smt.h - satisfiability of formulas
//
// A session holds a stack of asserted formulas, starts empty, and answers
// whether they are satisfiable.  Nothing above this header knows which solver
// works below.  A session works on one term table and must be freed before it.
//
// SMT_UNKNOWN is always possible: a limit was hit, the solver gave up or failed;
// smt_reason says which.  It claims nothing.  After it the session is
// usable as before: if the solver was damaged it has been built anew with the
// same assertions.
//
// Sessions are not shared between threads, except for smt_interrupt.
#ifndef SMT_H
#define SMT_H
#include "logic/term/term.h"
#include "logic/term/value.h"

typedef struct Smt Smt;
typedef enum SmtAnswer { SMT_UNKNOWN, SMT_SAT, SMT_UNSAT } SmtAnswer;
typedef enum SmtValidity { SMT_UNDECIDED, SMT_VALID, SMT_INVALID } SmtValidity;

// Of each check; 0 is no limit.  'resources' counts the solver's steps and is the
// same on every machine, so a limit by it gives reproducible answers.  'seconds' are converted into the
// steps of a common machine in that time; a limit on real time, several times as long, is for
// work whose steps the solver does not count.
typedef struct SmtLimits {
    double seconds;
    uint64_t resources;
} SmtLimits;

// The solver calls exit with one of these codes when it finds its own state inconsistent or is out of memory: for the
// supervisor of the process.
static inline bool smt_exits_with(int code) {
    return code >= 101 && code <= 114;
}

// Seconds, counted as above, that the solvers of this process have worked: for deadlines.
double smt_clock(void);
void smt_clock_add(double seconds); // for work whose steps are not counted

Smt *smt_new(Terms *t, SmtLimits limits);
// A session that is faster on large formulas of Booleans and bit-vectors; a formula with other
// sorts makes it an ordinary one.
Smt *smt_new_for_bits(Terms *t, SmtLimits limits);
void smt_free(Smt *smt);
void smt_set_limits(Smt *smt, SmtLimits limits);
SmtLimits smt_limits(const Smt *smt);
Terms *smt_terms(const Smt *smt);

// ---- assertions ----
void smt_push(Smt *smt);
void smt_pop(Smt *smt);
uint32_t smt_depth(const Smt *smt); // pushes not yet popped
void smt_assert(Smt *smt, Term formula);

// ---- checks ----
SmtAnswer smt_check(Smt *smt);
// With further formulas for this check only.
SmtAnswer smt_check_assuming(Smt *smt, uint32_t n, const Term assumptions[]);
// For a formula that many checks will assume: the solver's work on it is kept.  Not within a push.
void smt_keep(Smt *smt, Term formula);
uint32_t smt_kept(const Smt *smt); // how many
// Of one formula alone, independent of the assertions: for large formulas checked
// once.  The solver first simplifies all of it; nothing is kept for later.
SmtAnswer smt_solve(Smt *smt, Term formula);
const char *smt_reason(const Smt *smt); // why the last answer was SMT_UNKNOWN
// Makes a running check of this session answer SMT_UNKNOWN; safe in signal
// handlers' threads, never in the handler itself.
void smt_interrupt(Smt *smt);

// After SMT_UNSAT of smt_check_assuming: the indices of assumptions that suffice
// for it, in order.  'minimise' drops those that further checks (each within the
// limits) prove superfluous.
void smt_core(Smt *smt, bool minimise, VecU32 *out);

// ---- models: after SMT_SAT, until the next call that checks or changes assertions ----
// The value of any term, as a constant; of an array, as stores into a constant
// array.  No term where the value cannot be written (an irrational Real).
Term smt_value(Smt *smt, Term a);
// False where the model need not be a real behaviour, because some formula
// holds an operation the solver does not know (FP_FMOD).
bool smt_model_is_exact(const Smt *smt);

// ---- validity, independent of the assertions ----
// Answers other than SMT_UNDECIDED are remembered.
SmtValidity smt_valid(Smt *smt, Term formula);
SmtValidity smt_implies(Smt *smt, Term strong, Term weak);
SmtValidity smt_equivalent(Smt *smt, Term a, Term b);

// ---- optimisation under the assertions; a found value is confirmed by checks ----
typedef enum SmtOptimum {
    OPTIMUM_UNKNOWN,   // also: a bound of a Real that is not attained, where the solver errs
    OPTIMUM_NONE,      // the assertions are unsatisfiable
    OPTIMUM_UNBOUNDED, // Int and Real only
    OPTIMUM_VALUE,     // *value is attained
    OPTIMUM_LIMIT,     // *value is approached and never attained (Real)
} SmtOptimum;
typedef enum SmtOrder { ORDER_UNSIGNED, ORDER_SIGNED } SmtOrder; // of bit-vectors; else ignored
SmtOptimum smt_maximum(Smt *smt, Term a, SmtOrder order, Term *value);
SmtOptimum smt_minimum(Smt *smt, Term a, SmtOrder order, Term *value);

// ---- statistics ----
#define SMT_STATS(X)                                      \
    X(checks, "satisfiability checks")                    \
    X(sat, "answered satisfiable")                        \
    X(unsat, "answered unsatisfiable")                    \
    X(unknown, "not answered")                            \
    X(validity, "validity queries")                       \
    X(cache_hits, "validity queries answered from cache") \
    X(cores, "unsat cores")                               \
    X(translated, "terms given to the solver")            \
    X(rebuilt, "sessions rebuilt after a failure")
typedef struct SmtStats {
#define SMT_FIELD(name, text) uint64_t name;
    SMT_STATS(SMT_FIELD)
#undef SMT_FIELD
    double seconds; // in checks
} SmtStats;
SmtStats smt_stats(const Smt *smt);
#endif
