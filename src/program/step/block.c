// block.c - what a loop-free piece of a function does, as terms
//
// The piece is executed on terms, location by location in topological order.
// States form a tree: a node adds conditions and changed values to its parent.
// A location with several edges gives each of them a child; where paths meet,
// the new node hangs below the common ancestor of those that meet, with a choice between
// their values.  So after if (c) x = 1; else x = 2; the node has no condition,
// and one value: x = c ? 1 : 2.
//
// Choosing by the condition of one side is right only if the other side's
// excludes it.  program.h promises it; where it cannot be seen, an input
// decides which edge is taken.
#include "program/step/block_state.h"

// ---- executing a piece ----
// To callers only it matters what a function returns.
static void return_(Blocks *b, const Cmd *cmd) {
    VecTerm values = { 0 };
    for (uint32_t i = 0; b->out->func != b->p->entry && i < cmd->n; i++)
        vec_push(&values, encode_term(b->encoder, cmd->terms[i], &blocks_state, b));
    for (uint32_t i = 0; i < values.count; i++)
        blocks_put(b, b->now, blocks_result_key(b, i), values.at[i]);
    vec_free(&values);
}

static void execute(Blocks *b, EdgeId e) {
    const Cmd *cmd = &b->p->edges.at[e].cmd;
    b->edge = e;
    b->fresh = 0;
    b->size = b->address = b->object = (Term){ 0 };
    switch (encode_edge(b->encoder, e, &blocks_state, b)) {
    case ENCODED:
        return;
    case ENCODE_OBJECTS:
        blocks_objects(b, cmd);
        return;
    case ENCODE_CONTROL:
        if (cmd->kind == CMD_RETURN)
            return_(b, cmd);
        if (cmd->kind == CMD_ERROR || cmd->kind == CMD_RETURN)
            return; // it leads to the end of the piece
        break;
    case ENCODE_NOT_HANDLED:
        break;
    }
    bug("block: the piece has a command that no block can express at L%u", b->p->edges.at[e].from);
}

static Term conjunction(Terms *t, const VecTerm *list, uint32_t from) {
    return term_and_n(t, list->count - from, list->at + from);
}

// What the edge added to the conditions, from number 'before' on, enables it.
static void record(Blocks *b, EdgeId e, uint32_t before) {
    assert(before <= b->nodes.at[b->now].conditions.count);
    const Cmd *cmd = &b->p->edges.at[e].cmd;
    const Node *n = &b->nodes.at[b->now];
    bool gives = cmd->kind == CMD_INPUT || cmd->kind == CMD_LOAD || cmd->kind == CMD_ALLOC;
    BlockStep step = { .edge = e, .size = b->size, .address = b->address, .object = b->object };
    step.enabled = n->dead ? term_false(b->t) : conjunction(b->t, &n->conditions, before);
    if (gives && cmd->var)
        step.value = blocks_look_up(b, b->now, cmd->var);
    else if (b->object.id)
        step.value = b->object_size;
    vec_push(&b->out->steps, step);
}

static void arrive(Blocks *b, LocId loc, uint32_t node) {
    uint32_t index = map_find(&b->waiting_at, loc);
    if (!index) {
        (void)vec_add(&b->waiting);
        index = b->waiting.count;
        map_put(&b->waiting_at, loc, index);
    }
    if (!b->nodes.at[node].dead)
        vec_push(&b->waiting.at[index - 1], node);
}

// All states that have arrived at a location, as one; NO_NODE: none has.
static uint32_t state_at(Blocks *b, LocId loc) {
    uint32_t index = map_find(&b->waiting_at, loc);
    if (!index || !b->waiting.at[index - 1].count)
        return NO_NODE;
    VecU32 states = b->waiting.at[index - 1];
    b->waiting.at[index - 1] = (VecU32){ 0 };
    uint32_t node = blocks_meet(b, loc, &states);
    vec_free(&states);
    return b->nodes.at[node].dead ? NO_NODE : node;
}

