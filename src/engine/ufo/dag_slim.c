// dag_slim.c - steps cut down to what excludes every path
//
// Each literal of each step gets a switch; those outside an unsat core of the whole
// question are put to true.  Cores are not minimal, so it is done again with what is left, in all
// DAG_SLIM_ROUNDS times.  What explains the weaker steps explains the real ones.
#include "engine/ufo/dag.h"

typedef struct Slim {
    Terms *t;
    VecTerm switches; // by literal
    VecTerm literals;
    Map *number;    // by edge: literal -> 1 + place above
    VecTerm normal; // by edge: the step in negation normal form
} Slim;

typedef Term (*LiteralMap)(void *context, Term literal);

// A formula in negation normal form with its literals replaced.
static Term map_literals(Terms *t, Term a, LiteralMap leaf, void *context) {
    Map done = { 0 };
    VecTerm stack = { 0 }, args = { 0 };
    vec_push(&stack, a);
    while (stack.count) {
        Term x = vec_last(&stack), y;
        Op op = term_op(t, x);
        bool junction = op == OP_AND || op == OP_OR, ready = true;
        if (map_find(&done, x.id)) {
            stack.count--;
            continue;
        }
        args.count = 0;
        for (uint32_t i = 0; junction && i < term_arity(t, x); i++) {
            Term arg = term_arg(t, x, i);
            uint32_t known = map_find(&done, arg.id);
            if (!known)
                vec_push(&stack, arg);
            ready &= known != 0;
            vec_push(&args, (Term){ known });
        }
        if (!ready)
            continue;
        if (junction)
            y = op == OP_AND ? term_and_n(t, args.count, args.at) : term_or_n(t, args.count, args.at);
        else
            y = leaf(context, x);
        map_put(&done, x.id, y.id);
        stack.count--;
    }
    Term result = { map_find(&done, a.id) };
    map_free(&done);
    vec_free(&stack);
    vec_free(&args);
    return result;
}

typedef struct OfEdge {
    Slim *s;
    uint32_t edge;
    const bool *kept; // by literal
} OfEdge;

static Term with_switch(void *self, Term literal) {
    OfEdge *of = self;
    Slim *s = of->s;
    if (term_is_const(s->t, literal))
        return literal;
    char name[32];
    snprintf(name, sizeof name, "dag!s%u", s->literals.count);
    vec_push(&s->literals, literal);
    vec_push(&s->switches, term_var(s->t, name, sort_bool(s->t)));
    map_put(&s->number[of->edge], literal.id, s->literals.count);
    return term_implies(s->t, vec_last(&s->switches), literal);
}

static Term if_kept(void *self, Term literal) {
    OfEdge *of = self;
    uint32_t number = map_find(&of->s->number[of->edge], literal.id);
    return !number || of->kept[number - 1] ? literal : term_true(of->s->t);
}

// The switches that are still needed; false: the solver does not know.
static bool find_core(const Dag *dag, const Slim *s, Smt *smt, const VecTerm *guarded, VecU32 *needed) {
    VecTerm clauses = { 0 }, assumed = { 0 };
    VecU32 core = { 0 };
    bool good = true;
    dag_question(dag, guarded, false, &clauses);
    smt_push(smt);
    for (uint32_t i = 0; i < clauses.count; i++)
        smt_assert(smt, clauses.at[i]);
    smt_assert(smt, dag_node_taken(s->t, 0));
    for (uint32_t round = 0; round < DAG_SLIM_ROUNDS && good; round++) {
        assumed.count = 0;
        for (uint32_t i = 0; i < needed->count; i++)
            vec_push(&assumed, s->switches.at[needed->at[i]]);
        SmtAnswer answer = smt_check_assuming(smt, assumed.count, assumed.at);
        good = answer == SMT_UNSAT || (answer == SMT_UNKNOWN && round);
        if (answer != SMT_UNSAT)
            break;
        core.count = 0;
        smt_core(smt, false, &core);
        bool same = core.count == needed->count;
        for (uint32_t i = 0; i < core.count; i++)
            needed->at[i] = needed->at[core.at[i]]; // in order, so nothing is overwritten too early
        needed->count = core.count;
        if (same)
            break;
    }
    smt_pop(smt);
    vec_free(&clauses);
    vec_free(&assumed);
    vec_free(&core);
    return good;
}

bool dag_slim(const Dag *dag, Smt *smt, Term steps[], uint64_t *before, uint64_t *after) {
    uint32_t n = dag->edges.count;
    Slim s = { .t = dag->pc->t, .number = base_alloc((n + 1) * sizeof(Map)) };
    VecTerm guarded = { 0 };
    VecU32 needed = { 0 };
    for (uint32_t e = 0; e < n; e++) {
        vec_push(&s.normal, term_nnf(s.t, steps[e]));
        vec_push(&guarded, map_literals(s.t, s.normal.at[e], with_switch, &(OfEdge){ &s, e, NULL }));
    }
    for (uint32_t i = 0; i < s.literals.count; i++)
        vec_push(&needed, i);
    bool good = find_core(dag, &s, smt, &guarded, &needed);
    bool *kept = base_alloc(s.literals.count + 1);
    for (uint32_t i = 0; i < needed.count; i++)
        kept[needed.at[i]] = true;
    for (uint32_t e = 0; e < n; e++) {
        if (good)
            steps[e] = map_literals(s.t, s.normal.at[e], if_kept, &(OfEdge){ &s, e, kept });
        map_free(&s.number[e]);
    }
    *before += s.literals.count;
    *after += good ? needed.count : s.literals.count;
    free(kept);
    free(s.number);
    vec_free(&s.switches);
    vec_free(&s.literals);
    vec_free(&s.normal);
    vec_free(&guarded);
    vec_free(&needed);
    return good;
}
