// bmc_settle.c - where do accesses at unknown addresses go?
//
// For proofs' sake the unrolling allows an access more than a run does: through a pointer into one object
// to reach another one of its region, and through a wild region to go anywhere but to null.  A run of the program finds
// memory inside the object that the pointer was made from, and, where it is an input, in the environment's memory
// (program.h).  So when the error is found, a model is looked for in which each access that is executed is there.
// The first question is a tidy one, see environment.h.
#include "engine/bmc/bmc.h"
#include "system/environment.h"

// For these questions, which only look for a better model.
enum { MODEL_SECONDS = 5, MOST_VISITS = 256, MOST_FREED = 64 };

// ---- what a term may be ----
// May the value come from the address of an object?  'Yes' may be wrong; where it is wrongly 'no', the second
// question has no such rule.
static bool may_be_object(Bmc *b, Term a, uint32_t *visits) {
    Terms *t = b->t;
    uint64_t value, high;
    uint32_t first = 0, n = term_arity(t, a);
    if (++*visits > MOST_VISITS)
        return true;
    switch (term_op(t, a)) {
    case OP_BV_CONST:
        if (sort_width(t, term_sort(t, a)) != b->p->pointer_bits)
            return false;
        term_bits(t, a, &value, &high);
        return bmc_inside_object(b, value, a, 0).id != 0;
    case OP_SELECT: // the array
        n = 1;
        break;
    case OP_STORE: // the array and the value, not the index
        return may_be_object(b, term_arg(t, a, 0), visits) || may_be_object(b, term_arg(t, a, 2), visits);
    case OP_ITE: // not the condition
        first = 1;
        break;
    default:
        break;
    }
    for (uint32_t i = first; i < n; i++)
        if (may_be_object(b, term_arg(t, a, i), visits))
            return true;
    return false;
}

// ---- one access ----
static Term number(Bmc *b, uint64_t x) {
    return term_bv(b->t, x, b->p->pointer_bits);
}

// FREE ends the life of a heap object, or does nothing.
static Term can_be_freed(Bmc *b, Term address) {
    const VecU32 *heap = &b->by_kind[OBJ_HEAP];
    Term any = term_eq(b->t, address, number(b, 0));
    uint32_t n = 0;
    for (uint32_t i = 0; i < heap->count && n <= MOST_FREED; i++) {
        if (b->blocks.at[heap->at[i]].pass != b->pass)
            continue;
        any = term_or(b->t, any, term_eq(b->t, address, number(b, b->blocks.at[heap->at[i]].base)));
        n++;
    }
    return n > MOST_FREED ? term_true(b->t) : any;
}

// Where the address is reckoned from that of an object: is it inside this one?  'otherwise' is for choices of
// which one part only is so.  No term: it is not.
static Term stays(Bmc *b, const Access *x, Term part, Term otherwise, uint32_t *visits) {
    Terms *t = b->t;
    uint64_t value, high;
    Term found = { 0 };
    if (++*visits > MOST_VISITS)
        return found;
    if (term_op(t, part) == OP_BV_CONST) {
        term_bits(t, part, &value, &high);
        return bmc_inside_object(b, value, x->address, x->bytes);
    }
    if (term_op(t, part) == OP_BV_ADD) {
        for (uint32_t i = 0; i < term_arity(t, part) && !found.id; i++)
            found = stays(b, x, term_arg(t, part, i), otherwise, visits);
        return found;
    }
    if (term_op(t, part) != OP_ITE)
        return found;
    Term yes = stays(b, x, term_arg(t, part, 1), otherwise, visits);
    Term no = stays(b, x, term_arg(t, part, 2), otherwise, visits);
    if (!yes.id && !no.id)
        return found;
    return term_ite(t, term_arg(t, part, 0), yes.id ? yes : otherwise, no.id ? no : otherwise);
}

static Term finds_memory(Bmc *b, const Access *x, Environment *environment, bool tidy) {
    uint32_t visits = 0, more = 0;
    bool wild = bmc_region_is_wild(b, x->region);
    if (!x->bytes)
        return can_be_freed(b, x->address);
    Term other = term_true(b->t); // not wild: the unrolling has assumed that it is inside an object
    if (wild)
        other = environment_has(environment, x->region, x->address, x->bytes, tidy);
    if (wild && (!tidy || may_be_object(b, x->address, &visits)))
        other = term_or(b->t, other, bmc_inside_objects(b, x->region, x->address, x->bytes, x->write));
    Term own = tidy ? stays(b, x, x->address, other, &more) : (Term){ 0 };
    return own.id ? own : other;
}

// ---- all of them ----
static Term all_find_memory(Bmc *b, Environment *environment, bool tidy) {
    VecTerm all = { 0 };
    for (uint32_t i = 0; i < b->accesses.count; i++) {
        const Access *x = &b->accesses.at[i];
        if (b->guards.at.at[x->guard].known != SMT_UNSAT)
            vec_push(&all, term_implies(b->t, guard_term(&b->guards, x->guard), finds_memory(b, x, environment, tidy)));
    }
    Term result = term_and_n(b->t, all.count, all.at);
    vec_free(&all);
    return result;
}

static bool holds(Bmc *b, Term formula) {
    Term value = smt_value(b->smt, formula);
    return value.id && term_op(b->t, value) == OP_TRUE;
}

static bool goes_outside(const Bmc *b) {
    for (uint32_t i = 0; i < b->accesses.count; i++)
        if (bmc_region_is_wild(b, b->accesses.at[i].region))
            return true;
    return false;
}

bool bmc_settle_accesses(Bmc *b, Term error) {
    Environment *environment = environment_new(b->p);
    Term tidy = all_find_memory(b, environment, true);
    bool found = false;
    if (!holds(b, tidy)) {
        smt_set_limits(b->smt, (SmtLimits){ .seconds = MODEL_SECONDS });
        found = smt_solve(b->smt, term_and(b->t, error, tidy)) == SMT_SAT;
        if (!found && goes_outside(b))
            found = smt_solve(b->smt, term_and(b->t, error, all_find_memory(b, environment, false))) == SMT_SAT;
        smt_set_limits(b->smt, (SmtLimits){ 0 });
    }
    environment_free(environment);
    return found;
}