// The edges [first, end) of one location, taken from the state of 'node'.
static void follow(Blocks *b, const VecU32 *edges, uint32_t first, uint32_t end, uint32_t node) {
    bool clear = blocks_choice_is_clear(b, edges, first, end);
    LocId from = b->p->edges.at[edges->at[first]].from;
    for (uint32_t i = first; i < end; i++) {
        EdgeId e = edges->at[i];
        b->now = end - first == 1 ? node : blocks_new_node(b, node);
        uint32_t before = b->nodes.at[b->now].conditions.count;
        if (!clear) {
            Term choice = blocks_input(b, "choice", from, 0, sort_bv(b->t, 32));
            blocks_require(b, b->now, term_eq(b->t, choice, term_bv(b->t, i - first, 32)));
        }
        execute(b, e);
        record(b, e, before);
        arrive(b, b->p->edges.at[e].to, b->now);
    }
}

static int rising(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return a < b ? -1 : a > b;
}

static BlockChange change_of(const Blocks *b, uint32_t key, Term value) {
    BlockChange c = { .value = value };
    if (key >= blocks_result_key(b, 0))
        c.result = key - blocks_result_key(b, 0) + 1;
    else if (key >= b->p->vars.count)
        c.region = key - b->p->vars.count;
    else
        c.var = key;
    return c;
}

// The state at the end becomes the block.
static void summarise(Blocks *b, LocId to, uint32_t node) {
    assert(node == NO_NODE || !b->nodes.at[node].dead);
    Block *out = b->out;
    if (node == NO_NODE)
        return;
    VecTerm all = { 0 };
    blocks_conditions(b, node, NO_NODE, &all);
    out->guard = conjunction(b->t, &all, 0);
    vec_free(&all);
    if (b->order.count)
        qsort(b->order.at, b->order.count, sizeof *b->order.at, rising);
    for (uint32_t i = 0; i < b->order.count; i++) {
        uint32_t key = b->order.at[i], n = b->p->vars.count;
        Term value = blocks_look_up(b, node, key);
        if (key < n && blocks_is_dead(b, key, to))
            vec_push(&out->forgotten, key);
        else if (!term_same(value, blocks_before(b, key)))
            vec_push(&out->changes, change_of(b, key, value));
    }
}

static void begin(Blocks *b, Block *out) {
    assert(!b->out && "one block at a time");
    *out = (Block){ 0 };
    b->out = out;
    b->lost = 0;
}

static void end(Blocks *b) {
    for (uint32_t i = 0; i < b->nodes.count; i++) {
        map_free(&b->nodes.at[i].values);
        vec_free(&b->nodes.at[i].keys);
        vec_free(&b->nodes.at[i].conditions);
    }
    for (uint32_t i = 0; i < b->waiting.count; i++)
        vec_free(&b->waiting.at[i]);
    b->nodes.count = b->waiting.count = b->order.count = 0;
    map_free(&b->assigned);
    map_free(&b->known);
    map_free(&b->waiting_at);
    b->out = NULL;
}

#ifndef NDEBUG
static uint32_t key_of(const Blocks *b, const BlockChange *c) {
    return c->result ? blocks_result_key(b, c->result - 1) : c->var ? c->var : blocks_region_key(b, c->region);
}

// Changes are by rising number and of the sorts of what they change; what is forgotten is not changed; inputs are
// variables, and no state.
static void check(Blocks *b, const Block *block) {
    Map changed = { 0 };
    assert(sort_kind(b->t, term_sort(b->t, block->guard)) == SORT_BOOL);
    for (uint32_t i = 0; i < block->changes.count; i++) {
        const BlockChange *c = &block->changes.at[i];
        assert(!i || key_of(b, c - 1) < key_of(b, c));
        assert(!c->var || term_sort(b->t, c->value).id == b->p->vars.at[c->var].sort.id);
        map_put(&changed, key_of(b, c), 1);
    }
    for (uint32_t i = 0; i < block->forgotten.count; i++)
        assert(!map_find(&changed, block->forgotten.at[i]));
    for (uint32_t i = 0; i < block->inputs.count; i++)
        assert(term_op(b->t, block->inputs.at[i]) == OP_VAR && !program_var_of(b->p, block->inputs.at[i]));
    for (uint32_t i = 0; i < block->steps.count; i++)
        assert(sort_kind(b->t, term_sort(b->t, block->steps.at[i].enabled)) == SORT_BOOL);
    map_free(&changed);
}
#endif

