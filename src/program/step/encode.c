// encode.c - what the command of an edge does, as terms
//
// Terms of commands are evaluated in states again and again.  So each is first
// written down as a recipe: its nodes, arguments first, each with the places of
// its arguments.  Following a recipe needs no map and no search.
#include "program/step/encode.h"

enum { MOST_BLOCK = 4096 };

typedef struct Item {
    Term term;      // as in the program
    VarId var;      // it is this variable, or 0
    uint32_t first; // its arguments: args[first .. first + n - 1]
    uint32_t n;
} Item;
typedef struct Recipe {
    Item *items; // the last one is the whole
    uint32_t count;
} Recipe;

struct Encoder {
    const Program *p;
    Terms *t;
    Arena *arena;
    Map recipe_of; // term id -> 1 + place in 'recipes'
    VEC(Recipe) recipes;
    VecU32 args;    // places of arguments in their recipe
    VecTerm values; // while a recipe is followed
};

Encoder *encoder_new(const Program *p) {
    Encoder *e = base_alloc(sizeof *e);
    *e = (Encoder){ .p = p, .t = p->terms, .arena = arena_new() };
    return e;
}

void encoder_free(Encoder *e) {
    map_free(&e->recipe_of);
    vec_free(&e->recipes);
    vec_free(&e->args);
    vec_free(&e->values);
    arena_free(e->arena);
    free(e);
}

// ---- recipes ----
typedef struct Writer {
    VEC(Item) items;
    Map place; // term id -> 1 + place in 'items'
    VecTerm stack;
} Writer;

// Are all arguments written?  Else puts them on the stack.
static bool args_written(const Terms *t, Writer *w, Term a) {
    bool all = true;
    for (uint32_t i = term_arity(t, a); i-- > 0;) {
        Term x = term_arg(t, a, i);
        if (!map_find(&w->place, x.id)) {
            vec_push(&w->stack, x);
            all = false;
        }
    }
    return all;
}

static void write_item(Encoder *e, Writer *w, Term a) {
    Item item = { .term = a, .first = e->args.count, .n = term_arity(e->t, a) };
    if (term_op(e->t, a) == OP_VAR)
        item.var = program_var_of(e->p, a);
    for (uint32_t i = 0; i < item.n; i++)
        vec_push(&e->args, map_find(&w->place, term_arg(e->t, a, i).id) - 1);
    vec_push(&w->items, item);
    map_put(&w->place, a.id, w->items.count);
}

static Recipe write_recipe(Encoder *e, Term a) {
    Writer w = { 0 };
    vec_push(&w.stack, a);
    while (w.stack.count) {
        Term x = vec_last(&w.stack);
        if (map_find(&w.place, x.id)) {
            w.stack.count--;
        } else if (args_written(e->t, &w, x)) {
            write_item(e, &w, x);
            w.stack.count--;
        }
    }
    Recipe r = { arena_array(e->arena, Item, w.items.count), w.items.count };
    memcpy(r.items, w.items.at, w.items.count * sizeof *r.items);
    vec_free(&w.items);
    vec_free(&w.stack);
    map_free(&w.place);
    return r;
}

static Recipe recipe_of(Encoder *e, Term a) {
    uint32_t known = map_find(&e->recipe_of, a.id);
    if (known)
        return e->recipes.at[known - 1];
    Recipe r = write_recipe(e, a);
    vec_push(&e->recipes, r);
    map_put(&e->recipe_of, a.id, e->recipes.count);
    return r;
}

enum { USUAL_ARGS = 16 };
static Term build(Terms *t, const EncodeState *state, void *self, Term like, uint32_t n, const Term arg[]) {
    Op op = term_op(t, like);
    Sort s = term_sort(t, like);
    if (op == OP_APPLY)
        return term_apply(t, term_name(t, like), s, n, arg);
    if (state->build)
        return state->build(self, op, s, n, arg, term_imm(t, like, 0), term_imm(t, like, 1));
    return term_build(t, op, s, n, arg, term_imm(t, like, 0), term_imm(t, like, 1));
}

static Term follow_item(Encoder *e, const Item *item, const Term values[], const EncodeState *state, void *self) {
    Term few[USUAL_ARGS], *arg = few;
    if (item->n > USUAL_ARGS)
        arg = base_alloc(item->n * sizeof *arg);
    bool same = true;
    for (uint32_t i = 0; i < item->n; i++) {
        arg[i] = values[e->args.at[item->first + i]];
        same &= term_same(arg[i], term_arg(e->t, item->term, i));
    }
    Term result = same ? item->term : build(e->t, state, self, item->term, item->n, arg);
    if (arg != few)
        free(arg);
    return result;
}

