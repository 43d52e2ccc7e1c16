// circ_post.c - points and pieces of the templates; predicates; what a step makes of a region
#include "engine/circ/circ.h"
#include "base/limits.h"
#include "base/stats.h"
#include "program/edit.h"

// ---- points and pieces ----
static bool is_cut(void *context, const Program *p, LocId loc) {
    const Circ *c = context;
    return c->ts->is_point[loc] || block_is_unmodelled(NULL, p, loc);
}

static uint32_t add_point(Circ *c, LocId loc, uint32_t template) {
    uint32_t known = map_find(&c->point_of, loc);
    if (known && loc != c->p->error)
        return known - 1;
    Point *point = vec_add(&c->points);
    point->loc = loc;
    point->template = template;
    point->ends = loc == c->p->error || block_is_unmodelled(NULL, c->p, loc);
    point->inside = loc != c->p->error && c->ts->inside.at[loc];
    map_put(&c->point_of, loc, c->points.count);
    return c->points.count - 1;
}

static void add_pieces(Circ *c, uint32_t template) {
    CutGraph *g = cut_graph_new(c->p, c->ts->all.at[template].func, &(CutOptions){ .also = is_cut, .context = c });
    VecU32 number = { 0 };
    for (uint32_t i = 0; i < g->points.count; i++)
        vec_push(&number, add_point(c, g->points.at[i].loc, template));
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const CutEdge *e = &g->edges.at[i];
        Piece piece = { .from = number.at[e->from], .to = number.at[e->to] };
        if (c->points.at[piece.from].ends)
            continue;
        for (uint32_t k = 0; k < e->edges.count; k++)
            vec_push(&piece.edges, e->edges.at[k]);
        piece.spawn = templates_spawn(c->ts, e->edges.at[0]);
        vec_push(&c->points.at[piece.from].out, c->pieces.count);
        vec_push(&c->pieces, piece);
    }
    vec_free(&number);
    cut_graph_free(g);
}

void circ_points(Circ *c) {
    for (uint32_t i = 0; i < c->ts->all.count; i++)
        add_pieces(c, i);
    stat_set(STAT_points, c->points.count);
    stat_set(STAT_pieces, c->pieces.count);
}

// ---- predicates ----
static bool is_own(const Circ *c, Term variable) {
    VarId v = program_var_of(c->p, variable);
    return v && c->p->vars.at[v].func;
}

static bool is_local(Circ *c, Term predicate) {
    VecTerm vars = { 0 };
    bool local = true;
    term_vars(c->t, predicate, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        local &= is_own(c, vars.at[i]);
    vec_free(&vars);
    return local;
}

// Over numbers of threads alone: nothing is known of them.
static bool says_nothing(Circ *c, Term predicate) {
    VecTerm vars = { 0 };
    term_vars(c->t, predicate, &vars);
    bool nothing = true;
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(c->p, vars.at[i]);
        bool me = false;
        for (uint32_t k = 0; k < c->ts->all.count; k++)
            me |= v && (c->ts->all.at[k].me == v || c->ts->all.at[k].tid == v);
        nothing &= me;
    }
    vec_free(&vars);
    return nothing;
}

bool circ_add_predicate(Circ *c, uint32_t template, Term predicate) {
    predicate = block_before(c->blocks, predicate);
    if (term_op(c->t, predicate) == OP_NOT)
        predicate = term_arg(c->t, predicate, 0);
    if (term_is_const(c->t, predicate) || says_nothing(c, predicate))
        return false;
    Own *own = template == NONE ? NULL : &c->own[template];
    VecTerm *list = own ? &own->at : &c->global;
    for (uint32_t i = 0; i < list->count; i++)
        if (term_same(list->at[i], predicate))
            return false;
    if (list->count == MOST_PREDICATES)
        return false;
    if (own && is_local(c, predicate))
        own->local |= (uint64_t)1 << list->count;
    vec_push(list, predicate);
    blocks_keep(c->blocks, predicate);
    return true;
}

