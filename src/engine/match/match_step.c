// match_step.c - all that a program can do from one state
//
// Without inputs there is one step: the program is run.  With inputs the solver is asked for some that lead along a
// way, or to an abstract state, which no step did before, until there are none; and each time the program is run.
// Where the next thread is the only input each of them is tried.
#include "engine/match/match.h"
#include "program/threads/interleave.h"

enum { MOST_STEPS = 128 };

static void free_step(MatchStep *step) {
    walk_free(&step->walk);
    command_free(&step->command);
    vec_free(&step->values);
}

void match_steps_free(MatchSteps *steps) {
    for (uint32_t i = 0; i < steps->count; i++)
        free_step(&steps->at[i]);
    vec_free(steps);
}

// Arguments of the entry function are inputs of the pieces out of the entry.
static uint32_t arguments_at(const Match *m, uint32_t point) {
    return point == m->pc->graph->entry ? m->pc->p->funcs.at[m->pc->p->entry].params.count : 0;
}

bool match_has_inputs(const Match *m, uint32_t point) {
    const VecU32 *out = &m->pc->graph->points.at[point].out;
    for (uint32_t i = 0; i < out->count; i++)
        if (m->pc->block[out->at[i]].inputs.count)
            return true;
    return arguments_at(m, point) > 0;
}

// ---- one step ----
typedef struct Model { // which values the solver gave to the inputs of a piece
    Match *m;
    const Block *block;
    uint32_t argument; // the next one
} Model;

static bool from_model(void *self, EdgeId edge, ValueType type, Value *value) {
    Model *model = self;
    Match *m = model->m;
    Term input = { 0 };
    (void)type;
    assert(edge || model->argument < m->pc->p->funcs.at[m->pc->p->entry].params.count);
    if (!edge)
        input = var_term(m->pc->p, m->pc->p->funcs.at[m->pc->p->entry].params.at[model->argument++]);
    for (uint32_t i = 0; edge && i < model->block->steps.count; i++)
        if (model->block->steps.at[i].edge == edge)
            input = model->block->steps.at[i].value;
    Term constant = input.id ? smt_value(m->smt, input) : input;
    if (!constant.id || !term_is_const(m->t, constant))
        return false;
    *value = value_of_term(m->t, constant);
    return true;
}

// From the entry the program is started anew, with other arguments.
static void walk_from(Match *m, uint32_t node, const Block *block, Walk *out) {
    Model model = { m, block, 0 };
    const MatchNode *n = &m->nodes.at[node];
    WalkInput choose = block ? from_model : NULL;
    if (!arguments_at(m, n->point)) {
        walk_on(m->walker, n->state, choose, &model, out);
        return;
    }
    Walk start;
    walk_start(m->walker, choose, &model, &start);
    assert(start.end == RUN_GOING); // as with other arguments
    walk_on(m->walker, start.state, choose, &model, out);
    for (uint32_t i = 0; i < out->taken.count; i++)
        vec_push(&start.taken, out->taken.at[i]);
    VecTaken taken = out->taken;
    out->taken = start.taken;
    start.taken = taken;
    walk_free(&start);
}

static bool same_step(const MatchStep *a, const MatchStep *b) {
    return a->walk.end == b->walk.end && a->walk.edges.count == b->walk.edges.count &&
           a->values.count == b->values.count &&
           !memcmp(a->walk.edges.at, b->walk.edges.at, a->walk.edges.count * sizeof(EdgeId)) &&
           (!a->values.count || !memcmp(a->values.at, b->values.at, a->values.count));
}

static void add_walk(Match *m, Walk walk, MatchSteps *out) {
    MatchStep step = { .walk = walk };
    if (step.walk.end == RUN_GOING) {
        vec_resize(&step.values, m->followed[step.walk.point].count);
        match_values(m, step.walk.point, step.values.at);
    }
    command_build(m->commands, &step.walk.edges, step.walk.blocked, &step.command);
    vec_push(out, step);
}

// False: there was one like it.
static bool add_step(Match *m, uint32_t node, const Block *block, MatchSteps *out) {
    Walk walk;
    assert(m->nodes.at[node].state);
    walk_from(m, node, block, &walk);
    add_walk(m, walk, out);
    MatchStep *step = &vec_last(out);
    for (uint32_t i = 0; i + 1 < out->count; i++)
        if (same_step(&out->at[i], step)) {
            free_step(step);
            out->count--;
            return false;
        }
    return true;
}

// ---- all steps ----
// The node's state as constants and equations; arguments are inputs where there are some.
static void describe(Match *m, uint32_t node, VecTerm *from, VecTerm *to, VecTerm *cells) {
    const MatchNode *n = &m->nodes.at[node];
    uint32_t kept = 0;
    walker_restore(m->walker, n->state);
    walker_describe(m->walker, from, to, cells);
    for (uint32_t i = 0; i < from->count; i++) {
        VarId var = program_var_of(m->pc->p, from->at[i]);
        if (arguments_at(m, n->point) && var && m->pc->p->vars.at[var].kind == VAR_PARAM)
            continue;
        from->at[kept] = from->at[i];
        to->at[kept++] = to->at[i];
    }
    from->count = to->count = kept;
}

