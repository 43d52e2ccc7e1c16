// bp.h - Boolean programs: procedures over Boolean variables
//
// A program has global variables and procedures; a procedure has formals, further locals, and statements joined by
// 'next'.  The first statement is a skip that nothing leads to.  Within a procedure a variable is a number: the
// globals come first, then its formals, then its other locals.  A run may take any successor; it blocks at an assume
// that does not hold.  What it means:
//
//   - variables start with any value; '*' is any value, anew each time it is evaluated;
//   - schoose[p, n] is true if p, else false if n, else any value;
//   - an assignment, to variables that differ, evaluates all right sides first; 'constrain c' keeps the steps where c
//     holds, in which 'x is x after the step;
//   - 'enforce e' holds at each statement of the procedure, runs that break it block; 'abortif e' is an error wherever
//     e may hold at a statement;
//   - 'dead x' gives x any value;
//   - a thread may run between any two statements of another, except between atomic_begin and atomic_end.
//
// After T. Ball, S. Rajamani, "Bebop: A Symbolic Model Checker for Boolean Programs", SPIN 2000; threads, 'constrain',
// 'abortif' and 'dead' as in the dialect of later tools.
#ifndef BP_H
#define BP_H
#include "base/map.h"
#include "base/vec.h"

// X(op, text, arguments)
#define BP_OPS(X)       \
    X(VAR, "", 0)       \
    X(NEXT, "'", 0)     \
    X(FALSE, "0", 0)    \
    X(TRUE, "1", 0)     \
    X(STAR, "*", 0)     \
    X(NOT, "!", 1)      \
    X(AND, "&", 2)      \
    X(OR, "|", 2)       \
    X(XOR, "^", 2)      \
    X(EQ, "=", 2)       \
    X(IMPLIES, "=>", 2) \
    X(ITE, "?", 3)      \
    X(SCHOOSE, "schoose", 2)
typedef enum BpOp {
    BP_NO_OP,
#define BP_OP(op, text, n) BP_##op,
    BP_OPS(BP_OP)
#undef BP_OP
        BP_OP_COUNT,
} BpOp;

typedef uint32_t BpExpr; // an index; 0: none
typedef struct BpNode {
    BpOp op;
    uint32_t depth;
    uint32_t arg[3]; // expressions; VAR, NEXT: the variable
} BpNode;

typedef enum BpKind {
    BP_SKIP,
    BP_ASSUME, // expr
    BP_ASSERT, // expr
    BP_ASSIGN, // vars := exprs, constrain expr
    BP_CALL,   // vars := proc(exprs); BP_NOTHING among vars drops a result
    BP_RETURN, // exprs; the procedure ends
    BP_DEAD,   // vars
    BP_START,  // a thread starts at statement 'target', with a copy of the locals; or, target 0, at 'proc'
    BP_END,    // the thread ends
    BP_ATOMIC_BEGIN,
    BP_ATOMIC_END,
} BpKind;
enum { BP_NOTHING = UINT32_MAX };

typedef struct BpStmt {
    BpKind kind;
    uint32_t line;
    BpExpr expr;
    uint32_t proc, target;
    VecU32 vars, exprs;
    VecU32 next;
    VecU32 labels; // Names
} BpStmt;

typedef struct BpProc {
    Name name;
    uint32_t line, formals, results;
    VecU32 locals; // Names, formals first
    VEC(BpStmt) stmts;
    BpExpr enforce, abortif; // or none
} BpProc;

typedef struct BpProgram {
    Names *names;
    VecU32 globals;         // Names
    VEC(bool) thread_local; // by global
    VEC(BpNode) nodes;      // element 0 is unused
    VEC(BpProc) procs;
    uint32_t main;
} BpProgram;

void bp_init(BpProgram *p);
void bp_free(BpProgram *p);
void bp_check(const BpProgram *p); // bug unless the program is as said above

// ---- building ----
enum { BP_DEEPEST = 5000 };                                                // expression
BpExpr bp_expr(BpProgram *p, BpOp op, uint32_t a, uint32_t b, uint32_t c); // unused arguments are 0
BpExpr bp_var(BpProgram *p, uint32_t variable);
BpExpr bp_not(BpProgram *p, BpExpr a); // these three simplify
BpExpr bp_and(BpProgram *p, BpExpr a, BpExpr b);
BpExpr bp_or(BpProgram *p, BpExpr a, BpExpr b);
uint32_t bp_proc(BpProgram *p, const char *name);           // a new procedure, with its first skip
uint32_t bp_stmt(BpProc *proc, BpKind kind, uint32_t line); // a new statement, without successors

// ---- looking ----
uint32_t bp_variables(const BpProgram *p, const BpProc *proc); // globals and locals
const char *bp_name(const BpProgram *p, const BpProc *proc, uint32_t variable);
bool bp_has_threads(const BpProgram *p);
bool bp_find_label(const BpProgram *p, const char *label); // is there one of that name?
bool bp_is_labelled(const BpProgram *p, const BpStmt *s, const char *label);
void bp_expr_vars(const BpProgram *p, BpExpr e, VecU32 *out); // appends the variables in it

// ---- text ----
// Reads a program; false with a message "PATH:LINE: what is wrong".
bool bp_parse(const char *path, const char *text, BpProgram *p, Reason *why);
// Writes it in what all tools read: one label and one target at most, no schoose, constrain, enforce, abortif or dead.
// Threads are written in the dialect that has them.
void bp_print(const BpProgram *p, Text *out);
void bp_print_expr(const BpProgram *p, const BpProc *proc, BpExpr e, Text *out);
#endif