// ---- where own predicates are followed ----
// A location where the variable may be read before it is written.
static void live_at(const Circ *c, VarId var, FuncId func, uint8_t *live) {
    const Program *p = c->p;
    memset(live, 0, p->locs.count);
    for (bool changed = true; changed;) {
        changed = false;
        for (EdgeId e = p->edges.count; e-- > 1;) {
            const Edge *edge = &p->edges.at[e];
            if (!edge->from || live[edge->from] || p->locs.at[edge->from].func != func)
                continue;
            VecU32 reads = { 0 };
            const VarId *writes;
            cmd_reads(p, &edge->cmd, &reads);
            const Spawn *spawn = templates_spawn(c->ts, e);
            bool read = false, written = false;
            for (uint32_t i = 0; i < reads.count; i++)
                read |= reads.at[i] == var;
            if (spawn && spawn->argument.id) {
                VecTerm vars = { 0 };
                term_vars(c->t, spawn->argument, &vars);
                for (uint32_t i = 0; i < vars.count; i++)
                    read |= program_var_of(p, vars.at[i]) == var;
                vec_free(&vars);
            }
            for (uint32_t i = 0, n = cmd_writes(&edge->cmd, &writes); i < n; i++)
                written |= writes[i] == var;
            if (read || (live[edge->to] && !written))
                live[edge->from] = changed = true;
            vec_free(&reads);
        }
    }
}

static void track(Circ *c, uint32_t template, uint32_t predicate) {
    VecTerm vars = { 0 };
    const Template *t = &c->ts->all.at[template];
    uint8_t *live = base_alloc(c->p->locs.count), *all = base_alloc(c->p->locs.count);
    memset(all, 1, c->p->locs.count);
    term_vars(c->t, c->own[template].at.at[predicate], &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(c->p, vars.at[i]);
        if (!is_own(c, vars.at[i]) || v == t->me)
            continue;
        live_at(c, v, t->func, live);
        for (LocId loc = 0; loc < c->p->locs.count; loc++)
            all[loc] &= live[loc];
    }
    for (uint32_t i = 0; i < c->points.count; i++) {
        Point *point = &c->points.at[i];
        if (point->template == template && !point->ends && all[point->loc])
            point->tracked |= (uint64_t)1 << predicate;
    }
    vec_free(&vars);
    free(live);
    free(all);
}

// ---- tables per piece ----
static bool changes(Circ *c, const Piece *piece, Term variable) {
    for (uint32_t i = 0; i < piece->block.changes.count; i++)
        if (term_same(block_changed(c->blocks, &piece->block, i), variable))
            return true;
    return false;
}

static void find_effect(Circ *c, Piece *piece, uint32_t template) {
    piece->effect[template] = 0;
    for (uint32_t i = 0; i < c->own[template].at.count; i++) {
        VecTerm vars = { 0 };
        term_vars(c->t, c->own[template].at.at[i], &vars);
        for (uint32_t k = 0; k < vars.count; k++)
            if (!is_own(c, vars.at[k]) && changes(c, piece, vars.at[k]))
                piece->effect[template] |= (uint64_t)1 << i;
        vec_free(&vars);
    }
}

static Term child_leaf(void *context, Term variable) {
    Circ *c = context;
    char name[256];
    if (!is_own(c, variable))
        return variable;
    snprintf(name, sizeof name, "child!%.200s", term_name(c->t, variable));
    return term_var(c->t, name, term_sort(c->t, variable));
}

// A formula about the thread that a piece makes, over its maker's state before.
static Term of_child(Circ *c, const Piece *piece, Term formula) {
    const Function *f = &c->p->funcs.at[c->ts->all.at[piece->spawn->template].func];
    Term out = block_after(c->blocks, &piece->block, term_map(c->t, formula, child_leaf, c, NULL));
    if (!f->params.count || !piece->spawn->argument.id)
        return out;
    Term param = child_leaf(c, var_term(c->p, f->params.at[0]));
    Term value = block_before(c->blocks, piece->spawn->argument);
    if (sort_kind(c->t, term_sort(c->t, value)) != SORT_BV || sort_kind(c->t, term_sort(c->t, param)) != SORT_BV)
        return out;
    uint32_t has = sort_width(c->t, term_sort(c->t, value)), wants = sort_width(c->t, term_sort(c->t, param));
    value = has > wants ? term_extract(c->t, value, wants - 1, 0) : term_zext(c->t, value, wants);
    return term_substitute(c->t, out, 1, &param, &value);
}

static void tables(Circ *c, Piece *piece) {
    uint32_t template = c->points.at[piece->from].template;
    block_free(&piece->block);
    block_build(c->blocks, c->points.at[piece->from].loc, c->points.at[piece->to].loc, &piece->edges, &piece->block);
    piece->after_global.count = piece->after_own.count = piece->child.count = 0;
    for (uint32_t i = 0; i < c->global.count; i++)
        vec_push(&piece->after_global, block_after(c->blocks, &piece->block, c->global.at[i]));
    for (uint32_t i = 0; i < c->own[template].at.count; i++)
        vec_push(&piece->after_own, block_after(c->blocks, &piece->block, c->own[template].at.at[i]));
    for (uint32_t i = 0; piece->spawn && i < c->own[piece->spawn->template].at.count; i++)
        vec_push(&piece->child, of_child(c, piece, c->own[piece->spawn->template].at.at[i]));
    for (uint32_t i = 0; i < c->ts->all.count; i++)
        find_effect(c, piece, i);
}

