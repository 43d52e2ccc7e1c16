// check_threads.c - is a thread-modular proof right?
#include "answer/check/check_threads.h"
#include "answer/check/discharge.h"
#include "program/edit.h"
#include "program/threads/templates.h"
#include "program/step/block.h"

typedef struct Piece { // a step of a thread from point to point
    LocId from, to;
    Block block;
    const Spawn *spawn; // it makes a thread, and does nothing else; or NULL
} Piece;

typedef struct Check {
    const Templates *ts;
    const Program *p; // that of the templates
    Terms *t;
    Blocks *blocks;
    const Proof *proof;
    Map invariant;  // 1 + LocId -> term id, addresses known
    VecTerm counts; // the counters
    VecU32 points;  // of all templates, each once
    VEC(Piece) pieces;
    Map others[2]; // variable -> its copy for another thread, for a new one
    ProofCheck *out;
} Check;

typedef enum Who { OTHER, CHILD } Who;
static const char *const prefixes[] = { "other!", "child!" };

// ---- formulas about other threads ----
typedef struct Renaming {
    Check *c;
    Who who;
} Renaming;

static Term copy_of(Check *c, Who who, Term variable) {
    char name[256];
    uint32_t known = map_find(&c->others[who], variable.id);
    if (known)
        return (Term){ known };
    snprintf(name, sizeof name, "%s%.200s", prefixes[who], term_name(c->t, variable));
    Term copy = term_var(c->t, name, term_sort(c->t, variable));
    map_put(&c->others[who], variable.id, copy.id);
    return copy;
}

static Term rename_leaf(void *context, Term variable) {
    Renaming *r = context;
    VarId v = program_var_of(r->c->p, variable);
    return v && r->c->p->vars.at[v].func ? copy_of(r->c, r->who, variable) : variable;
}

static Term of_other(Check *c, Who who, Term formula) {
    Renaming r = { c, who };
    return term_map(c->t, formula, rename_leaf, &r, NULL);
}

static Term me_at(const Check *c, LocId loc) {
    return var_term(c->p, c->ts->all.at[template_at(c->ts, loc)].me);
}

static Term is_number(Check *c, Term me) {
    return term_not(c->t, term_eq(c->t, me, term_bv(c->t, 0, sort_width(c->t, term_sort(c->t, me)))));
}

static Term differ(Check *c, Term a, Term b) {
    return term_not(c->t, term_eq(c->t, a, b));
}

// ---- the invariants ----
static bool is_end(const Check *c, LocId loc) {
    return loc == c->p->error || block_is_unmodelled(NULL, c->p, loc);
}

static Term invariant_at(const Check *c, LocId loc) {
    uint32_t id = map_find(&c->invariant, loc + 1);
    if (loc && is_end(c, loc))
        return term_false(c->t);
    return id ? (Term){ id } : term_true(c->t);
}

static bool is_counter(const Check *c, Term variable) {
    for (uint32_t i = 0; i < c->counts.count; i++)
        if (term_same(c->counts.at[i], variable))
            return true;
    return false;
}

static bool is_region(const Check *c, Term variable) {
    for (RegionId r = 0; r < c->p->regions.count; r++)
        if (term_same(block_region(c->blocks, r), variable))
            return true;
    return false;
}

// Over globals, regions, counters (where allowed) and the variables of the location's template.
static bool is_over(const Check *c, LocId loc, Term formula, bool own_only) {
    VecTerm vars = { 0 };
    FuncId func = loc ? c->p->locs.at[loc].func : 0;
    bool fits = term_is_formula(c->t, formula);
    if (fits)
        term_vars(c->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count && fits; i++) {
        VarId v = program_var_of(c->p, vars.at[i]);
        bool own = v && c->p->vars.at[v].func && c->p->vars.at[v].func == func;
        bool shared = (v && !c->p->vars.at[v].func) || is_region(c, vars.at[i]) || is_counter(c, vars.at[i]);
        fits = own || (shared && !own_only);
    }
    vec_free(&vars);
    return fits;
}

static bool is_place(const Check *c, LocId loc) {
    return loc && loc < c->p->locs.count && c->p->locs.at[loc].func < c->ts->template_of.count &&
           c->ts->template_of.at[c->p->locs.at[loc].func];
}