// The step's way and its end, over the state before and the inputs of the block.
static Term taken_formula(Match *m, const Block *block, const MatchStep *step) {
    const GuardedCommand *c = &step->command;
    VecTerm parts = { 0 };
    VecTerm from = { 0 }, to = { 0 };
    for (uint32_t i = 0; i < c->guard.count; i++)
        vec_push(&parts, c->guard.at[i]);
    if (step->walk.end == RUN_GOING)
        vec_push(&parts, command_before(m->commands, c, match_literals(m, step->walk.point, step->values.at)));
    for (uint32_t i = 0; i < c->inputs.count; i++)
        for (uint32_t k = 0; k < block->steps.count; k++)
            if (block->steps.at[k].edge == c->input_of.at[i] && block->steps.at[k].value.id &&
                term_sort(m->t, block->steps.at[k].value).id == term_sort(m->t, c->inputs.at[i]).id) {
                vec_push(&from, c->inputs.at[i]);
                vec_push(&to, block->steps.at[k].value);
            }
    Term all = block_before(m->pc->blocks, term_and_n(m->t, parts.count, parts.at));
    all = term_substitute(m->t, all, from.count, from.at, to.at);
    vec_free(&parts);
    vec_free(&from);
    vec_free(&to);
    return all;
}

static void steps_along(Match *m, uint32_t node, uint32_t cut, MatchSteps *out) {
    const Block *block = &m->pc->block[cut];
    VecTerm from = { 0 }, to = { 0 }, cells = { 0 };
    assert(m->pc->graph->edges.at[cut].from == m->nodes.at[node].point && !smt_depth(m->smt));
    if (!block->guard.id)
        return;
    describe(m, node, &from, &to, &cells);
    smt_push(m->smt);
    for (uint32_t i = 0; i < cells.count; i++)
        smt_assert(m->smt, cells.at[i]);
    smt_assert(m->smt, term_substitute(m->t, block->guard, from.count, from.at, to.at));
    for (uint32_t i = 0; i < MOST_STEPS; i++) {
        SmtAnswer answer = smt_check(m->smt);
        m->incomplete |= answer == SMT_UNKNOWN;
        if (answer != SMT_SAT || !add_step(m, node, block, out))
            break;
        Term taken = taken_formula(m, block, &vec_last(out));
        smt_assert(m->smt, term_not(m->t, term_substitute(m->t, taken, from.count, from.at, to.at)));
    }
    smt_pop(m->smt);
    vec_free(&from);
    vec_free(&to);
    vec_free(&cells);
}

// ---- threads ----
static bool is_choice(const Match *m, EdgeId e) {
    const Cmd *cmd = &m->pc->p->edges.at[e].cmd;
    return cmd->kind == CMD_INPUT && !strcmp(program_text(m->pc->p, cmd->text), INTERLEAVE_CHOICE);
}

// Is the next thread all that is open at the point?
static bool only_chooses(const Match *m, uint32_t point) {
    const VecU32 *cuts = &m->pc->graph->points.at[point].out;
    bool only = !arguments_at(m, point);
    for (uint32_t i = 0; i < cuts->count && only; i++) {
        const Block *block = &m->pc->block[cuts->at[i]];
        uint32_t choices = 0;
        for (uint32_t k = 0; k < block->steps.count; k++)
            choices += is_choice(m, block->steps.at[k].edge);
        only = choices == block->inputs.count;
    }
    return only;
}

static bool this_thread(void *self, EdgeId edge, ValueType type, Value *value) {
    (void)edge, (void)type;
    *value = (Value){ *(const uint32_t *)self, 0 };
    return true;
}

// A step of each thread: no solver is needed to find out what it does.
static void steps_of_threads(Match *m, uint32_t node, MatchSteps *out) {
    assert(!arguments_at(m, m->nodes.at[node].point));
    for (uint32_t thread = 0; thread < INTERLEAVE_THREADS; thread++) {
        Walk walk;
        walk_on(m->walker, m->nodes.at[node].state, this_thread, &thread, &walk);
        bool ended = walk.end == RUN_BLOCKED || walk.end == RUN_RETURNED || walk.end == RUN_EXITED ||
                     walk.end == RUN_ABORTED || walk.end == RUN_TRAP;
        if (ended)
            walk_free(&walk); // it cannot step, or nothing follows
        else
            add_walk(m, walk, out);
    }
}

// In the order of the program's text, whatever the solver found first.
static int by_edges(const void *a, const void *b) {
    const MatchStep *x = a, *y = b;
    for (uint32_t i = 0; i < x->walk.edges.count && i < y->walk.edges.count; i++)
        if (x->walk.edges.at[i] != y->walk.edges.at[i])
            return x->walk.edges.at[i] < y->walk.edges.at[i] ? -1 : 1;
    return (x->walk.edges.count > y->walk.edges.count) - (x->walk.edges.count < y->walk.edges.count);
}

void match_steps(Match *m, uint32_t node, MatchSteps *out) {
    uint32_t point = m->nodes.at[node].point;
    const VecU32 *cuts = &m->pc->graph->points.at[point].out;
    assert(m->nodes.at[node].state);
    *out = (MatchSteps){ 0 };
    if (m->pc->bad[point] || !match_has_inputs(m, point)) {
        add_step(m, node, NULL, out);
        return;
    }
    if (only_chooses(m, point)) {
        steps_of_threads(m, node, out);
        return;
    }
    for (uint32_t i = 0; i < cuts->count; i++)
        steps_along(m, node, cuts->at[i], out);
    if (out->count)
        qsort(out->at, out->count, sizeof *out->at, by_edges);
}
