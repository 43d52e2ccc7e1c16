// interpolate.c - the kinds of interpolation problems as Horn clauses
//
// Sequence: K. McMillan, "Lazy Abstraction with Interpolants", CAV 2006.  DAG:
// A. Albarghouthi, "Software Verification with Program-Graph Interpolation and
// Abstraction", 2015, definition 3.1; state/transition: definition 6.1, with
// s[i] over the variables of phi[i + 1].  Tree: K. McMillan, A.
// Rybalchenko, "Solving Constrained Horn Clauses using Interpolation", 2013.
#include "logic/reason/itp.h"

const char *const itp_kind_names[ITP_KINDS] = { "sequence", "dag", "tree", "state" };
const char *const itp_way_names[ITP_WAYS] = { "farkas", "post", "pre", "box", "horn" };

Interpolator *interpolator_new(Terms *t, SmtLimits limits) {
    Interpolator *ip = base_alloc(sizeof *ip);
    ip->t = t;
    ip->limits = limits;
    ip->smt = smt_new(t, limits);
    ip->lra = smt_new(t, limits);
    return ip;
}

void interpolator_free(Interpolator *ip) {
    if (!ip)
        return;
    smt_free(ip->smt);
    smt_free(ip->lra);
    free(ip);
}

const char *interpolator_reason(const Interpolator *ip) {
    return ip->reason.text;
}

const ItpStats *interpolator_stats(const Interpolator *ip, ItpKind kind) {
    assert(kind < ITP_KINDS);
    return &ip->stats[kind];
}

// ---- scopes ----
// Puts into the scope of 'relation' the variables that occur in both lists.
typedef struct VarSet {
    Map in;
    VecTerm list;
} VarSet;

static void set_add(VarSet *s, Term x) {
    if (map_find(&s->in, x.id))
        return;
    map_put(&s->in, x.id, 1);
    vec_push(&s->list, x);
}

