// circ_refine.c - Refine: is an abstract path of several threads real?
//
// The path is one of the thread followed and of edges of the context.  Threads of the context get numbers; each edge is
// put down as steps of one of them, by the ARG that the context was collapsed from: silent steps first, then one that
// does what the edge does.  If no thread is there that could take the edge, the counters were too coarse: k grows.
// The steps in their order are a formula, with copies of own variables for each thread; it has a model, which
// is a run with a schedule, or interpolants, whose atoms are new predicates.
#include "engine/circ/circ.h"
#include "program/edit.h"
#include "system/model_trace.h"

typedef struct Actor { // a thread of the path
    uint32_t template, control;
} Actor;
typedef struct Step {
    uint32_t actor, piece;
    uint32_t child; // the actor that it makes, or NONE
} Step;
typedef struct Version {
    uint32_t step; // from this step on
    Term copy;
} Version;
typedef VEC(Version) VecVersion;

typedef struct Path {
    Circ *c;
    VEC(Actor) actors;
    VEC(Step) steps;
    uint32_t self;
    VEC(VecVersion) versions;
    Map version_of; // actor (0: shared) and variable -> 1 + index
    ModelTrace model;
    uint32_t now; // the step whose names are meant
} Path;

// ---- from abstract edges to steps ----
static uint32_t add_actor(Path *p, uint32_t template, uint32_t control) {
    vec_push(&p->actors, (Actor){ template, control });
    return p->actors.count - 1;
}

static uint32_t entry_control(const Circ *c, uint32_t piece, uint64_t own) {
    FuncId func = c->ts->all.at[c->pieces.at[piece].spawn->template].func;
    return circ_find_control(c, map_find(&c->point_of, c->p->funcs.at[func].entry) - 1, own);
}

// The actor takes the piece and is at 'control' then.
static uint32_t act(Path *p, uint32_t actor, uint32_t piece, uint32_t control, uint32_t child) {
    const Spawn *spawn = p->c->pieces.at[piece].spawn;
    uint32_t made = spawn ? add_actor(p, spawn->template, child) : NONE;
    vec_push(&p->steps, (Step){ actor, piece, made });
    p->actors.at[actor].control = control;
    return made;
}

static bool does_the_same(const Circ *c, const ArgEdge *a, const ContextEdge *e) {
    const Piece *p = &c->pieces.at[a->piece], *q = &c->pieces.at[e->piece];
    const VecU32 *mu = &c->context.mu;
    return a->before == e->before && a->after == e->after && a->to < mu->count && mu->at[a->to] == e->to &&
           (a->child == NONE) == (e->child == NONE) &&
           (a->child == NONE || (a->child < mu->count && mu->at[a->child] == e->child)) &&
           !memcmp(p->effect, q->effect, c->ts->all.count * sizeof p->effect[0]);
}

static bool is_silent_inside(const Circ *c, const ArgEdge *a, const ContextEdge *e) {
    const VecU32 *mu = &c->context.mu;
    return a->before == e->before && a->to < mu->count && mu->at[a->to] == e->from &&
           circ_is_silent(c, a->piece, a->before, a->after);
}

// The shortest way of the actor to do what the edge does.  False: it has none.
static bool act_as(Path *p, uint32_t actor, const ContextEdge *e) {
    Circ *c = p->c;
    VecU32 queue = { 0 }, how = { 0 }, from = { 0 }; // controls; by which edge; from which place of the queue
    Map seen = { 0 };
    bool found = false;
    vec_push(&queue, p->actors.at[actor].control);
    vec_push(&how, NONE);
    vec_push(&from, NONE);
    map_put(&seen, queue.at[0], 1);
    for (uint32_t i = 0; i < queue.count && !found; i++) {
        const VecU32 *out = &c->arg.out.at[queue.at[i]];
        for (uint32_t k = 0; k < out->count && !found; k++) {
            const ArgEdge *a = &c->arg.edges.at[out->at[k]];
            found = does_the_same(c, a, e);
            if (!found && (!is_silent_inside(c, a, e) || map_find(&seen, a->to)))
                continue;
            map_put(&seen, a->to, 1);
            vec_push(&queue, a->to);
            vec_push(&how, out->at[k]);
            vec_push(&from, i);
        }
    }
    VecU32 way = { 0 };
    for (uint32_t i = queue.count - 1; found && how.at[i] != NONE; i = from.at[i])
        vec_push(&way, how.at[i]);
    for (uint32_t i = way.count; i-- > 0;) {
        const ArgEdge *a = &c->arg.edges.at[way.at[i]];
        act(p, actor, a->piece, a->to, a->child);
    }
    vec_free(&way);
    vec_free(&queue);
    vec_free(&how);
    vec_free(&from);
    map_free(&seen);
    return found;
}

