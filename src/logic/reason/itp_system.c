// itp_system.c - cutting a Horn system down to what its unsatisfiability needs
//
// The clauses, unfolded from false backwards with one Boolean per relation, are
// unsatisfiable exactly if the system has a solution.  Every conjunct of a clause
// gets an assumption; those outside the unsat core are dropped.  A solution of
// the weaker clauses is one of the real clauses.
#include "logic/reason/itp.h"

void itp_conjuncts(Terms *t, Term a, VecTerm *out) {
    VecTerm stack = { 0 };
    vec_push(&stack, a);
    while (stack.count) {
        Term x = vec_pop(&stack);
        if (op_of(t, x) != OP_AND) {
            if (!is_true(t, x))
                vec_push(out, x);
            continue;
        }
        for (uint32_t i = node_of(t, x)->n; i-- > 0;)
            vec_push(&stack, arg_of(t, x, i));
    }
    vec_free(&stack);
}

// ---- shape ----
static void sort_relations(ItpSystem *s) {
    const Horn *h = s->horn;
    uint32_t n = h->scopes.count;
    VecU32 waiting = { 0 }; // by clause: relations of its body not yet placed
    VecU32 heads = { 0 };   // by relation: clauses not yet placed
    VEC(VecU32) uses = { 0 };
    vec_resize(&waiting, h->clauses.count);
    vec_resize(&heads, n);
    vec_resize(&uses, n);
    s->tree = s->linear = true;
    for (uint32_t k = 0; k < h->clauses.count; k++) {
        const HornClause *c = &h->clauses.at[k];
        waiting.at[k] = c->body.count;
        s->linear &= c->body.count <= 1;
        for (uint32_t i = 0; i < c->body.count; i++)
            vec_push(&uses.at[c->body.at[i]], k);
        if (c->head != HORN_FALSE)
            heads.at[c->head]++;
    }
    for (uint32_t r = 0; r < n; r++) {
        s->tree &= heads.at[r] == 1 && uses.at[r].count == 1;
        if (!heads.at[r])
            vec_push(&s->order, r);
    }
    uint32_t next = 0;
    for (uint32_t k = 0; k < h->clauses.count; k++) // clauses without body
        if (!waiting.at[k] && h->clauses.at[k].head != HORN_FALSE && --heads.at[h->clauses.at[k].head] == 0)
            vec_push(&s->order, h->clauses.at[k].head);
    for (; next < s->order.count; next++) {
        VecU32 *u = &uses.at[s->order.at[next]];
        for (uint32_t i = 0; i < u->count; i++) {
            uint32_t head = h->clauses.at[u->at[i]].head;
            if (--waiting.at[u->at[i]] == 0 && head != HORN_FALSE && --heads.at[head] == 0)
                vec_push(&s->order, head);
        }
    }
    if (s->order.count != n)
        bug("a recursive system of Horn clauses");
    uint32_t roots = 0;
    for (uint32_t k = 0; k < h->clauses.count; k++)
        roots += h->clauses.at[k].head == HORN_FALSE;
    s->tree &= roots == 1;
    for (uint32_t r = 0; r < n; r++)
        vec_free(&uses.at[r]);
    vec_free(&uses);
    vec_free(&waiting);
    vec_free(&heads);
}

void itp_system_free(ItpSystem *s) {
    horn_free(s->horn);
    vec_free(&s->order);
}

// ---- the unfolding ----
typedef struct Slim {
    Interpolator *ip;
    const Horn *h;
    VecTerm parts;    // conjuncts of all clauses
    VecU32 part_of;   // by part: its clause
    VecTerm switches; // by part: its assumption
    VecTerm guarded;  // by clause
    VecTerm controls; // by relation
} Slim;

static Term numbered(Terms *t, const char *stem, uint32_t i) {
    char name[32];
    snprintf(name, sizeof name, "itp!%s%u", stem, i);
    return term_var(t, name, sort_bool(t));
}

static void take_apart(Slim *s) {
    Terms *t = s->ip->t;
    for (uint32_t k = 0; k < s->h->clauses.count; k++) {
        uint32_t first = s->parts.count;
        itp_conjuncts(t, s->h->clauses.at[k].formula, &s->parts);
        VecTerm guarded = { 0 };
        for (uint32_t i = first; i < s->parts.count; i++) {
            vec_push(&s->switches, numbered(t, "a", i));
            vec_push(&s->part_of, k);
            vec_push(&guarded, term_implies(t, s->switches.at[i], s->parts.at[i]));
        }
        vec_push(&s->guarded, term_and_n(t, guarded.count, guarded.at));
        vec_free(&guarded);
    }
    for (uint32_t r = 0; r < s->h->scopes.count; r++)
        vec_push(&s->controls, numbered(t, "c", r));
}

