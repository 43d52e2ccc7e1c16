// command.c - symbolic execution of one straight line of edges
#include "engine/match/command.h"

struct CommandBuilder {
    Procedure *pc;
    const Program *p;
    Terms *t;
    Encoder *encoder;
    bool *leads_on;      // by edge: is it part of some piece?
    GuardedCommand *now; // that is built
};

CommandBuilder *command_builder_new(Procedure *pc) {
    CommandBuilder *cs = base_alloc(sizeof *cs);
    *cs = (CommandBuilder){ .pc = pc, .p = pc->p, .t = pc->t, .encoder = encoder_new(pc->p) };
    cs->leads_on = base_alloc(pc->p->edges.count * sizeof *cs->leads_on);
    for (uint32_t i = 0; i < pc->graph->edges.count; i++)
        for (uint32_t k = 0; k < pc->graph->edges.at[i].edges.count; k++)
            cs->leads_on[pc->graph->edges.at[i].edges.at[k]] = true;
    return cs;
}

void command_builder_free(CommandBuilder *cs) {
    if (!cs)
        return;
    encoder_free(cs->encoder);
    free(cs->leads_on);
    free(cs);
}

void command_free(GuardedCommand *c) {
    vec_free(&c->guard);
    vec_free(&c->is_end);
    vec_free(&c->from);
    vec_free(&c->to);
    vec_free(&c->inputs);
    vec_free(&c->input_of);
    *c = (GuardedCommand){ 0 };
}

// ---- the state, for the encoder ----
static Term lookup(const GuardedCommand *c, Term x) {
    for (uint32_t i = 0; i < c->from.count; i++)
        if (term_same(c->from.at[i], x))
            return c->to.at[i];
    return x;
}

static void change(GuardedCommand *c, Term x, Term value) {
    assert(value.id && c->from.count == c->to.count);
    for (uint32_t i = 0; i < c->from.count; i++)
        if (term_same(c->from.at[i], x)) {
            c->to.at[i] = value;
            return;
        }
    vec_push(&c->from, x);
    vec_push(&c->to, value);
}

static Term get_var(void *self, VarId var) {
    CommandBuilder *cs = self;
    return lookup(cs->now, var_term(cs->p, var));
}

static void set_var(void *self, VarId var, Term value) {
    CommandBuilder *cs = self;
    change(cs->now, var_term(cs->p, var), value);
}

static void access_cell(void *self, RegionId region, Term address, uint64_t bytes, bool write) {
    (void)self, (void)region, (void)address, (void)bytes, (void)write; // the run made the access
}

static Term load_cell(void *self, RegionId region, Term address) {
    CommandBuilder *cs = self;
    return term_2(cs->t, OP_SELECT, lookup(cs->now, block_region(cs->pc->blocks, region)), address);
}

static void store_cell(void *self, RegionId region, Term address, Term cell) {
    CommandBuilder *cs = self;
    Term array = block_region(cs->pc->blocks, region);
    change(cs->now, array, term_3(cs->t, OP_STORE, lookup(cs->now, array), address, cell));
}

static void assume(void *self, Term condition) {
    CommandBuilder *cs = self;
    vec_push(&cs->now->guard, condition);
}

static Term any(void *self, EdgeId edge, Sort sort) {
    CommandBuilder *cs = self;
    Text name = { 0 };
    text_add(&name, "input!%u!%u", edge, sort.id);
    Term input = term_var(cs->t, name.at, sort);
    vec_free(&name);
    vec_push(&cs->now->inputs, input);
    vec_push(&cs->now->input_of, edge);
    return input;
}

static const EncodeState state = { .get = get_var,
                                   .set = set_var,
                                   .access = access_cell,
                                   .load = load_cell,
                                   .store = store_cell,
                                   .assume = assume,
                                   .any = any };

// ---- building ----
// Does a run that fails the test stop?
static bool is_end(const CommandBuilder *cs, EdgeId e) {
    for_out_edges(cs->p, cs->p->edges.at[e].from, other) if (other != e && cs->leads_on[other]) return false;
    return true;
}

static void what_is_not_expressed(CommandBuilder *cs, EdgeId e, GuardedCommand *out) {
    const Cmd *cmd = &cs->p->edges.at[e].cmd;
    out->inexact = true;
    if (cmd->var)
        set_var(cs, cmd->var, any(cs, e, cs->p->vars.at[cmd->var].sort));
    for (uint32_t i = 0; i < cmd->n_vars; i++)
        set_var(cs, cmd->vars[i], any(cs, e, cs->p->vars.at[cmd->vars[i]].sort));
}

static void add_failed_tests(CommandBuilder *cs, LocId blocked, GuardedCommand *out) {
    for_out_edges(cs->p, blocked, e) {
        const Cmd *cmd = &cs->p->edges.at[e].cmd;
        if (cmd->kind == CMD_ASSUME) {
            vec_push(&out->guard, term_not(cs->t, encode_term(cs->encoder, cmd->a, &state, cs)));
            vec_push(&out->is_end, !cs->leads_on[e]);
        }
    }
}

void command_build(CommandBuilder *cs, const VecU32 *edges, LocId blocked, GuardedCommand *out) {
    assert(!cs->now);
    *out = (GuardedCommand){ 0 };
    cs->now = out;
    for (uint32_t i = 0; i < edges->count; i++) {
        EdgeId e = edges->at[i];
        Encoded how = encode_edge(cs->encoder, e, &state, cs);
        if (how != ENCODED && cs->p->edges.at[e].cmd.kind != CMD_ERROR)
            what_is_not_expressed(cs, e, out);
        while (out->is_end.count < out->guard.count)
            vec_push(&out->is_end, is_end(cs, e));
    }
    if (blocked)
        add_failed_tests(cs, blocked, out);
    assert(out->guard.count == out->is_end.count && out->inputs.count == out->input_of.count);
    cs->now = NULL;
}

Term command_before(CommandBuilder *cs, const GuardedCommand *c, Term after) {
    assert(after.id && c->from.count == c->to.count && c->guard.count == c->is_end.count);
    return term_substitute(cs->t, after, c->from.count, c->from.at, c->to.at);
}

bool command_has_inputs(CommandBuilder *cs, const GuardedCommand *c, Term formula) {
    VecTerm vars = { 0 };
    bool found = false;
    term_vars(cs->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count && !found; i++)
        for (uint32_t k = 0; k < c->inputs.count && !found; k++)
            found = term_same(vars.at[i], c->inputs.at[k]);
    vec_free(&vars);
    return found;
}