static bool some_actor(Path *p, const ContextEdge *e) {
    for (uint32_t i = 0; i < p->actors.count; i++) {
        uint32_t control = p->actors.at[i].control;
        if (i != p->self && control < p->c->context.mu.count && p->c->context.mu.at[control] == e->from &&
            act_as(p, i, e))
            return true;
    }
    return false;
}

// False: a thread moves that exact counting says is not there.
static bool concretise(Path *p, uint32_t state) {
    Circ *c = p->c;
    VecU32 chain = { 0 };
    bool good = true;
    for (uint32_t s = state; s != NONE; s = c->states.at[s].parent)
        vec_push(&chain, s);
    for (uint32_t i = chain.count; i-- > 0 && good;) {
        const State *s = &c->states.at[chain.at[i]];
        uint32_t made;
        switch (s->how) {
        case HOW_START:
            p->self = add_actor(p, 0, circ_find_control(c, s->point, s->own));
            break;
        case HOW_OWN: {
            uint32_t there = c->points.at[s->point].ends ? NONE : circ_find_control(c, s->point, s->own);
            uint32_t child = c->pieces.at[s->by].spawn ? entry_control(c, s->by, s->child_own) : NONE;
            act(p, p->self, s->by, there, child);
            break;
        }
        case HOW_BORN:
            made = act(p, p->self, s->by, circ_find_control(c, c->pieces.at[s->by].to, s->maker_own),
                       entry_control(c, s->by, s->own));
            p->self = made;
            break;
        case HOW_CONTEXT:
            good = some_actor(p, &c->context.edges.at[s->by]);
            break;
        }
    }
    vec_free(&chain);
    return good;
}

// ---- names ----
static bool is_own(const Circ *c, Term variable) {
    VarId v = program_var_of(c->p, variable);
    return v && c->p->vars.at[v].func;
}

static bool is_state(const Circ *c, Term variable) {
    if (program_var_of(c->p, variable))
        return true;
    for (RegionId r = 0; r < c->p->regions.count; r++)
        if (term_same(block_region(c->blocks, r), variable))
            return true;
    return false;
}

static Term new_copy(Path *p, uint32_t step, uint32_t actor, Term variable) {
    Circ *c = p->c;
    char name[256];
    bool own = is_own(c, variable);
    if (own)
        snprintf(name, sizeof name, "@%u.%u!%.200s", step, actor, term_name(c->t, variable));
    else
        snprintf(name, sizeof name, "@%u!%.200s", step, term_name(c->t, variable));
    Term copy = term_var(c->t, name, term_sort(c->t, variable));
    map_put(&c->origin, copy.id, variable.id);
    if (own)
        map_put(&c->thread_of, copy.id, actor + 1);
    return copy;
}

static VecVersion *versions_of(Path *p, uint32_t actor, Term variable) {
    uint64_t key = (uint64_t)(is_own(p->c, variable) ? actor + 1 : 0) << 32 | variable.id;
    uint32_t i = map_find(&p->version_of, key);
    if (!i) {
        VecVersion *first = vec_add(&p->versions);
        Term copy = new_copy(p, 0, actor, variable);
        vec_push(first, (Version){ 0, copy });
        map_put(&p->version_of, key, i = p->versions.count);
    }
    return &p->versions.at[i - 1];
}

static Term copy_at(Path *p, uint32_t step, uint32_t actor, Term variable) {
    const VecVersion *all = versions_of(p, actor, variable);
    for (uint32_t i = all->count; i-- > 0;)
        if (all->at[i].step <= step)
            return all->at[i].copy;
    bug("circ: a variable without a first copy");
}

static Term change_at(Path *p, uint32_t step, uint32_t actor, Term variable) {
    Term copy = new_copy(p, step, actor, variable);
    vec_push(versions_of(p, actor, variable), (Version){ step, copy });
    return copy;
}