// A clause with the controls of the relations in its body.
static Term premise(Slim *s, uint32_t k) {
    const HornClause *c = &s->h->clauses.at[k];
    Term all = s->guarded.at[k];
    for (uint32_t i = 0; i < c->body.count; i++)
        all = term_and(s->ip->t, all, s->controls.at[c->body.at[i]]);
    return all;
}

static void assert_unfolding(Slim *s, bool tree) {
    Terms *t = s->ip->t;
    const Horn *h = s->h;
    if (tree) { // every clause is used
        for (uint32_t k = 0; k < h->clauses.count; k++)
            smt_assert(s->ip->smt, s->guarded.at[k]);
        return;
    }
    VEC(VecTerm) by_head = { 0 }; // the last is false
    vec_resize(&by_head, h->scopes.count + 1);
    for (uint32_t k = 0; k < h->clauses.count; k++) {
        uint32_t head = h->clauses.at[k].head;
        vec_push(&by_head.at[head == HORN_FALSE ? h->scopes.count : head], premise(s, k));
    }
    for (uint32_t r = 0; r <= h->scopes.count; r++) {
        Term some = term_or_n(t, by_head.at[r].count, by_head.at[r].at);
        smt_assert(s->ip->smt, r < h->scopes.count ? term_implies(t, s->controls.at[r], some) : some);
        vec_free(&by_head.at[r]);
    }
    vec_free(&by_head);
}

// ---- the smaller system ----
// Bit sets of variables: of each clause; of each relation, those in clauses that
// derive it ('below') and those in clauses that use what it derives ('above').
// The relation numbered n stands for false.
typedef struct Sets {
    const Horn *h;
    Map number; // variable -> its bit + 1
    uint32_t words;
    uint64_t *own, *below, *above;
    VEC(VecU32) by_head; // clauses
} Sets;

static uint64_t *set_of(const Sets *s, uint64_t *sets, uint32_t i) {
    return sets + (size_t)i * s->words;
}

static void join(const Sets *s, uint64_t *to, const uint64_t *from) {
    for (uint32_t i = 0; i < s->words; i++)
        to[i] |= from[i];
}

static void sets_open(Terms *t, Sets *s, const Horn *h) {
    uint32_t n = h->scopes.count, count = 0;
    VecTerm vars = { 0 };
    VecU32 ends = { 0 }; // in 'vars', by clause
    *s = (Sets){ .h = h };
    vec_resize(&s->by_head, n + 1);
    for (uint32_t k = 0; k < h->clauses.count; k++) {
        term_vars(t, h->clauses.at[k].formula, &vars);
        vec_push(&ends, vars.count);
        vec_push(&s->by_head.at[h->clauses.at[k].head == HORN_FALSE ? n : h->clauses.at[k].head], k);
    }
    for (uint32_t i = 0; i < vars.count; i++)
        if (!map_find(&s->number, vars.at[i].id))
            map_put(&s->number, vars.at[i].id, ++count);
    s->words = count / 64 + 1;
    s->own = base_alloc((h->clauses.count + 1) * s->words * sizeof *s->own);
    s->below = base_alloc((n + 1) * s->words * sizeof *s->below);
    s->above = base_alloc((n + 1) * s->words * sizeof *s->above);
    for (uint32_t k = 0, i = 0; k < h->clauses.count; k++)
        for (; i < ends.at[k]; i++) {
            uint32_t bit = map_find(&s->number, vars.at[i].id) - 1;
            set_of(s, s->own, k)[bit / 64] |= (uint64_t)1 << bit % 64;
        }
    vec_free(&vars);
    vec_free(&ends);
}

static void sets_close(Sets *s) {
    for (uint32_t r = 0; r < s->by_head.count; r++)
        vec_free(&s->by_head.at[r]);
    vec_free(&s->by_head);
    map_free(&s->number);
    free(s->own);
    free(s->below);
    free(s->above);
}

static void find_below(Sets *s, uint32_t r) {
    for (uint32_t j = 0; j < s->by_head.at[r].count; j++) {
        uint32_t k = s->by_head.at[r].at[j];
        const VecU32 *body = &s->h->clauses.at[k].body;
        join(s, set_of(s, s->below, r), set_of(s, s->own, k));
        for (uint32_t b = 0; b < body->count; b++)
            join(s, set_of(s, s->below, r), set_of(s, s->below, body->at[b]));
    }
}

// Hands on what is above r to the relations in the bodies of its clauses.
static void find_above(Sets *s, uint32_t r) {
    for (uint32_t j = 0; j < s->by_head.at[r].count; j++) {
        uint32_t k = s->by_head.at[r].at[j];
        const VecU32 *body = &s->h->clauses.at[k].body;
        for (uint32_t b = 0; b < body->count; b++) {
            uint64_t *to = set_of(s, s->above, body->at[b]);
            join(s, to, set_of(s, s->own, k));
            join(s, to, set_of(s, s->above, r));
            for (uint32_t d = 0; d < body->count; d++)
                if (d != b)
                    join(s, to, set_of(s, s->below, body->at[d]));
        }
    }
}