static bool take_counters(Check *c) {
    enum { MOST_COUNTERS = 4096 };
    for (uint32_t i = 0; i < c->proof->places.count; i++) {
        const ThreadPlace *place = &c->proof->places.at[i];
        if (place->counter >= MOST_COUNTERS || !is_place(c, place->loc) ||
            !is_over(c, place->loc, place->formula, true))
            return proof_reject(c->out, "proof check failed", "counter %u of threads counts what is not a thread's own",
                                place->counter);
        while (c->counts.count <= place->counter) {
            Term next = thread_count(c->t, c->counts.count);
            vec_push(&c->counts, next);
        }
    }
    return true;
}

static bool take_invariants(Check *c) {
    for (uint32_t i = 0; i < c->proof->invariants.count; i++) {
        const Invariant *inv = &c->proof->invariants.at[i];
        if ((inv->loc && !is_place(c, inv->loc)) || !is_over(c, inv->loc, inv->formula, false))
            return proof_reject(c->out, "proof check failed",
                                "the invariant at L%u is no formula over the variables of a thread", inv->loc);
        Term formula = block_before(c->blocks, inv->formula);
        uint32_t known = map_find(&c->invariant, inv->loc + 1);
        map_put(&c->invariant, inv->loc + 1, known ? term_and(c->t, (Term){ known }, formula).id : formula.id);
    }
    return true;
}

// No variable of the program may have a name that is made up here.
static bool names_are_new(Check *c) {
    static const char *const taken[] = { "other!", "child!", "count!" };
    for (VarId v = 1; v < c->p->vars.count; v++)
        for (uint32_t i = 0; i < COUNT(taken); i++)
            if (!strncmp(term_name(c->t, var_term(c->p, v)), taken[i], strlen(taken[i])))
                return proof_reject(c->out, "proof check failed", "a variable has the name of one of another thread");
    return true;
}

// ---- counters ----
// Does the counter count a thread at this point?
static Term counted(const Check *c, uint32_t counter, LocId loc) {
    Term any = term_false(c->t);
    for (uint32_t i = 0; i < c->proof->places.count; i++) {
        const ThreadPlace *place = &c->proof->places.at[i];
        if (place->counter == counter && place->loc == loc)
            any = term_or(c->t, any, block_before(c->blocks, place->formula));
    }
    return any;
}

static Term as_number(Check *c, Term condition) {
    return term_ite(c->t, condition, term_int(c->t, 1), term_int(c->t, 0));
}

static Term minus_number(Check *c, Term condition) {
    return term_ite(c->t, condition, term_int(c->t, -1), term_int(c->t, 0));
}

// A thread at 'loc', and one at 'other' where that is not 0, are among those that are counted.
static Term counting(Check *c, LocId loc, LocId other) {
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < c->counts.count; i++) {
        Term least = as_number(c, counted(c, i, loc));
        if (other)
            least = term_2(c->t, OP_ADD, least, as_number(c, of_other(c, OTHER, counted(c, i, other))));
        vec_push(&parts, term_2(c->t, OP_LE, least, c->counts.at[i]));
    }
    Term all = term_and_n(c->t, parts.count, parts.at);
    vec_free(&parts);
    return all;
}

// Are all that the counter counts in atomic sections?
static bool counts_inside(const Check *c, uint32_t counter) {
    bool inside = true;
    for (uint32_t k = 0; k < c->proof->places.count; k++)
        if (c->proof->places.at[k].counter == counter)
            inside &= c->ts->inside.at[c->proof->places.at[k].loc];
    return inside;
}

// ... threads of that template?
static bool counts_template(const Check *c, uint32_t counter, uint32_t template) {
    bool all = true;
    for (uint32_t k = 0; k < c->proof->places.count; k++)
        if (c->proof->places.at[k].counter == counter)
            all &= template_at(c->ts, c->proof->places.at[k].loc) == template;
    return all;
}