// A variable of a block as of the step at hand: state, or an input of the block.
static Term leaf(void *context, Term variable) {
    Path *p = context;
    if (is_state(p->c, variable))
        return copy_at(p, p->now, p->steps.at[p->now].actor, variable);
    char name[256];
    snprintf(name, sizeof name, "@%u?%.200s", p->now, term_name(p->c->t, variable));
    return term_var(p->c->t, name, term_sort(p->c->t, variable));
}

static Term at_step(Path *p, uint32_t step, Term a) {
    p->now = step;
    return a.id ? term_map(p->c->t, a, leaf, p, NULL) : a;
}

// ---- the formula ----
static Term first_formula(Path *p) {
    Circ *c = p->c;
    Block start;
    VecTerm parts = { 0 };
    block_initial(c->blocks, &start);
    for (uint32_t i = 0; i < start.changes.count; i++) {
        Term variable = block_changed(c->blocks, &start, i);
        if (!start.changes.at[i].var) // what was there before is not known, and has no name of its own here
            continue;
        vec_push(&parts, term_eq(c->t, copy_at(p, 0, 0, variable), start.changes.at[i].value));
    }
    Term zero = term_bv(c->t, 0, 32);
    for (uint32_t i = 0; i < p->actors.count; i++) {
        Term me = copy_at(p, 0, i, var_term(c->p, c->ts->all.at[p->actors.at[i].template].me));
        vec_push(&parts, term_not(c->t, term_eq(c->t, me, zero)));
        for (uint32_t k = 0; k < i; k++) {
            Term other = copy_at(p, 0, k, var_term(c->p, c->ts->all.at[p->actors.at[k].template].me));
            vec_push(&parts, term_not(c->t, term_eq(c->t, me, other)));
        }
    }
    Term all = term_and_n(c->t, parts.count, parts.at);
    vec_free(&parts);
    block_free(&start);
    return all;
}

static Term first_regions(Path *p) {
    Circ *c = p->c;
    Block start;
    Term all = term_true(c->t);
    block_initial(c->blocks, &start);
    for (uint32_t i = 0; i < start.changes.count; i++) {
        if (start.changes.at[i].var)
            continue;
        Term variable = block_changed(c->blocks, &start, i);
        Term unknown = term_fresh(c->t, "first", term_sort(c->t, variable));
        Term value = term_substitute(c->t, start.changes.at[i].value, 1, &variable, &unknown);
        all = term_and(c->t, all, term_eq(c->t, copy_at(p, 0, 0, variable), value));
    }
    block_free(&start);
    return all;
}

static Term argument_of(Path *p, uint32_t step) {
    Circ *c = p->c;
    const Step *s = &p->steps.at[step];
    const Spawn *spawn = c->pieces.at[s->piece].spawn;
    const Function *f = &c->p->funcs.at[c->ts->all.at[spawn->template].func];
    if (!f->params.count || !spawn->argument.id)
        return term_true(c->t);
    Term param = copy_at(p, 0, s->child, var_term(c->p, f->params.at[0]));
    Term value = at_step(p, step, block_before(c->blocks, spawn->argument));
    if (sort_kind(c->t, term_sort(c->t, value)) != SORT_BV || sort_kind(c->t, term_sort(c->t, param)) != SORT_BV)
        return term_true(c->t);
    uint32_t has = sort_width(c->t, term_sort(c->t, value)), wants = sort_width(c->t, term_sort(c->t, param));
    return term_eq(c->t, param, has > wants ? term_extract(c->t, value, wants - 1, 0) : term_zext(c->t, value, wants));
}

// Step i, over the copies before it and after it.
static Term step_formula(Path *p, uint32_t i) {
    Circ *c = p->c;
    const Step *s = &p->steps.at[i];
    const Block *block = &c->pieces.at[s->piece].block;
    VecTerm parts = { 0 }, values = { 0 };
    vec_push(&parts, at_step(p, i, block->guard));
    if (s->child != NONE)
        vec_push(&parts, argument_of(p, i));
    for (uint32_t k = 0; k < block->changes.count; k++)
        vec_push(&values, at_step(p, i, block->changes.at[k].value));
    for (uint32_t k = 0; k < block->changes.count; k++) {
        Term copy = change_at(p, i + 1, s->actor, block_changed(c->blocks, block, k));
        vec_push(&parts, term_eq(c->t, copy, values.at[k]));
    }
    for (uint32_t k = 0; k < block->forgotten.count; k++)
        change_at(p, i + 1, s->actor, var_term(c->p, block->forgotten.at[k]));
    Term all = term_and_n(c->t, parts.count, parts.at);
    vec_free(&parts);
    vec_free(&values);
    return all;
}