static void set_add_vars(Terms *t, VarSet *s, Term formula) {
    VecTerm vars = { 0 };
    term_vars(t, formula, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        set_add(s, vars.at[i]);
    vec_free(&vars);
}

static void set_add_set(VarSet *s, const VarSet *other) {
    for (uint32_t i = 0; i < other->list.count; i++)
        set_add(s, other->list.at[i]);
}

static void set_free(VarSet *s) {
    map_free(&s->in);
    vec_free(&s->list);
}

static void scope_common(Horn *h, uint32_t relation, const VarSet *a, const VarSet *b) {
    assert(relation < h->scopes.count);
    for (uint32_t i = 0; i < a->list.count; i++)
        if (map_find(&b->in, a->list.at[i].id))
            horn_scope(h, relation, a->list.at[i]);
}

static void free_sets(uint32_t n, VarSet *sets) {
    for (uint32_t i = 0; i < n; i++)
        set_free(&sets[i]);
    free(sets);
}

// ---- sequences ----
ItpAnswer interpolate_sequence(Interpolator *ip, uint32_t n, const Term a[], Term out[]) {
    assert(out && (!n || a));
    if (n == 0)
        return ITP_SATISFIABLE;
    Horn *h = horn_new(ip->t);
    VarSet before = { 0 }, *after = base_alloc((n + 1) * sizeof *after);
    for (uint32_t i = n; i-- > 0;) {
        set_add_set(&after[i], &after[i + 1]);
        set_add_vars(ip->t, &after[i], a[i]);
    }
    for (uint32_t i = 0; i < n; i++) { // relation i stands between a[i] and a[i + 1]
        uint32_t last = i - 1, head = HORN_FALSE;
        set_add_vars(ip->t, &before, a[i]);
        if (i + 1 < n) {
            head = horn_relation(h);
            scope_common(h, head, &before, &after[i + 1]);
        }
        horn_clause(h, i > 0, &last, a[i], head);
    }
    ItpAnswer answer = itp_solve(ip, ITP_SEQUENCE, h, out + 1);
    out[0] = term_true(ip->t);
    out[n] = term_false(ip->t);
    set_free(&before);
    free_sets(n + 1, after);
    horn_free(h);
    return answer;
}

// ---- DAGs ----
typedef struct Dag { // in topological order
    const ItpDag *dag;
    VecU32 order;
    VarSet *reach, *reached; // variables on edges that can reach a node / that it reaches
} Dag;

static void sort_nodes(Dag *d) {
    const ItpDag *dag = d->dag;
    uint32_t *in = base_alloc(dag->nodes * sizeof *in), *first = base_alloc((dag->nodes + 1) * sizeof *first);
    uint32_t *by_source = base_alloc((dag->n_edges + 1) * sizeof *by_source);
    for (uint32_t e = 0; e < dag->n_edges; e++) {
        in[dag->edges[e].to]++;
        first[dag->edges[e].from + 1]++;
    }
    for (uint32_t v = 0; v < dag->nodes; v++)
        first[v + 1] += first[v];
    uint32_t *fill = base_alloc((dag->nodes + 1) * sizeof *fill);
    memcpy(fill, first, (dag->nodes + 1) * sizeof *fill);
    for (uint32_t e = 0; e < dag->n_edges; e++)
        by_source[fill[dag->edges[e].from]++] = e;
    for (uint32_t v = 0; v < dag->nodes; v++)
        if (!in[v])
            vec_push(&d->order, v);
    for (uint32_t i = 0; i < d->order.count; i++) {
        uint32_t v = d->order.at[i];
        for (uint32_t k = first[v]; k < first[v + 1]; k++)
            if (--in[dag->edges[by_source[k]].to] == 0)
                vec_push(&d->order, dag->edges[by_source[k]].to);
    }
    if (d->order.count != dag->nodes)
        bug("an interpolation problem whose graph has a cycle");
    free(in);
    free(first);
    free(fill);
    free(by_source);
}

// The variables before and after each node, along the edges in topological order.
static void find_variables(Terms *t, Dag *d) {
    const ItpDag *dag = d->dag;
    d->reach = base_alloc(dag->nodes * sizeof *d->reach);
    d->reached = base_alloc(dag->nodes * sizeof *d->reached);
    VEC(VecU32) out = { 0 };
    vec_resize(&out, dag->nodes);
    for (uint32_t e = 0; e < dag->n_edges; e++)
        vec_push(&out.at[dag->edges[e].from], e);
    for (uint32_t i = 0; i < dag->nodes; i++) {
        VecU32 *edges = &out.at[d->order.at[i]];
        for (uint32_t k = 0; k < edges->count; k++) {
            const ItpEdge *e = &dag->edges[edges->at[k]];
            set_add_set(&d->reach[e->to], &d->reach[e->from]);
            set_add_vars(t, &d->reach[e->to], e->label);
        }
    }
    for (uint32_t i = dag->nodes; i-- > 0;) {
        VecU32 *edges = &out.at[d->order.at[i]];
        for (uint32_t k = 0; k < edges->count; k++) {
            const ItpEdge *e = &dag->edges[edges->at[k]];
            set_add_set(&d->reached[e->from], &d->reached[e->to]);
            set_add_vars(t, &d->reached[e->from], e->label);
        }
    }
    for (uint32_t v = 0; v < dag->nodes; v++)
        vec_free(&out.at[v]);
    vec_free(&out);
}

// Relations are the nodes other than entry and exit.
ItpAnswer interpolate_dag(Interpolator *ip, const ItpDag *dag, Term out[]) {
    assert(dag->entry < dag->nodes && dag->exit < dag->nodes);
    if (dag->entry == dag->exit)
        return ITP_SATISFIABLE;
    Terms *t = ip->t;
    Dag d = { .dag = dag };
    Horn *h = horn_new(t);
    uint32_t *relation = base_alloc(dag->nodes * sizeof *relation);
    sort_nodes(&d);
    find_variables(t, &d);
    for (uint32_t v = 0; v < dag->nodes; v++) {
        if (v == dag->entry || v == dag->exit)
            continue;
        relation[v] = horn_relation(h);
        scope_common(h, relation[v], &d.reach[v], &d.reached[v]);
    }
    for (uint32_t e = 0; e < dag->n_edges; e++) {
        uint32_t from = dag->edges[e].from, to = dag->edges[e].to;
        uint32_t head = to == dag->exit ? HORN_FALSE : relation[to];
        horn_clause(h, from != dag->entry, &relation[from], dag->edges[e].label, head);
    }
    Term *found = base_alloc((h->scopes.count + 1) * sizeof *found);
    ItpAnswer answer = itp_solve(ip, ITP_DAG, h, found);
    for (uint32_t v = 0; v < dag->nodes; v++)
        out[v] = v == dag->entry ? t->yes : v == dag->exit ? t->no : found[relation[v]];
    free(found);
    free(relation);
    free_sets(dag->nodes, d.reach);
    free_sets(dag->nodes, d.reached);
    vec_free(&d.order);
    horn_free(h);
    return answer;
}

// ---- trees ----
ItpAnswer interpolate_tree(Interpolator *ip, uint32_t n, const uint32_t parent[], const Term a[], Term out[]) {
    assert(n >= 1 && parent[0] == 0);
    Horn *h = horn_new(ip->t);
    VarSet *inside = base_alloc(n * sizeof *inside), *outside = base_alloc(n * sizeof *outside);
    VEC(VecU32) children = { 0 };
    vec_resize(&children, n);
    for (uint32_t v = n; v-- > 0;) { // relation v - 1 stands between node v and its parent
        set_add_vars(ip->t, &inside[v], a[v]);
        if (v) {
            assert(parent[v] < v);
            set_add_set(&inside[parent[v]], &inside[v]);
            vec_push(&children.at[parent[v]], v - 1);
        }
    }
    for (uint32_t v = 1; v < n; v++) { // outside: above, and below the siblings
        uint32_t p = parent[v];
        set_add_set(&outside[v], &outside[p]);
        set_add_vars(ip->t, &outside[v], a[p]);
        for (uint32_t k = 0; k < children.at[p].count; k++)
            if (children.at[p].at[k] != v - 1)
                set_add_set(&outside[v], &inside[children.at[p].at[k] + 1]);
        scope_common(h, horn_relation(h), &inside[v], &outside[v]);
    }
    for (uint32_t v = 0; v < n; v++)
        horn_clause(h, children.at[v].count, children.at[v].at, a[v], v ? v - 1 : HORN_FALSE);
    ItpAnswer answer = itp_solve(ip, ITP_TREE, h, out + 1);
    out[0] = term_false(ip->t);
    for (uint32_t v = 0; v < n; v++)
        vec_free(&children.at[v]);
    vec_free(&children);
    free_sets(n, inside);
    free_sets(n, outside);
    horn_free(h);
    return answer;
}

// ---- state/transition ----
// Relations: g[i] is 2i, s[i] is 2i + 1.
ItpAnswer interpolate_states(Interpolator *ip, uint32_t n, const Term phi[], Term g[], Term s[]) {
    assert(phi && g && (!n || s));
    Horn *h = horn_new(ip->t);
    VarSet *one = base_alloc((n + 2) * sizeof *one);
    for (uint32_t i = 0; i < n + 2; i++)
        set_add_vars(ip->t, &one[i], phi[i]);
    for (uint32_t r = 0; r < 2 * n + 1; r++) {
        VarSet own = { 0 }, others = { 0 };
        horn_relation(h);
        for (uint32_t k = 0; k < n + 2; k++) {
            bool mine = r % 2 ? k == r / 2 + 1 : k <= r / 2;
            set_add_set(mine ? &own : &others, &one[k]);
        }
        scope_common(h, r, &own, &others);
        set_free(&own);
        set_free(&others);
    }
    horn_clause(h, 0, NULL, phi[0], 0);
    for (uint32_t i = 0; i < n; i++) {
        horn_clause(h, 0, NULL, phi[i + 1], 2 * i + 1);
        horn_clause(h, 2, (uint32_t[]){ 2 * i, 2 * i + 1 }, term_true(ip->t), 2 * i + 2);
    }
    horn_clause(h, 1, (uint32_t[]){ 2 * n }, phi[n + 1], HORN_FALSE);
    Term *out = base_alloc((2 * n + 1) * sizeof *out);
    ItpAnswer answer = itp_solve(ip, ITP_STATE, h, out);
    for (uint32_t r = 0; r < 2 * n + 1; r++)
        *(r % 2 ? &s[r / 2] : &g[r / 2]) = out[r];
    free(out);
    free_sets(n + 2, one);
    horn_free(h);
    return answer;
}
