// itp.h - inside of interpolation; for interpolate.c, itp_*.c only
#ifndef ITP_H
#define ITP_H
#include "logic/smt/horn.h"
#include "logic/reason/interpolate.h"
#include "logic/term/table.h"

struct Interpolator {
    Terms *t;
    Smt *smt; // satisfiability, cores, checks
    Smt *lra; // certificates
    SmtLimits limits;
    double deadline; // by smt_clock, of the problem at hand; 0: none
    Reason reason;
    ItpStats stats[ITP_KINDS];
};

// A system with what the ways need to know about it.
typedef struct ItpSystem {
    Horn *horn;   // slimmed; scopes restricted to what still occurs on both sides
    VecU32 order; // relations, each after those it depends on
    bool tree;    // each relation is the head of one clause and in the body of one
    bool linear;  // each clause has at most one relation in its body
} ItpSystem;

double itp_time_left(const Interpolator *ip); // seconds; large where there is no limit
SmtLimits itp_limits(const Interpolator *ip);

// Solves the system as the kind of problem it is; out[r] for each relation.
ItpAnswer itp_solve(Interpolator *ip, ItpKind kind, const Horn *h, Term out[]);

// The ways: a candidate, not checked.
bool itp_farkas(Interpolator *ip, const ItpSystem *s, Term out[]);
bool itp_post(Interpolator *ip, const ItpSystem *s, Term out[]);
bool itp_pre(Interpolator *ip, const ItpSystem *s, Term out[]);
bool itp_box(Interpolator *ip, const ItpSystem *s, Term out[]);
bool itp_engine(Interpolator *ip, const ItpSystem *s, Term out[]);

// exists (all but the scope). a, or something weaker.
Term itp_project_cheaply(Interpolator *ip, Term a, const VecTerm *scope);
Term itp_project(Interpolator *ip, Term a, const VecTerm *scope);

// ---- systems (itp_system.c) ----
// SMT_UNSAT: 'out' is the system cut down to a core.  Free it with itp_system_free.
SmtAnswer itp_system_slim(Interpolator *ip, const Horn *h, ItpSystem *out);
void itp_system_free(ItpSystem *s);
void itp_conjuncts(Terms *t, Term a, VecTerm *out);
#endif