// ---- predicates ----
static Term back(void *context, Term copy) {
    const Circ *c = context;
    uint32_t id = map_find(&c->origin, copy.id);
    return id ? (Term){ id } : copy;
}

// False: the atom speaks of two threads, or of what is not state.
static bool take_atom(Path *p, Term atom) {
    Circ *c = p->c;
    VecTerm vars = { 0 };
    uint32_t actor = 0;
    bool good = true;
    term_vars(c->t, atom, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        uint32_t of = map_find(&c->thread_of, vars.at[i].id);
        good &= map_find(&c->origin, vars.at[i].id) && (!of || !actor || of == actor);
        actor = of ? of : actor;
    }
    vec_free(&vars);
    if (!good)
        return false;
    Term predicate = term_map(c->t, atom, back, c, NULL);
    return circ_add_predicate(c, actor ? p->actors.at[actor - 1].template : NONE, predicate);
}

// Two variables of one sort: all that occurs in the atom.
static bool is_of_two(Circ *c, Term atom, Term *a, Term *b) {
    VecTerm vars = { 0 };
    term_vars(c->t, atom, &vars);
    bool two = vars.count == 2 && term_sort(c->t, vars.at[0]).id == term_sort(c->t, vars.at[1]).id;
    if (two) {
        bool in_order = vars.at[0].id < vars.at[1].id;
        *a = vars.at[in_order ? 0 : 1];
        *b = vars.at[in_order ? 1 : 0];
    }
    vec_free(&vars);
    return two;
}

// Two inequalities over the same two variables are most often an equation that was solved over integers: the equation
// is the better predicate.
static void join_inequalities(Circ *c, VecTerm *atoms) {
    for (uint32_t i = 0; i < atoms->count; i++)
        for (uint32_t k = i + 1; k < atoms->count; k++) {
            Term a, b, d, e;
            if (term_op(c->t, atoms->at[i]) == OP_EQ || !is_of_two(c, atoms->at[i], &a, &b) ||
                !is_of_two(c, atoms->at[k], &d, &e) || !term_same(a, d) || !term_same(b, e))
                continue;
            atoms->at[i] = term_eq(c->t, a, b);
            atoms->at[k] = vec_last(atoms);
            atoms->count--;
            k--;
        }
}

static bool take_predicates(Path *p, uint32_t n, const Term interpolants[]) {
    bool found = false;
    for (uint32_t i = 0; i <= n; i++) {
        VecTerm atoms = { 0 };
        term_atoms(p->c->t, interpolants[i], &atoms);
        join_inequalities(p->c, &atoms);
        for (uint32_t k = 0; k < atoms.count; k++)
            found |= take_atom(p, atoms.at[k]);
        vec_free(&atoms);
    }
    return found;
}

// Where the interpolants have nothing new: the conditions on the path, and the constants that are assigned on it.
static bool take_conditions(Path *p) {
    Circ *c = p->c;
    VecTerm atoms = { 0 };
    bool found = false;
    for (uint32_t i = 0; i < p->steps.count; i++) {
        const Block *block = &c->pieces.at[p->steps.at[i].piece].block;
        term_atoms(c->t, at_step(p, i, block->guard), &atoms);
        for (uint32_t k = 0; k < block->changes.count; k++) {
            Term variable = block_changed(c->blocks, block, k);
            if (term_is_const(c->t, block->changes.at[k].value))
                vec_push(&atoms, term_eq(c->t, at_step(p, i, variable), block->changes.at[k].value));
        }
    }
    for (uint32_t i = 0; i < atoms.count; i++)
        found |= take_atom(p, atoms.at[i]);
    vec_free(&atoms);
    return found;
}

// ---- the run ----
static Term model_value(void *context, Term a) {
    Path *p = context;
    return refiner_value(p->c->refiner, a);
}