void block_build(Blocks *b, LocId from, LocId to, const VecU32 *edges, Block *out) {
    assert(b->p->locs.at[from].func && to);
    const Program *p = b->p;
    begin(b, out);
    out->func = p->locs.at[from].func;
    out->guard = term_false(b->t);
    if (block_is_unmodelled(NULL, p, from)) {
        end(b);
        return;
    }
    uint32_t root = blocks_new_node(b, NO_NODE);
    for (uint32_t i = 0, next; i < edges->count; i = next) {
        LocId loc = p->edges.at[edges->at[i]].from;
        for (next = i + 1; next < edges->count && p->edges.at[edges->at[next]].from == loc;)
            next++;
        uint32_t node = loc == from ? root : state_at(b, loc);
        if (node != NO_NODE)
            follow(b, edges, i, next, node);
    }
    summarise(b, to, state_at(b, to));
    end(b);
#ifndef NDEBUG
    check(b, out);
#endif
}

void block_free(Block *block) {
    vec_free(&block->changes);
    vec_free(&block->forgotten);
    vec_free(&block->inputs);
    vec_free(&block->steps);
}

// The edges of a location stand together; of its enabled ones a run takes the first, and
// only one can be.
void block_path(const Blocks *b, const Block *block, BlockHolds holds, void *context, VecU32 *out) {
    const Program *p = b->p;
    LocId loc = block->steps.count ? p->edges.at[block->steps.at[0].edge].from : 0;
    for (uint32_t i = 0; i < block->steps.count; i++) {
        const BlockStep *s = &block->steps.at[i];
        if (p->edges.at[s->edge].from != loc || !holds(context, s->enabled))
            continue;
        vec_push(out, i);
        loc = p->edges.at[s->edge].to;
        if (i && loc == p->edges.at[block->steps.at[0].edge].from)
            return; // a loop: back where the piece began
    }
}

// ---- the start ----
static RegionId first_region(const Program *p) {
    return blocks_is_split(p) ? 1 : 0;
}

static RegionId end_region(const Program *p) {
    return blocks_is_split(p) ? p->regions.count : 1;
}

void block_initial(Blocks *b, Block *out) {
    const Program *p = b->p;
    begin(b, out);
    out->guard = term_true(b->t);
    for (VarId v = 1; v < p->vars.count; v++) {
        if (p->vars.at[v].kind != VAR_GLOBAL)
            continue;
        Term value = layout_first_value(b->layout, v);
        if (value.id)
            vec_push(&out->changes, (BlockChange){ .var = v, .value = value });
    }
    for (RegionId r = first_region(p); r < end_region(p); r++) {
        Term cells = block_region(b, r), value = layout_first_cells(b->layout, r, cells);
        if (!term_same(cells, value))
            vec_push(&out->changes, (BlockChange){ .region = r, .value = value });
    }
    end(b);
}

// The cells that were there before, of which nothing is known, get names of their own.
Term block_initial_formula(Blocks *b) {
    Block start;
    VecTerm parts = { 0 };
    block_initial(b, &start);
    for (uint32_t i = 0; i < start.changes.count; i++) {
        BlockChange *c = &start.changes.at[i];
        Term after = c->var ? var_term(b->p, c->var) : block_region(b, c->region);
        if (!c->var) {
            char name[NAME_ROOM];
            snprintf(name, sizeof name, "first!%u", c->region);
            Term unknown = term_var(b->t, name, term_sort(b->t, after));
            c->value = term_substitute(b->t, c->value, 1, &after, &unknown);
        }
        vec_push(&parts, term_eq(b->t, after, c->value));
    }
    Term all = term_and_n(b->t, parts.count, parts.at);
    vec_free(&parts);
    block_free(&start);
    return all;
}

// ---- formulas ----
typedef struct Changed {
    Blocks *b;
    Map values; // term id of a variable -> term id
} Changed;

static Term leaf(void *context, Term variable) {
    Changed *c = context;
    uint32_t id = map_find(&c->values, variable.id);
    if (id)
        return (Term){ id };
    VarId v = program_var_of(c->b->p, variable);
    return v && c->b->p->vars.at[v].kind == VAR_ADDRESS ? layout_address(c->b->layout, v) : variable;
}