static void posts_free(Posts *posts) {
    for (uint32_t i = 0; i < posts->results.count; i++)
        vec_free(&posts->results.at[i]);
    vec_free(&posts->results);
    vec_free(&posts->keys);
    map_free(&posts->at);
    *posts = (Posts){ 0 };
}

void circ_forget_posts(Circ *c) {
    posts_free(&c->posts);
    posts_free(&c->views);
}

void circ_predicates_changed(Circ *c) {
    uint32_t n = c->global.count;
    for (uint32_t i = 0; i < c->points.count; i++)
        c->points.at[i].tracked = 0;
    for (uint32_t i = 0; i < c->ts->all.count; i++) {
        n += c->own[i].at.count;
        for (uint32_t k = 0; k < c->own[i].at.count; k++)
            track(c, i, k);
    }
    for (uint32_t i = 0; i < c->pieces.count; i++)
        tables(c, &c->pieces.at[i]);
    circ_forget_posts(c);
    stat_set(STAT_predicates, n);
}

// ---- regions ----
static void add_literals(Circ *c, const VecTerm *predicates, uint64_t which, uint64_t values, VecTerm *out) {
    for (uint32_t i = 0; i < predicates->count; i++)
        if (which >> i & 1)
            vec_push(out, values >> i & 1 ? predicates->at[i] : term_not(c->t, predicates->at[i]));
}

Term circ_region_formula(Circ *c, uint32_t template, uint64_t tracked, uint64_t global, uint64_t own) {
    VecTerm parts = { 0 };
    add_literals(c, &c->global, UINT64_MAX, global, &parts);
    add_literals(c, &c->own[template].at, tracked, own, &parts);
    Term all = term_and_n(c->t, parts.count, parts.at);
    vec_free(&parts);
    return all;
}

// ---- questions ----
typedef struct Question { // which values the terms can have together
    VecTerm terms;
    VecU32 bits; // where each goes: 0.. global, 64.. own, 128.. child
} Question;

static void ask_for(Question *q, Term term, uint32_t bit) {
    vec_push(&q->terms, term);
    vec_push(&q->bits, bit);
}

static void put_bit(Valuation *v, uint32_t bit) {
    uint64_t *word = bit < 64 ? &v->global : bit < 128 ? &v->own : &v->child;
    *word |= (uint64_t)1 << bit % 64;
}

// All of them, each with 'known' beside it.
static void enumerate(Circ *c, Term premise, const Question *q, Valuation known, VecValuation *out) {
    smt_push(c->smt);
    smt_assert(c->smt, premise);
    SmtAnswer answer = smt_check(c->smt);
    while (answer == SMT_SAT && !limits_hit()) {
        Valuation v = known;
        VecTerm literals = { 0 };
        for (uint32_t i = 0; i < q->terms.count; i++) {
            bool holds = term_op(c->t, smt_value(c->smt, q->terms.at[i])) == OP_TRUE;
            if (holds)
                put_bit(&v, q->bits.at[i]);
            vec_push(&literals, holds ? term_not(c->t, q->terms.at[i]) : q->terms.at[i]);
        }
        vec_push(out, v);
        smt_assert(c->smt, term_or_n(c->t, literals.count, literals.at));
        answer = literals.count ? smt_check(c->smt) : SMT_UNSAT;
        vec_free(&literals);
    }
    c->undecided |= answer == SMT_UNKNOWN;
    smt_pop(c->smt);
}

// What does not change keeps its value.
static void ask_or_keep(Question *q, Term before, bool tracked, uint64_t value, Term after, uint32_t bit,
                        Valuation *known) {
    if (!tracked || !term_same(before, after))
        ask_for(q, after, bit);
    else if (value)
        put_bit(known, bit);
}

static Term number_facts(Circ *c, const Piece *piece) {
    uint32_t template = c->points.at[piece->from].template;
    Term me = var_term(c->p, c->ts->all.at[template].me), zero = term_bv(c->t, 0, 32);
    Term facts = term_not(c->t, term_eq(c->t, me, zero));
    if (!piece->spawn)
        return facts;
    Term child = child_leaf(c, var_term(c->p, c->ts->all.at[piece->spawn->template].me));
    facts = term_and(c->t, facts, term_not(c->t, term_eq(c->t, child, zero)));
    facts = term_and(c->t, facts, term_not(c->t, term_eq(c->t, child, me)));
    for (uint32_t i = 0; i < c->ts->owners.count; i++)
        facts = term_and(c->t, facts, term_not(c->t, term_eq(c->t, child, c->ts->owners.at[i])));
    return facts;
}