static Term start_of(void *context, VarId var) {
    Path *p = context;
    return copy_at(p, 0, 0, var_term(p->c->p, var));
}

static bool holds(void *context, Term condition) {
    Path *p = context;
    return model_holds(&p->model, at_step(p, p->now, condition));
}

// A command that became several edges is one.
static bool is_same_command(const Circ *c, EdgeId last, EdgeId edge) {
    CmdKind kind = c->ts->old->edges.at[edge].cmd.kind;
    return last == edge && (kind == CMD_MUTEX_LOCK || kind == CMD_MUTEX_TRYLOCK || kind == CMD_MUTEX_UNLOCK ||
                            kind == CMD_MUTEX_INIT || kind == CMD_THREAD_JOIN);
}

static void walk(Path *p, uint32_t i) {
    Circ *c = p->c;
    const Step *s = &p->steps.at[i];
    const Block *block = &c->pieces.at[s->piece].block;
    VecU32 taken = { 0 };
    EdgeId last = 0;
    p->now = i;
    block_path(c->blocks, block, holds, p, &taken);
    for (uint32_t k = 0; k < taken.count; k++) {
        const BlockStep *step = &block->steps.at[taken.at[k]];
        EdgeId edge = templates_origin(c->ts, step->edge);
        if (!edge || is_same_command(c, last, edge))
            continue;
        model_add_edge(&p->model, edge, at_step(p, i, step->value));
        trace_add_turn(&c->claim->run.trace, s->actor, 1);
        last = edge;
    }
    vec_free(&taken);
}

static void claim_run(Path *p) {
    Circ *c = p->c;
    const Step *last = &vec_last(&p->steps);
    LocId at = c->points.at[c->pieces.at[last->piece].to].loc;
    if (at != c->p->error) {
        const Edge *e = &c->p->edges.at[c->p->locs.at[at].first_out];
        if (cmd_is_call(&e->cmd))
            reason_set(&c->claim->reason, "recursion in threads");
        else
            reason_set(&c->claim->reason, "unmodelled%s%s", e->cmd.text.id ? ": " : "",
                       e->cmd.text.id ? program_text(c->p, e->cmd.text) : "");
        reason_set(&c->claim->detail, "line %u can be reached", e->pos.line);
        return;
    }
    p->model = (ModelTrace){
        .p = c->ts->old, .func = c->ts->old->entry, .value = model_value, .context = p, .claim = c->claim
    };
    model_add_start(&p->model, start_of);
    for (uint32_t i = 0; i < p->steps.count; i++)
        walk(p, i);
    c->claim->kind = CLAIM_UNSAFE;
    model_trace_free(&p->model);
}

// ---- Refine ----
static Refined count_further(Circ *c) {
    if (c->k == MOST_K) {
        c->failed = "refinement";
        return STUCK;
    }
    c->k++;
    return REFINED;
}

static Refined decide(Path *p) {
    Circ *c = p->c;
    uint32_t n = p->steps.count + 1;
    Term *formulas = base_alloc(n * sizeof *formulas), *found = base_alloc((n + 1) * sizeof *found);
    formulas[0] = term_and(c->t, first_formula(p), first_regions(p));
    for (uint32_t i = 1; i < n; i++)
        formulas[i] = step_formula(p, i - 1);
    Refined out = REFINED;
    switch (refine_path(c->refiner, n, formulas, NULL, found)) {
    case PATH_FEASIBLE:
        claim_run(p);
        out = REAL;
        break;
    case PATH_UNDECIDED:
        c->undecided = true;
        out = STUCK;
        break;
    case PATH_SPURIOUS:
        if (take_predicates(p, n, found) || take_conditions(p)) {
            circ_predicates_changed(c);
        } else {
            c->failed = "refinement"; // what excludes the path relates two threads
            out = STUCK;
        }
        break;
    }
    free(formulas);
    free(found);
    return out;
}

Refined circ_refine(Circ *c, uint32_t state) {
    Path p = { .c = c };
    Refined out = concretise(&p, state) ? decide(&p) : count_further(c);
    for (uint32_t i = 0; i < p.versions.count; i++)
        vec_free(&p.versions.at[i]);
    vec_free(&p.versions);
    map_free(&p.version_of);
    vec_free(&p.actors);
    vec_free(&p.steps);
    return out;
}
