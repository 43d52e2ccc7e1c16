// bmc_environment.c - where do pointers from outside point to?
//
// The unrolling lets an access through a wild region go anywhere but to null, for proofs' sake.  A run of
// the program finds memory in two places only: inside objects, and in the environment's memory (program.h).
// So when the error is found, a model is looked for in which each access that is executed is at one of them.
//
// Regions are arrays of their own in the unrolling, but parts of one memory in a run.  So the first question is a
// tidy one, in which cells of different regions do not overlap: what pointers could not tell apart (Region.node)
// gets its own share of the environment's memory, and in it structures begin at multiples of their size.
#include "engine/bmc.h"

// For these questions, which only look for a better model.
enum { MODEL_SECONDS = 10, MOST_VISITS = 256, MOST_FREED = 64, LEAST_SHARE = 4096 };

// ---- what a term may be ----
// May the value come from the address of an object?  'Yes' may be wrong; where it is wrongly 'no', the second
// question has no such rule.
static bool may_be_object(const Bmc *b, Term a, uint32_t *visits) {
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
        return bmc_is_object(b, value);
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

// ---- shares ----
typedef struct Share { // of the environment's memory: for one node
    uint64_t base, bytes;
    int64_t first, end; // offsets of its regions; the first is not above 0: where the first pointer to it points
    uint64_t align;     // of the first: a power of two
} Share;
typedef struct Shares {
    VEC(Share) at; // element 0 is unused
    Map of_node;   // -> index
} Shares;

static uint64_t power_below(uint64_t x) { // the largest power of two that is at most x
    return (uint64_t)1 << (63 - __builtin_clzll(x));
}

static uint64_t power_above(uint64_t x) {
    return power_below(x) == x ? x : 2 * power_below(x);
}

static void note_region(Shares *s, const Region *r) {
    int64_t end = r->offset + r->width;
    uint32_t i = map_find(&s->of_node, r->node);
    if (!i) {
        i = s->at.count;
        map_put(&s->of_node, r->node, i);
        vec_push(&s->at, (Share){ .end = end, .align = r->stride & -r->stride });
    }
    Share *share = &s->at.at[i];
    share->first = r->offset < share->first ? r->offset : share->first;
    share->end = end > share->end ? end : share->end;
}

// Each wild node gets as much; where they are too many, all share all.
static void share_out(const Bmc *b, Shares *s) {
    (void)vec_add(&s->at);
    for (RegionId r = 1; r < b->p->regions.count; r++)
        if (b->p->regions.at[r].wild)
            note_region(s, &b->p->regions.at[r]);
    uint64_t bytes = power_below(ENVIRONMENT_BYTES / (s->at.count - 1));
    for (uint32_t i = 1; i < s->at.count; i++) {
        Share *share = &s->at.at[i];
        share->bytes = bytes < LEAST_SHARE ? ENVIRONMENT_BYTES : bytes;
        share->base = ENVIRONMENT_BASE + (bytes < LEAST_SHARE ? 0 : (i - 1) * bytes);
        if (!share->align)
            share->align = power_above((uint64_t)(share->end - share->first));
        if (share->align > share->bytes / 4)
            share->align = 1;
    }
}

// ---- one access ----
static Term number(Bmc *b, uint64_t x) {
    return term_bv(b->t, x, b->p->pointer_bits);
}

static Term within(Bmc *b, Term address, uint64_t bytes, uint64_t base, uint64_t size) {
    if (bytes > size)
        return term_false(b->t);
    return term_2(b->t, OP_BV_ULE, term_bv_sub(b->t, address, number(b, base)), number(b, size - bytes));
}

static Term in_share(Bmc *b, const Outside *o, const Shares *s) {
    const Region *r = &b->p->regions.at[o->region];
    const Share *share = &s->at.at[map_find(&s->of_node, r->node)];
    Term in = within(b, o->address, o->bytes, share->base, share->bytes);
    if (share->align <= 1)
        return in;
    uint64_t offset = (uint64_t)(r->offset - share->first) & (share->align - 1);
    uint32_t bits = (uint32_t)__builtin_ctzll(share->align);
    Term low = term_extract(b->t, o->address, bits - 1, 0);
    return term_and(b->t, in, term_eq(b->t, low, term_bv(b->t, offset, bits)));
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

static Term finds_memory(Bmc *b, const Outside *o, const Shares *shares, bool tidy) {
    if (!o->region)
        return can_be_freed(b, o->address);
    uint32_t visits = 0;
    Term in = tidy ? in_share(b, o, shares)
                   : within(b, o->address, o->bytes, ENVIRONMENT_BASE, ENVIRONMENT_BYTES);
    if (tidy && !may_be_object(b, o->address, &visits))
        return in;
    return term_or(b->t, in, bmc_inside_objects(b, o->region, o->address, o->bytes, o->write));
}

// ---- all of them ----
static Term all_find_memory(Bmc *b, const Shares *shares, bool tidy) {
    VecTerm all = { 0 };
    for (uint32_t i = 0; i < b->outside.count; i++) {
        const Outside *o = &b->outside.at[i];
        if (b->guards.at.at[o->guard].known != SMT_UNSAT)
            vec_push(&all, term_implies(b->t, guard_term(&b->guards, o->guard), finds_memory(b, o, shares, tidy)));
    }
    Term result = term_and_n(b->t, all.count, all.at);
    vec_free(&all);
    return result;
}

static bool leaves_objects(const Bmc *b) {
    for (uint32_t i = 0; i < b->outside.count; i++)
        if (b->outside.at[i].region)
            return true;
    return false;
}

SmtAnswer bmc_solve_with_environment(Bmc *b, Term error) {
    if (!leaves_objects(b))
        return SMT_SAT;
    Shares shares = { 0 };
    share_out(b, &shares);
    SmtAnswer answer = SMT_UNKNOWN;
    smt_set_limits(b->smt, (SmtLimits){ .seconds = MODEL_SECONDS });
    for (int tidy = 1; tidy >= 0 && answer != SMT_SAT; tidy--)
        answer = smt_solve(b->smt, term_and(b->t, error, all_find_memory(b, &shares, tidy)));
    vec_free(&shares.at);
    map_free(&shares.of_node);
    smt_set_limits(b->smt, (SmtLimits){ 0 });
    return answer == SMT_SAT ? answer : smt_solve(b->smt, error);
}