Term encode_term(Encoder *e, Term a, const EncodeState *state, void *self) {
    assert(a.id);
    if (term_is_const(e->t, a))
        return a;
    if (term_op(e->t, a) == OP_VAR) {
        VarId v = program_var_of(e->p, a);
        return v ? state->get(self, v) : a;
    }
    Recipe r = recipe_of(e, a);
    assert(r.count && term_same(r.items[r.count - 1].term, a));
    uint32_t base = e->values.count; // 'get' may call back
    vec_resize(&e->values, base + r.count);
    for (uint32_t i = 0; i < r.count; i++) {
        const Item *item = &r.items[i];
        Term value = item->var ? state->get(self, item->var) : item->term;
        if (item->n)
            value = follow_item(e, item, e->values.at + base, state, self);
        e->values.at[base + i] = value;
    }
    Term result = e->values.at[base + r.count - 1];
    e->values.count = base;
    return result;
}

// ---- values in memory ----
uint32_t encode_bytes(const Terms *t, Sort s) {
    return (sort_width(t, s) + 7) / 8;
}

Term encode_to_bits(Terms *t, Term value, uint32_t bytes) {
    Sort s = term_sort(t, value);
    switch (sort_kind(t, s)) {
    case SORT_BOOL:
        return term_ite(t, value, term_bv(t, 1, 8 * bytes), term_bv(t, 0, 8 * bytes));
    case SORT_FLOAT:
        value = term_1(t, OP_FP_TO_BITS, value);
        break;
    case SORT_BV:
        break;
    default:
        bug("encode: a value of this sort has no bytes");
    }
    uint32_t width = sort_width(t, term_sort(t, value));
    return width > 8 * bytes ? term_extract(t, value, 8 * bytes - 1, 0) : term_zext(t, value, 8 * bytes);
}

Term encode_from_bits(Terms *t, Term bits, Sort s) {
    assert(sort_width(t, term_sort(t, bits)) >= sort_width(t, s));
    Term low = term_extract(t, bits, sort_width(t, s) - 1, 0);
    switch (sort_kind(t, s)) {
    case SORT_BOOL:
        return term_eq(t, low, term_bv(t, 1, 1));
    case SORT_FLOAT:
        return term_convert(t, OP_FP_FROM_BITS, s, low);
    case SORT_BV:
        return low;
    default:
        bug("encode: a value of this sort has no bytes");
    }
}

uint32_t encode_cell_bytes(const Program *p, RegionId region) {
    return region && region < p->regions.count && p->regions.at[region].width ? p->regions.at[region].width : 1;
}

// ---- the commands ----
typedef struct Job { // one call of encode_edge
    Encoder *e;
    Terms *t;
    const Cmd *cmd;
    EdgeId edge;
    const EncodeState *state;
    void *self;
} Job;

static Term value(const Job *j, Term a) {
    return encode_term(j->e, a, j->state, j->self);
}

static Term plus(const Job *j, Term address, uint64_t offset) {
    Term pair[2] = { address, term_bv(j->t, offset, j->e->p->pointer_bits) };
    if (offset == 0 || !j->state->build)
        return offset ? term_2(j->t, OP_BV_ADD, pair[0], pair[1]) : address;
    return j->state->build(j->self, OP_BV_ADD, term_sort(j->t, address), 2, pair, 0, 0);
}

// 'n' bytes from 'address' on, as bits.
static Term load_bytes(const Job *j, Term address, uint32_t n) {
    assert(encode_cell_bytes(j->e->p, j->cmd->region) == 1 ||
           encode_cell_bytes(j->e->p, j->cmd->region) == j->cmd->bytes);
    RegionId r = j->cmd->region;
    if (encode_cell_bytes(j->e->p, r) > 1)
        return j->state->load(j->self, r, address);
    Term bits = j->state->load(j->self, r, address);
    for (uint32_t i = 1; i < n; i++)
        bits = term_2(j->t, OP_BV_CONCAT, j->state->load(j->self, r, plus(j, address, i)), bits);
    return bits;
}

