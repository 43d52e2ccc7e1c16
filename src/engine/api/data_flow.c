#include "engine/api/data_flow.h"

typedef struct EdgeFlow { // what an edge reads, found when it is first taken
    bool ready;
    VEC(VecU32) reads;         // the variables of each term: terms[], then b
    RunTerm *to, *from, *size; // of memory commands: the terms a, b, c
} EdgeFlow;

typedef struct Open { // an open call
    EdgeId call;
    VecU32 vars; // those that hold data
} Open;

struct DataFlow {
    const Program *p;
    Interpreter *it;
    EdgeFlow *edges; // by EdgeId
    VEC(Open) open;
    Map bytes_at;    // address -> bytes of the cell; 0: none any more
    DataCells cells; // all that were ever put, each address once
    // of the step that goes on
    VEC(bool) values;        // does terms[i] hold data?
    uint64_t to, from, size; // addresses of memory commands
    uint64_t arguments;
    uint32_t depth;
};

DataFlow *data_flow_new(const Program *p, Interpreter *it) {
    DataFlow *f = base_alloc(sizeof *f);
    *f = (DataFlow){ .p = p, .it = it, .edges = base_alloc(p->edges.count * sizeof *f->edges) };
    (void)vec_add(&f->open);
    return f;
}

static void pop_open(DataFlow *f) {
    vec_free(&vec_last(&f->open).vars);
    f->open.count--;
}

void data_flow_free(DataFlow *f) {
    if (!f)
        return;
    for (EdgeId e = 0; e < f->p->edges.count; e++) {
        EdgeFlow *flow = &f->edges[e];
        for (uint32_t i = 0; i < flow->reads.count; i++)
            vec_free(&flow->reads.at[i]);
        vec_free(&flow->reads);
        run_term_free(flow->to);
        run_term_free(flow->from);
        run_term_free(flow->size);
    }
    while (f->open.count)
        pop_open(f);
    vec_free(&f->open);
    vec_free(&f->cells);
    vec_free(&f->values);
    map_free(&f->bytes_at);
    free(f->edges);
    free(f);
}

// ---- edges ----
// The variables that a value is computed from, but for those that are only compared.
static void find_reads(const DataFlow *f, Term a, Map *met, VecU32 *reads) {
    const Terms *terms = f->p->terms;
    if (!a.id || term_is_formula(terms, a) || map_find(met, a.id))
        return;
    map_put(met, a.id, 1);
    VarId var = program_var_of(f->p, a);
    if (var)
        vec_push(reads, var);
    for (uint32_t i = 0; !var && i < term_arity(terms, a); i++)
        find_reads(f, term_arg(terms, a, i), met, reads);
}

static void add_reads(DataFlow *f, EdgeFlow *flow, Term a) {
    Map met = { 0 };
    find_reads(f, a, &met, vec_add(&flow->reads));
    map_free(&met);
}

static bool is_of_memory(CmdKind kind) {
    return kind == CMD_LOAD || kind == CMD_STORE || kind == CMD_COPY || kind == CMD_SET;
}

static const EdgeFlow *flow_of(DataFlow *f, EdgeId edge) {
    assert(edge && edge < f->p->edges.count);
    EdgeFlow *flow = &f->edges[edge];
    const Cmd *cmd = &f->p->edges.at[edge].cmd;
    if (flow->ready)
        return flow;
    flow->ready = true;
    for (uint32_t i = 0; i < cmd->n && cmd->terms; i++)
        add_reads(f, flow, cmd->terms[i]);
    if (cmd->kind == CMD_STORE)
        add_reads(f, flow, cmd->b);
    if (is_of_memory(cmd->kind)) {
        flow->to = run_term_new(f->it, cmd->a);
        flow->from = cmd->kind == CMD_COPY ? run_term_new(f->it, cmd->b) : NULL;
        flow->size = cmd->c.id ? run_term_new(f->it, cmd->c) : NULL;
    }
    return flow;
}

// ---- variables ----
static bool var_has(const DataFlow *f, VarId var) {
    const Open *o = &vec_last(&f->open);
    for (uint32_t i = 0; i < o->vars.count; i++)
        if (o->vars.at[i] == var)
            return true;
    return false;
}

static void var_set(DataFlow *f, VarId var, bool data) {
    Open *o = &vec_last(&f->open);
    for (uint32_t i = 0; i < o->vars.count; i++)
        if (o->vars.at[i] == var) {
            if (!data)
                o->vars.at[i] = vec_pop(&o->vars);
            return;
        }
    if (data && var)
        vec_push(&o->vars, var);
}

// ---- memory ----
uint32_t data_flow_at(const DataFlow *f, uint64_t address) {
    return map_find(&f->bytes_at, address);
}

static void cell_set(DataFlow *f, uint64_t address, uint32_t bytes) {
    uint32_t before;
    bool known = map_get(&f->bytes_at, address, &before);
    if (!known && !bytes)
        return;
    if (!known)
        vec_push(&f->cells, (DataCell){ address, bytes });
    map_put(&f->bytes_at, address, bytes);
}

