// lower.c - block commands become loads and stores
#include "program/pass/lower.h"
#include "program/edit.h"

enum { MOST_CELLS = 64, WIDEST = 64 };

typedef struct Lower {
    Program *p;
    Terms *t;
    const LowerOptions *options;
    Edge block; // the edge that is replaced
    LocId at;   // where the new code goes on
    FuncId func;
    Sort pointer;
} Lower;

// ---- small pieces of code ----
static LocId new_loc(Lower *l) {
    LocId loc = program_loc(l->p, l->func, l->block.pos);
    l->p->locs.at[loc].inlined = l->p->locs.at[l->block.from].inlined;
    return loc;
}

static void emit(Lower *l, Cmd cmd) {
    LocId next = new_loc(l);
    program_edge(l->p, l->at, next, l->block.pos, cmd);
    l->at = next;
}

static Term number(Lower *l, uint64_t n) {
    return term_bv(l->t, n, l->p->pointer_bits);
}

static Term plus(Lower *l, Term a, Term b) {
    return term_2(l->t, OP_BV_ADD, a, b);
}

static VarId local(Lower *l, const char *stem, Sort s) {
    return program_var(l->p, l->func, stem, s, VAR_LOCAL);
}

static Term load(Lower *l, Term address, uint32_t bytes) {
    assert(bytes && bytes <= WIDEST);
    VarId v = local(l, "cell", sort_bv(l->t, 8 * bytes));
    emit(l, (Cmd){ .kind = CMD_LOAD, .var = v, .a = address, .bytes = bytes });
    return var_term(l->p, v);
}

static void store(Lower *l, Term address, Term value, uint32_t bytes) {
    emit(l, (Cmd){ .kind = CMD_STORE, .a = address, .b = value, .bytes = bytes });
}

static Term repeated(Lower *l, Term byte, uint32_t bytes) {
    assert(sort_width(l->t, term_sort(l->t, byte)) == 8);
    Term value = byte;
    for (uint32_t i = 1; i < bytes; i++)
        value = term_2(l->t, OP_BV_CONCAT, value, byte);
    return value;
}

// ---- cells ----
static uint32_t cell_bytes(const Lower *l, uint64_t offset) {
    const LowerOptions *o = l->options;
    uint32_t bytes = o->cell_bytes ? o->cell_bytes(o->context, &l->block.cmd, offset) : 1;
    return bytes && bytes <= WIDEST ? bytes : 1;
}

// The widths of the cells of 'size' bytes; false where they are too many.  The
// end may cut a cell: its bytes count one by one.
static bool cells_of(const Lower *l, uint64_t size, VecU32 *cells) {
    uint32_t most = l->options->most_cells ? l->options->most_cells : MOST_CELLS;
    for (uint64_t offset = 0; offset < size;) {
        uint32_t bytes = cell_bytes(l, offset);
        if (bytes > size - offset)
            bytes = 1;
        if (cells->count == most)
            return false;
        vec_push(cells, bytes);
        offset += bytes;
    }
    return true;
}

static bool constant_size(const Lower *l, uint64_t *size) {
    uint64_t high;
    if (term_op(l->t, l->block.cmd.c) != OP_BV_CONST)
        return false;
    term_bits(l->t, l->block.cmd.c, size, &high);
    return true;
}

// ---- in a row ----
// All loads come first: the blocks may overlap.
static void copy_row(Lower *l, const VecU32 *cells) {
    VecTerm values = { 0 };
    const Cmd *cmd = &l->block.cmd;
    uint64_t offset = 0;
    for (uint32_t i = 0; i < cells->count; offset += cells->at[i++])
        vec_push(&values, load(l, plus(l, cmd->b, number(l, offset)), cells->at[i]));
    offset = 0;
    for (uint32_t i = 0; i < cells->count; offset += cells->at[i++])
        store(l, plus(l, cmd->a, number(l, offset)), values.at[i], cells->at[i]);
    vec_free(&values);
}

static void set_row(Lower *l, const VecU32 *cells) {
    const Cmd *cmd = &l->block.cmd;
    uint64_t offset = 0;
    for (uint32_t i = 0; i < cells->count; offset += cells->at[i++])
        store(l, plus(l, cmd->a, number(l, offset)), repeated(l, cmd->b, cells->at[i]), cells->at[i]);
}

// ---- loops ----
// One cell, 'offset' bytes after the start of the block.
static void move_cell(Lower *l, Term offset, uint32_t bytes) {
    const Cmd *cmd = &l->block.cmd;
    Term value = cmd->kind == CMD_COPY ? load(l, plus(l, cmd->b, offset), bytes) : repeated(l, cmd->b, bytes);
    store(l, plus(l, cmd->a, offset), value, bytes);
}

static LocId test(Lower *l, LocId from, Term condition) {
    LocId to = new_loc(l);
    program_edge(l->p, from, to, l->block.pos, cmd_assume(condition));
    return to;
}