// Nobody else is in an atomic section, where the thread at 'loc' moves; nor, where that is of a template that runs
// once, in that template.  'by_other': it is the other one.  'moves': it is the one that moves.
static Term alone(Check *c, LocId loc, bool by_other, bool moves) {
    Term all = term_true(c->t);
    uint32_t template = template_at(c->ts, loc);
    bool once = !templates_meet(c->ts, template, template);
    for (uint32_t i = 0; i < c->counts.count; i++) {
        if (!(moves && counts_inside(c, i)) && !(once && counts_template(c, i, template)))
            continue;
        Term self = counted(c, i, loc);
        self = as_number(c, by_other ? of_other(c, OTHER, self) : self);
        all = term_and(c->t, all, term_eq(c->t, c->counts.at[i], self));
    }
    return all;
}

// A formula about the state after, with the counters as the piece changes them.
static Term recount(Check *c, const Piece *piece, bool by_other, Term formula) {
    VecTerm after = { 0 };
    for (uint32_t i = 0; i < c->counts.count; i++) {
        Term before = counted(c, i, piece->from), then = term_false(c->t);
        if (is_place(c, piece->to))
            then = block_after(c->blocks, &piece->block, counted(c, i, piece->to));
        if (by_other) {
            before = of_other(c, OTHER, before);
            then = of_other(c, OTHER, then);
        }
        Term sum = term_2(c->t, OP_ADD, c->counts.at[i], minus_number(c, before));
        sum = term_2(c->t, OP_ADD, sum, as_number(c, then));
        if (piece->spawn) {
            LocId entry = c->p->funcs.at[c->ts->all.at[piece->spawn->template].func].entry;
            sum = term_2(c->t, OP_ADD, sum, as_number(c, of_other(c, CHILD, counted(c, i, entry))));
        }
        vec_push(&after, sum);
    }
    Term out = term_substitute(c->t, formula, c->counts.count, c->counts.at, after.at);
    vec_free(&after);
    return out;
}

// ---- conditions ----
// What holds where a thread is at the beginning of a piece, and takes it, besides the invariants.
static Term taken(Check *c, const Piece *piece) {
    Term all = term_and(c->t, counting(c, piece->from, 0), alone(c, piece->from, false, true));
    return term_and(c->t, all, piece->block.guard);
}

// 'premise' is what holds besides G, P(at) and that the thread there has a number.
static void add(Check *c, ConditionKind kind, LocId from, LocId to, LocId at, Term premise, Term conclusion) {
    Term common = term_and(c->t, invariant_at(c, 0), term_and(c->t, invariant_at(c, at), is_number(c, me_at(c, at))));
    vec_push(&c->out->conditions, (ProofCondition){ .kind = kind,
                                                    .from = from,
                                                    .to = to,
                                                    .premise = term_and(c->t, common, premise),
                                                    .conclusion = conclusion,
                                                    .common = common });
}

// The new thread's parameter is the argument, cut or extended; 'by_other': another thread makes it.
static Term with_argument(Check *c, const Piece *piece, bool by_other, Term formula) {
    const Spawn *spawn = piece->spawn;
    const Function *f = &c->p->funcs.at[c->ts->all.at[spawn->template].func];
    if (!f->params.count || !spawn->argument.id)
        return formula;
    Term param = copy_of(c, CHILD, var_term(c->p, f->params.at[0]));
    Term value = block_before(c->blocks, spawn->argument);
    value = by_other ? of_other(c, OTHER, value) : value;
    if (sort_kind(c->t, term_sort(c->t, value)) != SORT_BV || sort_kind(c->t, term_sort(c->t, param)) != SORT_BV)
        return formula;
    uint32_t has = sort_width(c->t, term_sort(c->t, value)), wants = sort_width(c->t, term_sort(c->t, param));
    value = has > wants ? term_extract(c->t, value, wants - 1, 0) : term_zext(c->t, value, wants);
    return term_substitute(c->t, formula, 1, &param, &value);
}