Term block_before(Blocks *b, Term formula) {
    Changed c = { .b = b };
    return term_map(b->t, formula, leaf, &c, NULL);
}

Term block_after(Blocks *b, const Block *block, Term formula) {
    Changed c = { .b = b };
    for (uint32_t i = 0; i < block->changes.count; i++) {
        Term old = block_changed(b, block, i);
        map_put(&c.values, old.id, block->changes.at[i].value.id);
    }
    for (uint32_t i = 0; i < block->forgotten.count; i++) {
        char name[NAME_ROOM];
        snprintf(name, sizeof name, "forgotten!%u", block->forgotten.at[i]);
        Term old = var_term(b->p, block->forgotten.at[i]);
        map_put(&c.values, old.id, term_var(b->t, name, term_sort(b->t, old)).id);
    }
    Term after = term_map(b->t, formula, leaf, &c, NULL);
    map_free(&c.values);
    return after;
}

Term block_region(Blocks *b, RegionId region) {
    assert(!region || region < b->p->regions.count);
    return region ? b->p->regions.at[region].term : b->all_memory;
}

Term block_result(const Program *p, FuncId func, uint32_t index) {
    assert(func && index < p->funcs.at[func].results.count);
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "result!%u!%u", func, index);
    return term_var(p->terms, name, p->funcs.at[func].results.at[index]);
}

Term block_changed(Blocks *b, const Block *block, uint32_t change) {
    assert(change < block->changes.count);
    const BlockChange *c = &block->changes.at[change];
    if (c->result)
        return block_result(b->p, block->func, c->result - 1);
    return c->var ? var_term(b->p, c->var) : block_region(b, c->region);
}

// ---- what no block can express ----
static bool is_small_block(const Program *p, const Cmd *cmd) {
    uint64_t n = 0;
    return !blocks_is_split(p) && blocks_constant(p->terms, cmd->c, &n) && n <= MOST_BYTES;
}

// A store at an address that is a number: below all objects it ends the run.
static bool hits_nothing(const Program *p, const Cmd *cmd) {
    uint64_t at = 0;
    return cmd->region || !blocks_is_split(p) || (blocks_constant(p->terms, cmd->a, &at) && at < LAYOUT_LOWEST);
}

static bool is_modelled(const Program *p, const Cmd *cmd) {
    switch (cmd->kind) {
    case CMD_CALL:
    case CMD_THREAD_CREATE:
    case CMD_THREAD_JOIN:
    case CMD_UNMODELLED:
        return false;
    case CMD_STORE:
        return hits_nothing(p, cmd);
    case CMD_COPY:
    case CMD_SET:
        return is_small_block(p, cmd);
    default:
        return true;
    }
}

bool block_is_unmodelled(void *unused, const Program *p, LocId loc) {
    (void)unused;
    for_out_edges(p, loc, e) {
        if (!is_modelled(p, &p->edges.at[e].cmd))
            return true;
    }
    return false;
}

// ---- making and freeing ----
Blocks *blocks_new(const Program *p) {
    Blocks *b = base_alloc(sizeof *b);
    b->p = p;
    b->t = p->terms;
    b->layout = layout_new(p);
    b->encoder = encoder_new(p);
    Sort cells = sort_array(b->t, sort_bv(b->t, p->pointer_bits), sort_bv(b->t, 8));
    b->all_memory = term_var(b->t, p->pointer_bits == 32 ? "memory!all!32" : "memory!all", cells);
    b->live = live_new(p);
    return b;
}

void blocks_keep(Blocks *b, Term formula) {
    VecTerm vars = { 0 };
    term_vars(b->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(b->p, vars.at[i]);
        if (v)
            map_put(&b->kept, v, 1);
    }
    vec_free(&vars);
}

void blocks_free(Blocks *b) {
    if (!b)
        return;
    live_free(b->live);
    vec_free(&b->nodes);
    vec_free(&b->waiting);
    vec_free(&b->order);
    map_free(&b->kept);
    encoder_free(b->encoder);
    layout_free(b->layout);
    free(b);
}

const Layout *blocks_layout(const Blocks *b) {
    return b->layout;
}