// 'left' counts the cells still to do, down to 0.  Upwards, the next one is cell
// number count - left, downwards left - 1.  Offsets are multiples of the width for
// all to see: the points-to analysis keeps cells apart by that.  Leaves l->at
// where the loop ends.
static void loop(Lower *l, bool upwards, uint32_t bytes) {
    Program *p = l->p;
    Term width = number(l, bytes), count = term_2(l->t, OP_BV_UDIV, l->block.cmd.c, width);
    VarId v = local(l, "left", l->pointer);
    Term left = var_term(p, v), rest = term_bv_sub(l->t, left, number(l, 1));
    LocId head = new_loc(l);
    program_edge(p, l->at, head, l->block.pos, cmd_assign(p, v, count));
    Term done = term_eq(l->t, left, number(l, 0));
    LocId body = test(l, head, term_not(l->t, done)), end = test(l, head, done);
    l->at = body;
    Term cell = upwards ? term_bv_sub(l->t, count, left) : rest;
    move_cell(l, term_2(l->t, OP_BV_MUL, width, cell), bytes);
    program_edge(p, l->at, head, l->block.pos, cmd_assign(p, v, rest));
    l->at = end;
}

static void finish(Lower *l) {
    program_edge(l->p, l->at, l->block.to, l->block.pos, (Cmd){ .kind = CMD_SKIP });
}

// COPY into what is still to be read goes downwards, else upwards: what is
// still to be read is never overwritten.
static void lower_in_loop(Lower *l) {
    uint32_t bytes = cell_bytes(l, LOWER_ANY);
    if (l->block.cmd.kind == CMD_SET) {
        loop(l, true, bytes);
        finish(l);
        return;
    }
    Term ahead = term_bv_sub(l->t, l->block.cmd.a, l->block.cmd.b);
    Term up = term_2(l->t, OP_BV_ULE, l->block.cmd.c, ahead); // modulo 2^n: the target is behind, or beyond the end
    LocId from = l->at;
    l->at = test(l, from, up);
    loop(l, true, bytes);
    finish(l);
    l->at = test(l, from, term_not(l->t, up));
    loop(l, false, bytes);
    finish(l);
}

// ---- the commands ----
static void lower_block(Lower *l) {
    assert(l->block.cmd.kind == CMD_COPY || l->block.cmd.kind == CMD_SET);
    VecU32 cells = { 0 };
    uint64_t size;
    bool copy = l->block.cmd.kind == CMD_COPY;
    if (!constant_size(l, &size) || !cells_of(l, size, &cells))
        lower_in_loop(l);
    else {
        if (copy)
            copy_row(l, &cells);
        else
            set_row(l, &cells);
        finish(l);
    }
    vec_free(&cells);
}

// The object whose address, and nothing else that is an address, 'a' is.
static ObjId named_object(const Lower *l, Term a) {
    VarId v = program_var_of(l->p, a);
    if (!v || l->p->vars.at[v].kind != VAR_ADDRESS)
        return 0;
    ObjId o = l->p->vars.at[v].object;
    return l->p->objects.at[o].kind == OBJ_GLOBAL ? o : 0;
}

static bool can_lower_havoc(const Lower *l, VecU32 *cells) {
    ObjId o = named_object(l, l->block.cmd.a);
    return o && l->p->objects.at[o].size && cells_of(l, l->p->objects.at[o].size, cells);
}

static void lower_havoc(Lower *l, const VecU32 *cells) {
    assert(named_object(l, l->block.cmd.a));
    Program *p = l->p;
    Term base = l->block.cmd.a;
    bool constant = p->objects.at[named_object(l, base)].constant; // nothing may write it
    uint64_t offset = 0;
    for (uint32_t i = 0; !constant && i < cells->count; offset += cells->at[i++]) {
        Term address = plus(l, base, number(l, offset));
        VarId v = local(l, "havoc", sort_bv(l->t, 8 * cells->at[i]));
        emit(l, (Cmd){ .kind = CMD_INPUT,
                       .var = v,
                       .input = INPUT_MEMORY,
                       .a = address,
                       .bytes = cells->at[i],
                       .text = program_name(p, "havoc") });
        store(l, address, var_term(p, v), cells->at[i]);
    }
    finish(l);
}

static bool lower_edge(Lower *l, EdgeId e) {
    VecU32 cells = { 0 };
    bool havoc = l->block.cmd.kind == CMD_HAVOC;
    bool can = havoc ? can_lower_havoc(l, &cells) : true;
    if (can) {
        program_delete_edge(l->p, e);
        if (havoc)
            lower_havoc(l, &cells);
        else
            lower_block(l);
    }
    vec_free(&cells);
    return can;
}

bool lower_blocks(Program *p, const LowerOptions *options) {
    assert(!p->split && "regions are made of what this leaves");
    static const LowerOptions none = { 0 };
    bool changed = false;
    for (EdgeId e = 1, end = p->edges.count; e < end; e++) {
        Edge edge = p->edges.at[e];
        CmdKind kind = edge.cmd.kind;
        if (!edge.from || (kind != CMD_COPY && kind != CMD_SET && kind != CMD_HAVOC) || cmd_is_outside(&edge.cmd))
            continue;
        Lower l = { .p = p, .t = p->terms, .options = options ? options : &none, .block = edge, .at = edge.from };
        l.func = p->locs.at[edge.from].func;
        l.pointer = sort_bv(p->terms, p->pointer_bits);
        changed |= lower_edge(&l, e);
    }
    return changed;
}