static void add_create(Check *c, const Piece *piece) {
    const Template *child = &c->ts->all.at[piece->spawn->template];
    LocId entry = c->p->funcs.at[child->func].entry;
    Term me = copy_of(c, CHILD, var_term(c->p, child->me)), premise = taken(c, piece);
    premise = term_and(c->t, premise, term_and(c->t, is_number(c, me), differ(c, me, me_at(c, piece->from))));
    for (uint32_t i = 0; i < c->ts->owners.count; i++)
        premise = term_and(c->t, premise, differ(c, me, c->ts->owners.at[i]));
    // the block changes no variable of the new thread, also where that is of the creator's template
    Term conclusion = of_other(c, CHILD, invariant_at(c, entry));
    conclusion = recount(c, piece, false, block_after(c->blocks, &piece->block, conclusion));
    add(c, CONDITION_CREATE, piece->from, entry, piece->from, premise, with_argument(c, piece, false, conclusion));
}

static void add_step(Check *c, const Piece *piece) {
    Term after = term_and(c->t, invariant_at(c, 0), invariant_at(c, piece->to));
    Term conclusion = recount(c, piece, false, block_after(c->blocks, &piece->block, after));
    ConditionKind kind = piece->to == c->p->error ? CONDITION_ERROR
                         : is_end(c, piece->to)   ? CONDITION_UNMODELLED
                                                  : CONDITION_STEP;
    if (piece->spawn)
        conclusion = with_argument(c, piece, false, conclusion);
    add(c, kind, piece->from, piece->to, piece->from, taken(c, piece), conclusion);
    if (piece->spawn)
        add_create(c, piece);
}

// The shared data after a step of another thread.
static Term after_other(Check *c, const Piece *piece, Term formula) {
    VecTerm from = { 0 }, to = { 0 };
    for (uint32_t i = 0; i < piece->block.changes.count; i++) {
        const BlockChange *change = &piece->block.changes.at[i];
        if (change->result || (change->var && c->p->vars.at[change->var].func))
            continue;
        vec_push(&from, block_changed(c->blocks, &piece->block, i));
        vec_push(&to, of_other(c, OTHER, change->value));
    }
    Term out = term_substitute(c->t, formula, from.count, from.at, to.at);
    vec_free(&from);
    vec_free(&to);
    return out;
}

static void add_interference(Check *c, LocId loc, const Piece *piece) {
    if (c->ts->inside.at[loc] || !templates_meet(c->ts, template_at(c->ts, loc), template_at(c->ts, piece->from)))
        return;
    Term kept = invariant_at(c, loc);
    Term conclusion = recount(c, piece, true, after_other(c, piece, kept));
    if (piece->spawn)
        conclusion = with_argument(c, piece, true, conclusion);
    if (term_same(kept, conclusion) || term_op(c->t, kept) == OP_FALSE)
        return;
    Term premise = of_other(c, OTHER, invariant_at(c, piece->from));
    premise = term_and(c->t, premise, counting(c, loc, piece->from));
    premise = term_and(c->t, premise, alone(c, loc, false, false));
    premise = term_and(c->t, premise, alone(c, piece->from, true, true));
    Term me = me_at(c, loc), other = of_other(c, OTHER, me_at(c, piece->from));
    premise = term_and(c->t, premise, term_and(c->t, is_number(c, other), differ(c, me, other)));
    premise = term_and(c->t, premise, of_other(c, OTHER, piece->block.guard));
    add(c, CONDITION_INTERFERENCE, piece->from, loc, loc, premise, conclusion);
}

static void add_start(Check *c) {
    LocId entry = c->p->funcs.at[c->p->entry].entry;
    Block start;
    VecTerm after = { 0 };
    block_initial(c->blocks, &start);
    for (uint32_t i = 0; i < c->counts.count; i++)
        vec_push(&after, as_number(c, counted(c, i, entry)));
    Term both = term_and(c->t, invariant_at(c, 0), invariant_at(c, entry));
    Term conclusion =
        term_substitute(c->t, block_after(c->blocks, &start, both), c->counts.count, c->counts.at, after.at);
    Term premise = is_number(c, me_at(c, entry));
    ProofCondition begins = {
        .kind = CONDITION_START, .from = entry, .to = entry, .premise = premise, .conclusion = conclusion
    };
    vec_push(&c->out->conditions, begins);
    vec_free(&after);
    block_free(&start);
}

