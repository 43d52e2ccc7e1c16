// bmc_valid.c - the lives of objects, and whether memory may be used so (VALID)
#include "engine/bmc/bmc.h"

enum { MOST_BLOCKS = 512, FEW_LEAVES = 64 }; // so many are distinguished

static Term number(Bmc *b, uint64_t x) {
    return term_bv(b->t, x, b->p->pointer_bits);
}

static Term equal(Bmc *b, Term x, Term y) {
    return bmc_build(b, OP_EQ, sort_bool(b->t), 2, (Term[]){ x, y }, 0, 0);
}

// ---- lives ----
RegionId bmc_life_region(const Bmc *b) {
    return b->p->regions.count ? b->p->regions.count : 1;
}

static bool is_fixed(const Bmc *b, const Block *block) {
    ObjKind kind = b->p->objects.at[block->site].kind;
    return kind == OBJ_GLOBAL || kind == OBJ_FUNCTION;
}

static uint32_t life_cell(Bmc *b, uint32_t block) {
    return bmc_cell_number(b, bmc_life_region(b), b->blocks.at[block].base);
}

void bmc_set_life(Bmc *b, uint32_t block, Term lives) {
    assert(!is_fixed(b, &b->blocks.at[block]));
    State *s = b->now;
    Term value = bmc_choose(b, lives, term_bv(b->t, 1, 8), term_bv(b->t, 0, 8));
    s->cells = pmap_put(b->maps, s->cells, s->owner, life_cell(b, block), value);
}

Term bmc_lives(Bmc *b, uint32_t block) {
    if (is_fixed(b, &b->blocks.at[block]))
        return term_true(b->t);
    return equal(b, bmc_cell_value(b, b->now, life_cell(b, block)), term_bv(b->t, 1, 8));
}

// The life of the object at this address begins or ends, if it is of that kind.
void bmc_end_life_at(Bmc *b, Term address, ObjKind kind, bool begins) {
    VecU32 blocks = { 0 };
    Term now = begins ? term_true(b->t) : term_false(b->t);
    bmc_all_blocks(b, &blocks);
    for (uint32_t i = 0; i < blocks.count; i++) {
        const Block *block = &b->blocks.at[blocks.at[i]];
        if (b->p->objects.at[block->site].kind != kind)
            continue;
        Term here = equal(b, address, number(b, block->base));
        if (term_op(b->t, here) == OP_FALSE)
            continue;
        bmc_set_life(b, blocks.at[i], term_ite(b->t, here, now, bmc_lives(b, blocks.at[i])));
    }
    vec_free(&blocks);
}

void bmc_end_stack(Bmc *b, uint32_t serial) {
    for (uint32_t i = 0; i < b->blocks.count; i++) {
        const Block *block = &b->blocks.at[i];
        if (block->pass == b->pass && block->serial > serial && b->p->objects.at[block->site].kind == OBJ_STACK)
            bmc_set_life(b, i, term_false(b->t));
    }
}

// ---- what is asked ----
typedef struct Asked {
    Validity valid;
    Term address, root, bytes;
} Asked;

// 'bytes' at the address are inside the block; none: also just behind.
static Term inside(Bmc *b, const Block *block, Term address, Term bytes) {
    Terms *t = b->t;
    Term offset = term_bv_sub(t, address, number(b, block->base)), fits = term_2(t, OP_BV_ULE, bytes, block->size);
    return term_and(t, fits, term_2(t, OP_BV_ULE, offset, term_bv_sub(t, block->size, bytes)));
}

// It holds, if the root is in this block.
static Term holds_in(Bmc *b, const Asked *q, uint32_t index) {
    const Block *block = &b->blocks.at[index];
    const Object *o = &b->p->objects.at[block->site];
    Term none = equal(b, q->bytes, number(b, 0));
    if (q->valid == VALID_FREE) {
        Term at = equal(b, q->address, number(b, block->base));
        return o->kind == OBJ_HEAP && !o->lent ? term_and(b->t, at, bmc_lives(b, index)) : term_false(b->t);
    }
    Term there = inside(b, block, q->address, q->bytes);
    if (q->valid == VALID_STEP)
        return there;
    if (o->kind == OBJ_FUNCTION || (q->valid == VALID_WRITE && o->constant))
        return none;
    return term_or(b->t, none, term_and(b->t, there, bmc_lives(b, index)));
}

// It holds whatever the root is.
static Term holds_anyway(Bmc *b, const Asked *q) {
    switch (q->valid) {
    case VALID_FREE:
        return equal(b, q->address, number(b, 0));
    case VALID_STEP:
        return equal(b, q->address, q->root);
    default:
        return equal(b, q->bytes, number(b, 0));
    }
}

static bool exists(const Bmc *b, const Block *block) {
    return block->size.id && (block->pass == b->pass || is_fixed(b, block));
}

// The root is one of a few constants.
static bool among_leaves(Bmc *b, const Asked *q, Term *holds) {
    VecTerm leaves = { 0 };
    bool fixed = term_is_const(b->t, q->root), can = fixed || bmc_leaves(b, q->root, FEW_LEAVES, &leaves);
    if (fixed)
        vec_push(&leaves, q->root);
    for (uint32_t i = 0; i < leaves.count && can; i++)
        can = term_op(b->t, leaves.at[i]) == OP_BV_CONST;
    *holds = holds_anyway(b, q);
    for (uint32_t i = 0; i < leaves.count && can; i++) {
        uint64_t at, high;
        term_bits(b->t, leaves.at[i], &at, &high);
        uint32_t block = bmc_block_at(b, at);
        if (block == UINT32_MAX || !exists(b, &b->blocks.at[block]))
            continue;
        Term here = term_and(b->t, equal(b, q->root, leaves.at[i]),
                             inside(b, &b->blocks.at[block], leaves.at[i], number(b, 0)));
        *holds = term_or(b->t, *holds, term_and(b->t, here, holds_in(b, q, block)));
    }
    vec_free(&leaves);
    return can;
}

static bool among_blocks(Bmc *b, const Asked *q, Term *holds) {
    VecU32 blocks = { 0 };
    bmc_all_blocks(b, &blocks);
    bool few = blocks.count <= MOST_BLOCKS;
    *holds = holds_anyway(b, q);
    for (uint32_t i = 0; few && i < blocks.count; i++) {
        const Block *block = &b->blocks.at[blocks.at[i]];
        if (!block->size.id)
            continue;
        Term here = inside(b, block, q->root, number(b, 0));
        *holds = term_or(b->t, *holds, term_and(b->t, here, holds_in(b, q, blocks.at[i])));
    }
    vec_free(&blocks);
    return few;
}

void bmc_valid(Bmc *b, EdgeId e) {
    const Cmd *cmd = &b->p->edges.at[e].cmd;
    Sort sort = b->p->vars.at[cmd->var].sort;
    Term holds;
    if (cmd->valid == VALID_TRACKED) {
        bmc_state.set(b, cmd->var, bmc_any(b, e, sort));
        return;
    }
    Asked q = { .valid = cmd->valid };
    q.address = encode_term(b->encoder, cmd->a, &bmc_state, b);
    q.root = encode_term(b->encoder, cmd->b, &bmc_state, b);
    q.bytes = encode_term(b->encoder, cmd->c, &bmc_state, b);
    bool can = among_leaves(b, &q, &holds) || among_blocks(b, &q, &holds);
    bmc_state.set(b, cmd->var, can ? holds : bmc_any(b, e, sort));
}