static void store_bytes(const Job *j, Term address, Term bits, uint32_t n) {
    assert(encode_cell_bytes(j->e->p, j->cmd->region) == 1 || encode_cell_bytes(j->e->p, j->cmd->region) == n);
    assert(sort_width(j->t, term_sort(j->t, bits)) == 8 * n);
    RegionId r = j->cmd->region;
    if (encode_cell_bytes(j->e->p, r) > 1) {
        j->state->store(j->self, r, address, bits);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        j->state->store(j->self, r, plus(j, address, i), term_extract(j->t, bits, 8 * i + 7, 8 * i));
}

static void load(const Job *j) {
    const Cmd *cmd = j->cmd;
    Term address = value(j, cmd->a);
    j->state->access(j->self, cmd->region, address, cmd->bytes, false);
    if (!cmd->var)
        return;
    Sort s = j->e->p->vars.at[cmd->var].sort;
    Term bits = load_bytes(j, address, encode_bytes(j->t, s));
    j->state->set(j->self, cmd->var, encode_from_bits(j->t, bits, s));
}

static void store(const Job *j) {
    const Cmd *cmd = j->cmd;
    Term address = value(j, cmd->a), stored = value(j, cmd->b);
    j->state->access(j->self, cmd->region, address, cmd->bytes, true);
    store_bytes(j, address, encode_to_bits(j->t, stored, cmd->bytes), cmd->bytes);
}

// The size of a block, where it is a constant that can be done byte by byte.
static bool block_size(const Job *j, uint64_t *size) {
    uint64_t high;
    Term c = value(j, j->cmd->c);
    if (j->e->p->regions.count > 1 || term_op(j->t, c) != OP_BV_CONST)
        return false;
    term_bits(j->t, c, size, &high);
    return *size <= MOST_BLOCK;
}

static Encoded copy(const Job *j) {
    uint64_t n;
    if (!block_size(j, &n))
        return ENCODE_NOT_HANDLED;
    if (n == 0)
        return ENCODED;
    Term to = value(j, j->cmd->a), from = value(j, j->cmd->b);
    VecTerm bytes = { 0 };
    j->state->access(j->self, 0, from, n, false);
    j->state->access(j->self, 0, to, n, true);
    for (uint64_t i = 0; i < n; i++) // all loads first: the blocks may overlap
        vec_push(&bytes, j->state->load(j->self, 0, plus(j, from, i)));
    for (uint64_t i = 0; i < n; i++)
        j->state->store(j->self, 0, plus(j, to, i), bytes.at[i]);
    vec_free(&bytes);
    return ENCODED;
}

static Encoded set(const Job *j) {
    uint64_t n;
    if (!block_size(j, &n))
        return ENCODE_NOT_HANDLED;
    if (n == 0)
        return ENCODED;
    Term to = value(j, j->cmd->a), byte = value(j, j->cmd->b);
    j->state->access(j->self, 0, to, n, true);
    for (uint64_t i = 0; i < n; i++)
        j->state->store(j->self, 0, plus(j, to, i), byte);
    return ENCODED;
}

static void assign(const Job *j) {
    const Cmd *cmd = j->cmd;
    Term few[USUAL_ARGS], *values = few;
    if (cmd->n > USUAL_ARGS)
        values = base_alloc(cmd->n * sizeof *values);
    for (uint32_t i = 0; i < cmd->n; i++)
        values[i] = value(j, cmd->terms[i]);
    for (uint32_t i = 0; i < cmd->n; i++)
        if (cmd->vars[i])
            j->state->set(j->self, cmd->vars[i], values[i]);
    if (values != few)
        free(values);
}

static void set_any(const Job *j) {
    VarId v = j->cmd->var;
    if (v)
        j->state->set(j->self, v, j->state->any(j->self, j->edge, j->e->p->vars.at[v].sort));
}

// The mutex is free, or it is not: who needs to know keeps it himself.
static void try_lock(const Job *j) {
    VarId v = j->cmd->var;
    if (!v)
        return;
    uint32_t width = sort_width(j->t, j->e->p->vars.at[v].sort);
    Term taken = j->state->any(j->self, j->edge, sort_bool(j->t));
    j->state->set(j->self, v, term_ite(j->t, taken, term_bv(j->t, 16, width), term_bv(j->t, 0, width)));
}

Encoded encode_edge(Encoder *e, EdgeId edge, const EncodeState *state, void *self) {
    assert(edge && edge < e->p->edges.count && e->p->edges.at[edge].from);
    const Cmd *cmd = &e->p->edges.at[edge].cmd;
    Job job = { e, e->t, cmd, edge, state, self }, *j = &job;
    switch (cmd->kind) {
    case CMD_SKIP:
    case CMD_EVENT:
    case CMD_ACCESS: // of a single thread
    case CMD_ATOMIC_BEGIN:
    case CMD_ATOMIC_END:
    case CMD_INTERRUPT:
    case CMD_MUTEX_INIT:
    case CMD_MUTEX_LOCK:
    case CMD_MUTEX_UNLOCK:
    case CMD_STACK_RESTORE:
        return ENCODED;
    case CMD_ASSUME:
        state->assume(self, value(j, cmd->a));
        return ENCODED;
    case CMD_ASSIGN:
        assign(j);
        return ENCODED;
    case CMD_INPUT:
    case CMD_PRINT:
    case CMD_STACK_SAVE:
        set_any(j);
        return ENCODED;
    case CMD_MUTEX_TRYLOCK:
        try_lock(j);
        return ENCODED;
    case CMD_LOAD:
        load(j);
        return ENCODED;
    case CMD_STORE:
        store(j);
        return ENCODED;
    case CMD_COPY:
        return copy(j);
    case CMD_SET:
        return set(j);
    case CMD_HAVOC:
    case CMD_ALLOC:
    case CMD_FREE:
    case CMD_OBJECT_SIZE:
    case CMD_SCOPE:
    case CMD_VALID:
        return ENCODE_OBJECTS;
    case CMD_CALL:
    case CMD_RETURN:
    case CMD_THREAD_CREATE:
    case CMD_THREAD_JOIN:
    case CMD_THREAD_EXIT:
    case CMD_ERROR:
    case CMD_EXIT:
    case CMD_ABORT:
    case CMD_TRAP:
    case CMD_UNMODELLED:
        return ENCODE_CONTROL;
    }
    bug("encode: a command of no kind");
}