static void restrict_scopes(Terms *t, ItpSystem *system) {
    Horn *h = system->horn;
    Sets s;
    uint32_t n = h->scopes.count;
    sets_open(t, &s, h);
    for (uint32_t i = 0; i < n; i++)
        find_below(&s, system->order.at[i]);
    for (uint32_t i = n + 1; i-- > 0;)
        find_above(&s, i < n ? system->order.at[i] : n);
    for (uint32_t r = 0; r < n; r++) {
        VecTerm *scope = &h->scopes.at[r];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < scope->count; i++) {
            uint32_t bit = map_find(&s.number, scope->at[i].id) - 1; // unused variables have none
            if (bit != UINT32_MAX &&
                (set_of(&s, s.below, r)[bit / 64] & set_of(&s, s.above, r)[bit / 64]) >> bit % 64 & 1)
                scope->at[kept++] = scope->at[i];
        }
        scope->count = kept;
    }
    sets_close(&s);
}

static Horn *copy_horn(const Horn *h) {
    Horn *copy = horn_new(h->t);
    for (uint32_t r = 0; r < h->scopes.count; r++) {
        horn_relation(copy);
        for (uint32_t i = 0; i < h->scopes.at[r].count; i++)
            horn_scope(copy, r, h->scopes.at[r].at[i]);
    }
    for (uint32_t k = 0; k < h->clauses.count; k++) {
        const HornClause *c = &h->clauses.at[k];
        horn_clause(copy, c->body.count, c->body.at, c->formula, c->head);
    }
    return copy;
}

// Checks with the parts in 'kept' and shrinks it to a core, up to three times.
static SmtAnswer find_core(Slim *s, VecU32 *kept) {
    SmtAnswer answer = SMT_UNKNOWN;
    for (int round = 0; round < 3; round++) {
        VecTerm assumed = { 0 };
        VecU32 core = { 0 };
        uint32_t before = kept->count;
        for (uint32_t i = 0; i < kept->count; i++)
            vec_push(&assumed, s->switches.at[kept->at[i]]);
        SmtAnswer now = smt_check_assuming(s->ip->smt, assumed.count, assumed.at);
        if (now == SMT_UNSAT) {
            smt_core(s->ip->smt, before <= 12, &core);
            for (uint32_t i = 0; i < core.count; i++)
                core.at[i] = kept->at[core.at[i]];
            VecU32 swap = *kept;
            *kept = core;
            core = swap;
        }
        if (round == 0 || now == SMT_UNSAT)
            answer = now;
        vec_free(&assumed);
        vec_free(&core);
        if (now != SMT_UNSAT || kept->count * 10 > before * 9)
            break;
    }
    return answer;
}

static void keep_only(Slim *s, const VecU32 *kept, Horn *h) {
    Terms *t = s->ip->t;
    VEC(VecTerm) parts = { 0 };
    vec_resize(&parts, h->clauses.count);
    for (uint32_t i = 0; i < kept->count; i++)
        vec_push(&parts.at[s->part_of.at[kept->at[i]]], s->parts.at[kept->at[i]]);
    for (uint32_t k = 0; k < h->clauses.count; k++) {
        h->clauses.at[k].formula = term_and_n(t, parts.at[k].count, parts.at[k].at);
        vec_free(&parts.at[k]);
    }
    vec_free(&parts);
}

SmtAnswer itp_system_slim(Interpolator *ip, const Horn *h, ItpSystem *out) {
    Slim s = { .ip = ip, .h = h };
    VecU32 kept = { 0 };
    *out = (ItpSystem){ .horn = copy_horn(h) };
    sort_relations(out);
    take_apart(&s);
    for (uint32_t i = 0; i < s.parts.count; i++)
        vec_push(&kept, i);
    SmtLimits limits = itp_limits(ip);
    if (!out->tree && (limits.seconds <= 0 || limits.seconds > 2)) // a graph may have too many paths
        limits.seconds = limits.seconds > 0 && limits.seconds < 10 ? limits.seconds / 5 : 2;
    smt_set_limits(ip->smt, limits);
    smt_push(ip->smt);
    assert_unfolding(&s, out->tree);
    SmtAnswer answer = find_core(&s, &kept);
    smt_pop(ip->smt);
    if (answer == SMT_UNSAT) {
        keep_only(&s, &kept, out->horn);
        restrict_scopes(ip->t, out);
    }
    vec_free(&kept);
    vec_free(&s.parts);
    vec_free(&s.part_of);
    vec_free(&s.switches);
    vec_free(&s.guarded);
    vec_free(&s.controls);
    return answer;
}