static void compute_post(Circ *c, const Piece *piece, uint64_t global, uint64_t own, VecValuation *out) {
    const Point *from = &c->points.at[piece->from], *to = &c->points.at[piece->to];
    const Own *predicates = &c->own[from->template];
    Question q = { 0 };
    Valuation known = { 0 };
    Term premise = circ_region_formula(c, from->template, from->tracked, global, own);
    premise = term_and(c->t, premise, term_and(c->t, number_facts(c, piece), piece->block.guard));
    if (!to->ends) {
        for (uint32_t i = 0; i < c->global.count; i++)
            ask_or_keep(&q, c->global.at[i], true, global >> i & 1, piece->after_global.at[i], i, &known);
        for (uint32_t i = 0; i < predicates->at.count; i++)
            if (to->tracked >> i & 1)
                ask_or_keep(&q, predicates->at.at[i], from->tracked >> i & 1, own >> i & 1, piece->after_own.at[i],
                            64 + i, &known);
    }
    if (piece->spawn) {
        FuncId func = c->ts->all.at[piece->spawn->template].func;
        const Point *entry = &c->points.at[map_find(&c->point_of, c->p->funcs.at[func].entry) - 1];
        for (uint32_t i = 0; i < piece->child.count; i++)
            if (entry->tracked >> i & 1)
                ask_for(&q, piece->child.at[i], 128 + i);
    }
    enumerate(c, premise, &q, known, out);
    vec_free(&q.terms);
    vec_free(&q.bits);
}

// The number of the result; 'made': it must still be computed.
static uint32_t look_up(Posts *posts, struct PostKey key, bool *made) {
    for (uint32_t collisions = 0;; collisions++) {
        uint64_t hash = hash_bytes(&key, sizeof key, collisions);
        uint32_t i = map_find(&posts->at, hash);
        if (i && !memcmp(&posts->keys.at[i - 1], &key, sizeof key)) {
            *made = false;
            return i - 1;
        }
        if (i)
            continue;
        vec_push(&posts->keys, key);
        (void)vec_add(&posts->results);
        map_put(&posts->at, hash, posts->results.count);
        *made = true;
        return posts->results.count - 1;
    }
}

const VecValuation *circ_post(Circ *c, uint32_t piece, uint64_t global, uint64_t own) {
    bool made;
    uint32_t i = look_up(&c->posts, (struct PostKey){ piece, global, own, 0 }, &made);
    if (made)
        compute_post(c, &c->pieces.at[piece], global, own, &c->posts.results.at[i]);
    return &c->posts.results.at[i];
}

const VecValuation *circ_view(Circ *c, uint32_t point, uint64_t own, uint64_t affected, uint64_t global) {
    const Point *at = &c->points.at[point];
    bool made;
    affected &= at->tracked & ~c->own[at->template].local;
    uint64_t kept = own & ~affected;
    uint32_t i = look_up(&c->views, (struct PostKey){ point, global, kept, affected }, &made);
    VecValuation *out = &c->views.results.at[i];
    if (!made)
        return out;
    if (!affected) {
        vec_push(out, (Valuation){ global, kept, 0 });
        return out;
    }
    Question q = { 0 };
    for (uint32_t k = 0; k < c->own[at->template].at.count; k++)
        if (affected >> k & 1)
            ask_for(&q, c->own[at->template].at.at[k], 64 + k);
    Term premise = circ_region_formula(c, at->template, at->tracked & ~affected, global, kept);
    enumerate(c, premise, &q, (Valuation){ global, kept, 0 }, out);
    vec_free(&q.terms);
    vec_free(&q.bits);
    return out;
}

void circ_initial(Circ *c, VecValuation *out) {
    Block start;
    Question q = { 0 };
    uint32_t entry = map_find(&c->point_of, c->p->funcs.at[c->p->entry].entry) - 1;
    block_initial(c->blocks, &start);
    for (uint32_t i = 0; i < c->global.count; i++)
        ask_for(&q, block_after(c->blocks, &start, c->global.at[i]), i);
    for (uint32_t i = 0; i < c->own[0].at.count; i++)
        if (c->points.at[entry].tracked >> i & 1)
            ask_for(&q, block_after(c->blocks, &start, c->own[0].at.at[i]), 64 + i);
    enumerate(c, start.guard, &q, (Valuation){ 0 }, out);
    block_free(&start);
    vec_free(&q.terms);
    vec_free(&q.bits);
}
