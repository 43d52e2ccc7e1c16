// bmc_environment.c - where do accesses at unknown addresses go?
//
// For proofs' sake the unrolling allows an access more than a run does: through a pointer into one object
// to reach another one of its region, and through a wild region to go anywhere but to null.  A run of the program finds
// memory inside the object that the pointer was made from, and, where it is an input, in the environment's memory
// (program.h).  So when the error is found, a model is looked for in which each access that is executed is there.
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
    uint64_t bytes = power_below(ENVIRONMENT_BYTES / (s->at.count > 1 ? s->at.count - 1 : 1));
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

static Term in_share(Bmc *b, const Access *x, const Shares *s) {
    const Region *r = &b->p->regions.at[x->region];
    const Share *share = &s->at.at[map_find(&s->of_node, r->node)];
    Term in = within(b, x->address, x->bytes, share->base, share->bytes);
    if (share->align <= 1)
        return in;
    uint64_t offset = (uint64_t)(r->offset - share->first) & (share->align - 1);
    uint32_t bits = (uint32_t)__builtin_ctzll(share->align);
    Term low = term_extract(b->t, x->address, bits - 1, 0);
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

static Term finds_memory(Bmc *b, const Access *x, const Shares *shares, bool tidy) {
    uint32_t visits = 0, more = 0;
    bool wild = bmc_region_is_wild(b, x->region);
    if (!x->bytes)
        return can_be_freed(b, x->address);
    Term other = term_true(b->t); // not wild: the unrolling has said that it is inside an object
    if (wild && tidy)
        other = in_share(b, x, shares);
    else if (wild)
        other = within(b, x->address, x->bytes, ENVIRONMENT_BASE, ENVIRONMENT_BYTES);
    if (wild && (!tidy || may_be_object(b, x->address, &visits)))
        other = term_or(b->t, other, bmc_inside_objects(b, x->region, x->address, x->bytes, x->write));
    Term own = tidy ? stays(b, x, x->address, other, &more) : (Term){ 0 };
    return own.id ? own : other;
}

// ---- all of them ----
static Term all_find_memory(Bmc *b, const Shares *shares, bool tidy) {
    VecTerm all = { 0 };
    for (uint32_t i = 0; i < b->accesses.count; i++) {
        const Access *x = &b->accesses.at[i];
        if (b->guards.at.at[x->guard].known != SMT_UNSAT)
            vec_push(&all, term_implies(b->t, guard_term(&b->guards, x->guard), finds_memory(b, x, shares, tidy)));
    }
    Term result = term_and_n(b->t, all.count, all.at);
    vec_free(&all);
    return result;
}

static bool holds(Bmc *b, Term formula) {
    Term value = smt_value(b->smt, formula);
    return value.id && term_op(b->t, value) == OP_TRUE;
}

SmtAnswer bmc_settle_accesses(Bmc *b, Term error) {
    Shares shares = { 0 };
    share_out(b, &shares);
    Term tidy = all_find_memory(b, &shares, true);
    SmtAnswer answer = SMT_SAT;
    if (!holds(b, tidy)) {
        smt_set_limits(b->smt, (SmtLimits){ .seconds = MODEL_SECONDS });
        answer = smt_solve(b->smt, term_and(b->t, error, tidy));
        if (answer != SMT_SAT)
            answer = smt_solve(b->smt, term_and(b->t, error, all_find_memory(b, &shares, false)));
        smt_set_limits(b->smt, (SmtLimits){ 0 });
    }
    vec_free(&shares.at);
    map_free(&shares.of_node);
    return answer == SMT_SAT ? answer : smt_solve(b->smt, error);
}