static void cells_clear(DataFlow *f, uint64_t from, uint64_t size) {
    for (uint32_t i = 0; i < f->cells.count; i++)
        if (f->cells.at[i].address - from < size)
            cell_set(f, f->cells.at[i].address, 0);
}

static void cells_copy(DataFlow *f, uint64_t to, uint64_t from, uint64_t size) {
    DataCells moved = { 0 };
    for (uint32_t i = 0; i < f->cells.count; i++) {
        uint64_t offset = f->cells.at[i].address - from;
        uint32_t bytes = data_flow_at(f, f->cells.at[i].address);
        if (bytes && offset < size && size - offset >= bytes)
            vec_push(&moved, (DataCell){ to + offset, bytes });
    }
    cells_clear(f, to, size);
    for (uint32_t i = 0; i < moved.count; i++)
        cell_set(f, moved.at[i].address, moved.at[i].bytes);
    vec_free(&moved);
}

void data_flow_save(const DataFlow *f, DataCells *cells) {
    for (uint32_t i = 0; i < f->cells.count; i++) {
        uint32_t bytes = data_flow_at(f, f->cells.at[i].address);
        if (bytes)
            vec_push(cells, (DataCell){ f->cells.at[i].address, bytes });
    }
}

void data_flow_restore(DataFlow *f, const DataCells *cells) {
    assert(f->open.count);
    map_free(&f->bytes_at);
    f->cells.count = 0;
    while (f->open.count > 1)
        pop_open(f);
    vec_last(&f->open).vars.count = 0;
    for (uint32_t i = 0; i < cells->count; i++)
        cell_set(f, cells->at[i].address, cells->at[i].bytes);
}

// ---- steps ----
static uint64_t value_of(Stepper *s, const RunTerm *term) {
    return term ? stepper_value(s, term).lo : 0;
}

void data_flow_before(DataFlow *f, Stepper *s, EdgeId edge, uint64_t arguments) {
    assert(f->open.count == stepper_depth(s, 0)); // the calls that are open are the same
    const EdgeFlow *flow = flow_of(f, edge);
    f->values.count = 0;
    for (uint32_t i = 0; i < flow->reads.count; i++) {
        bool data = false;
        for (uint32_t k = 0; k < flow->reads.at[i].count && !data; k++)
            data = var_has(f, flow->reads.at[i].at[k]);
        vec_push(&f->values, data);
    }
    f->to = value_of(s, flow->to);
    f->from = value_of(s, flow->from);
    f->size = value_of(s, flow->size);
    f->arguments = arguments;
    f->depth = stepper_depth(s, 0);
}

static void after_call(DataFlow *f, Stepper *s, EdgeId edge) {
    const Cmd *cmd = &f->p->edges.at[edge].cmd;
    if (stepper_depth(s, 0) <= f->depth) { // it has no body
        for (uint32_t i = 0; i < cmd->n_vars; i++)
            var_set(f, cmd->vars[i], false);
        return;
    }
    const Function *callee = &f->p->funcs.at[f->p->locs.at[stepper_at(s, 0)].func];
    Open *o = vec_add(&f->open);
    o->call = edge;
    for (uint32_t i = 0; i < callee->params.count; i++)
        if ((i < f->values.count && f->values.at[i]) || (i < 64 && f->arguments >> i & 1))
            vec_push(&o->vars, callee->params.at[i]);
}

static void after_return(DataFlow *f) {
    if (f->open.count < 2)
        return;
    const Cmd *call = &f->p->edges.at[vec_last(&f->open).call].cmd;
    pop_open(f);
    for (uint32_t i = 0; i < call->n_vars; i++)
        var_set(f, call->vars[i], i < f->values.count && f->values.at[i]);
}

void data_flow_after(DataFlow *f, Stepper *s, EdgeId edge) {
    const Cmd *cmd = &f->p->edges.at[edge].cmd;
    switch (cmd->kind) {
    case CMD_ASSIGN:
        for (uint32_t i = 0; i < cmd->n; i++)
            var_set(f, cmd->vars[i], f->values.at[i]);
        break;
    case CMD_LOAD:
        var_set(f, cmd->var, data_flow_at(f, f->to) != 0);
        break;
    case CMD_STORE:
        cell_set(f, f->to, f->values.at[0] ? cmd->bytes : 0);
        break;
    case CMD_COPY:
        cells_copy(f, f->to, f->from, f->size);
        break;
    case CMD_SET:
        cells_clear(f, f->to, f->size);
        break;
    case CMD_CALL:
        after_call(f, s, edge);
        break;
    case CMD_RETURN:
        after_return(f);
        break;
    default: // what it gives a value to is no data
        if (cmd->var)
            var_set(f, cmd->var, false);
    }
}