// ---- pieces ----
static bool is_cut(void *context, const Program *p, LocId loc) {
    const Check *c = context;
    return c->ts->is_point[loc] || block_is_unmodelled(NULL, p, loc);
}

static bool inputs_are_new(Check *c, const Block *block) {
    for (uint32_t i = 0; i < block->inputs.count; i++)
        if (program_var_of(c->p, block->inputs.at[i]) || is_region(c, block->inputs.at[i]) ||
            is_counter(c, block->inputs.at[i]))
            return proof_reject(c->out, "proof check failed", "a variable of the program has the name of an input");
    return true;
}

static const Spawn *spawn_of(const Check *c, const VecU32 *edges) {
    for (uint32_t i = 0; i < edges->count; i++) {
        const Spawn *spawn = templates_spawn(c->ts, edges->at[i]);
        if (spawn && edges->count != 1)
            bug("check_threads: a piece makes a thread and does more");
        if (spawn)
            return spawn;
    }
    return NULL;
}

static bool find_pieces(Check *c, FuncId func) {
    CutGraph *g = cut_graph_new(c->p, func, &(CutOptions){ .also = is_cut, .context = c });
    bool good = true;
    for (uint32_t i = 0; i < g->points.count; i++)
        if (g->points.at[i].loc != c->p->error)
            vec_push(&c->points, g->points.at[i].loc);
    for (uint32_t i = 0; i < g->edges.count && good; i++) {
        const CutEdge *e = &g->edges.at[i];
        Piece piece = { .from = g->points.at[e->from].loc, .to = g->points.at[e->to].loc };
        if (is_end(c, piece.from))
            continue;
        block_build(c->blocks, piece.from, piece.to, &e->edges, &piece.block);
        piece.spawn = spawn_of(c, &e->edges);
        good = inputs_are_new(c, &piece.block);
        vec_push(&c->pieces, piece);
    }
    cut_graph_free(g);
    return good;
}

static bool build(Check *c) {
    bool good = names_are_new(c) && take_counters(c) && take_invariants(c);
    for (uint32_t i = 0; i < c->ts->all.count && good; i++)
        good = find_pieces(c, c->ts->all.at[i].func);
    if (!good)
        return false;
    add_start(c);
    for (uint32_t i = 0; i < c->pieces.count; i++)
        add_step(c, &c->pieces.at[i]);
    for (uint32_t i = 0; i < c->points.count; i++)
        for (uint32_t k = 0; k < c->pieces.count; k++)
            add_interference(c, c->points.at[i], &c->pieces.at[k]);
    return true;
}

static void free_check(Check *c) {
    for (uint32_t i = 0; i < c->pieces.count; i++)
        block_free(&c->pieces.at[i].block);
    vec_free(&c->pieces);
    vec_free(&c->points);
    vec_free(&c->counts);
    map_free(&c->invariant);
    map_free(&c->others[OTHER]);
    map_free(&c->others[CHILD]);
    blocks_free(c->blocks);
}

ProofCheck check_threads(const Program *p, const Proof *proof, const ProofOptions *options) {
    static const ProofOptions usual = { 0 };
    assert(proof->modular);
    double start = clock_wall();
    ProofCheck out = { .failed = UINT32_MAX };
    Reason why;
    if (program_may_deadlock(p)) {
        proof_reject(&out, "deadlock", "templates of threads do not say who waits for whom");
        return out;
    }
    Templates *ts = templates_new(p, &why);
    if (!ts) {
        proof_reject(&out, "threads", "the threads are not templates (%s)", why.text);
        return out;
    }
    Check c = { .ts = ts, .p = ts->p, .t = p->terms, .proof = proof, .out = &out, .blocks = blocks_new(ts->p) };
    for (uint32_t i = 0; i < proof->invariants.count; i++)
        blocks_keep(c.blocks, proof->invariants.at[i].formula);
    for (uint32_t i = 0; i < proof->places.count; i++)
        blocks_keep(c.blocks, proof->places.at[i].formula);
    if (build(&c))
        proof_discharge(ts->p, options ? options : &usual, &out);
    free_check(&c);
    templates_free(ts);
    out.seconds = clock_wall() - start;
    proof_check_check(&out);
    return out;
}
