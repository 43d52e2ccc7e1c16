#include "system/environment.h"

enum { LEAST_SHARE = 4096 };

typedef struct Share { // of the environment's memory: for one node
    uint64_t base, bytes;
    int64_t first, end; // offsets of its regions; the first is not above 0: where the first pointer to it points
    uint64_t align;     // of the first: a power of two
} Share;

struct Environment {
    const Program *p;
    VEC(Share) shares; // element 0 is unused
    Map of_node;       // -> index
};

static uint64_t power_below(uint64_t x) { // the largest power of two that is at most x
    assert(x);
    return (uint64_t)1 << (63 - __builtin_clzll(x));
}

static uint64_t power_above(uint64_t x) {
    return power_below(x) == x ? x : 2 * power_below(x);
}

static void note_region(Environment *e, const Region *r) {
    int64_t end = r->offset + r->width;
    uint32_t i = map_find(&e->of_node, r->node);
    if (!i) {
        i = e->shares.count;
        map_put(&e->of_node, r->node, i);
        vec_push(&e->shares, (Share){ .end = end, .align = r->stride & -r->stride });
    }
    Share *share = &e->shares.at[i];
    share->first = r->offset < share->first ? r->offset : share->first;
    share->end = end > share->end ? end : share->end;
}

// Each wild node gets as much; where they are too many, all share all.
Environment *environment_new(const Program *p) {
    Environment *e = base_alloc(sizeof *e);
    e->p = p;
    (void)vec_add(&e->shares);
    for (RegionId r = 1; r < p->regions.count; r++)
        if (p->regions.at[r].wild)
            note_region(e, &p->regions.at[r]);
    uint64_t bytes = power_below(ENVIRONMENT_BYTES / (e->shares.count > 1 ? e->shares.count - 1 : 1));
    for (uint32_t i = 1; i < e->shares.count; i++) {
        Share *share = &e->shares.at[i];
        share->bytes = bytes < LEAST_SHARE ? ENVIRONMENT_BYTES : bytes;
        share->base = ENVIRONMENT_BASE + (bytes < LEAST_SHARE ? 0 : (i - 1) * bytes);
        if (!share->align)
            share->align = power_above((uint64_t)(share->end - share->first));
        if (share->align > share->bytes / 4)
            share->align = 1;
        assert((share->align & (share->align - 1)) == 0 && share->first <= 0 && share->first < share->end);
        assert(share->base >= ENVIRONMENT_BASE &&
               share->base + share->bytes <= (uint64_t)ENVIRONMENT_BASE + ENVIRONMENT_BYTES);
    }
    return e;
}

void environment_free(Environment *e) {
    vec_free(&e->shares);
    map_free(&e->of_node);
    free(e);
}

static Term within(const Program *p, Term address, uint64_t bytes, uint64_t base, uint64_t size) {
    Terms *t = p->terms;
    if (bytes > size)
        return term_false(t);
    Term offset = term_bv_sub(t, address, term_bv(t, base, p->pointer_bits));
    return term_2(t, OP_BV_ULE, offset, term_bv(t, size - bytes, p->pointer_bits));
}

Term environment_has(Environment *e, RegionId region, Term address, uint64_t bytes, bool tidy) {
    assert(e->p->regions.at[region].wild && bytes);
    Terms *t = e->p->terms;
    const Region *r = &e->p->regions.at[region];
    const Share *share = &e->shares.at[map_find(&e->of_node, r->node)];
    if (!tidy)
        return within(e->p, address, bytes, ENVIRONMENT_BASE, ENVIRONMENT_BYTES);
    Term in = within(e->p, address, bytes, share->base, share->bytes);
    if (share->align <= 1)
        return in;
    uint64_t offset = (uint64_t)(r->offset - share->first) & (share->align - 1);
    uint32_t bits = (uint32_t)__builtin_ctzll(share->align);
    Term low = term_extract(t, address, bits - 1, 0);
    return term_and(t, in, term_eq(t, low, term_bv(t, offset, bits)));
}
