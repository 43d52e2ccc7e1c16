// bdd.c - Boolean functions on the BuDDy library; the only file that includes it
//
// A handle is BuDDy's node number plus one.  The library reports errors to a
// hook and then returns false, and its caches may hold such results; so the hook
// sets 'failed', and from then on 'taken' gives no function.  The table holds one
// reference to each result.
#include "logic/reason/bdd.h"
#include <bdd.h>

struct Bfs {
    VEC(BDD) held;
    uint32_t variables;
};

static bool failed; // set by the library's error hook; the library itself is global

static void on_error(int code) {
    (void)code;
    failed = true;
    bdd_clear_error();
}

Bfs *bfs_new(uint32_t variables, uint32_t most_nodes) {
    if (bdd_isrunning())
        bug("two tables of Boolean functions");
    Bfs *b = base_alloc(sizeof *b);
    failed = false;
    bdd_init(10000, 10000);
    bdd_error_hook(on_error);
    bdd_gbc_hook(NULL);
    bdd_setmaxincrease(1000000);
    bdd_setcacheratio(8);
    if (most_nodes)
        bdd_setmaxnodenum((int)most_nodes);
    bfs_reserve(b, variables ? variables : 1);
    return b;
}

void bfs_free(Bfs *b) {
    if (!b)
        return;
    bdd_done();
    vec_free(&b->held);
    free(b);
}

uint32_t bfs_variables(const Bfs *b) {
    return b->variables;
}

void bfs_reserve(Bfs *b, uint32_t variables) {
    assert(variables <= INT32_MAX);
    if (variables <= b->variables)
        return;
    bdd_setvarnum((int)variables);
    b->variables = variables;
}

// ---- handles ----
static Bf taken(Bfs *b, BDD node) {
    assert(failed || node < bdd_getallocnum());
    if (failed || node < 0)
        return (Bf){ 0 };
    bdd_addref(node);
    vec_push(&b->held, node);
    return (Bf){ (uint32_t)node + 1 };
}

static BDD node_of(Bf f) {
    assert(f.id);
    return (BDD)f.id - 1;
}

BfMark bf_mark(const Bfs *b) {
    return b->held.count;
}

Bf bf_release(Bfs *b, BfMark mark, Bf kept) {
    assert(mark <= b->held.count);
    if (kept.id)
        bdd_addref(node_of(kept));
    while (b->held.count > mark)
        bdd_delref(vec_pop(&b->held));
    if (kept.id)
        vec_push(&b->held, node_of(kept));
    return kept;
}

Bf bf_keep(Bfs *b, Bf f) {
    (void)b;
    if (f.id)
        bdd_addref(node_of(f));
    return f;
}

void bf_drop(Bfs *b, Bf f) {
    (void)b;
    if (f.id)
        bdd_delref(node_of(f));
}

bool bfs_failed(const Bfs *b) {
    (void)b;
    return failed;
}

// ---- operations ----
Bf bf_true(Bfs *b) {
    return taken(b, bddtrue);
}

Bf bf_false(Bfs *b) {
    return taken(b, bddfalse);
}

Bf bf_var(Bfs *b, uint32_t variable) {
    bfs_reserve(b, variable + 1);
    return taken(b, bdd_ithvar((int)variable));
}

Bf bf_not(Bfs *b, Bf f) {
    return f.id ? taken(b, bdd_not(node_of(f))) : f;
}

static Bf apply(Bfs *b, Bf f, Bf g, int op) {
    return f.id && g.id ? taken(b, bdd_apply(node_of(f), node_of(g), op)) : (Bf){ 0 };
}

Bf bf_and(Bfs *b, Bf f, Bf g) {
    return apply(b, f, g, bddop_and);
}

Bf bf_or(Bfs *b, Bf f, Bf g) {
    return apply(b, f, g, bddop_or);
}

Bf bf_iff(Bfs *b, Bf f, Bf g) {
    return apply(b, f, g, bddop_biimp);
}

Bf bf_implies(Bfs *b, Bf f, Bf g) {
    return apply(b, f, g, bddop_imp);
}

Bf bf_ite(Bfs *b, Bf c, Bf f, Bf g) {
    return c.id && f.id && g.id ? taken(b, bdd_ite(node_of(c), node_of(f), node_of(g))) : (Bf){ 0 };
}

bool bf_leq(Bfs *b, Bf f, Bf g) {
    Bf both = bf_implies(b, f, g);
    return both.id && node_of(both) == bddtrue;
}

Bf bf_set(Bfs *b, uint32_t n, const uint32_t variables[]) {
    assert(!n || variables);
    Bf set = bf_true(b);
    for (uint32_t i = 0; i < n; i++)
        set = bf_and(b, set, bf_var(b, variables[i]));
    return set;
}

Bf bf_exists(Bfs *b, Bf f, Bf set) {
    return f.id && set.id ? taken(b, bdd_exist(node_of(f), node_of(set))) : (Bf){ 0 };
}

Bf bf_forall(Bfs *b, Bf f, Bf set) {
    return f.id && set.id ? taken(b, bdd_forall(node_of(f), node_of(set))) : (Bf){ 0 };
}

Bf bf_and_exists(Bfs *b, Bf f, Bf g, Bf set) {
    if (!f.id || !g.id || !set.id)
        return (Bf){ 0 };
    return taken(b, bdd_appex(node_of(f), node_of(g), bddop_and, node_of(set)));
}

Bf bf_rename(Bfs *b, Bf f, uint32_t n, const uint32_t from[], const uint32_t to[]) {
    assert(!n || (from && to));
    if (!f.id)
        return f;
    bddPair *pair = bdd_newpair();
    for (uint32_t i = 0; i < n; i++) {
        bfs_reserve(b, (from[i] > to[i] ? from[i] : to[i]) + 1);
        bdd_setbddpair(pair, (int)from[i], bdd_ithvar((int)to[i])); // composition: any order of variables
    }
    Bf result = taken(b, bdd_veccompose(node_of(f), pair));
    bdd_freepair(pair);
    return result;
}

// The library's cache knows a pair by a number that each change of the pair renews: so it is made once.
BfRenaming *bf_renaming(Bfs *b, uint32_t n, const uint32_t from[], const uint32_t to[]) {
    assert(!n || (from && to));
    bddPair *pair = bdd_newpair();
    for (uint32_t i = 0; i < n; i++) {
        bfs_reserve(b, (from[i] > to[i] ? from[i] : to[i]) + 1);
        bdd_setpair(pair, (int)from[i], (int)to[i]);
    }
    return (BfRenaming *)pair; // bdd_done frees it
}

Bf bf_renamed(Bfs *b, Bf f, const BfRenaming *renaming) {
    assert(renaming);
    return f.id ? taken(b, bdd_replace(node_of(f), (bddPair *)renaming)) : f;
}

// ---- looking ----
uint32_t bf_size(Bfs *b, Bf f) {
    (void)b;
    return f.id ? (uint32_t)bdd_nodecount(node_of(f)) : 0;
}

static bool first_cube(void *context, uint32_t variables, const int8_t cube[]) {
    memcpy(context, cube, variables);
    return false;
}

bool bf_pick(Bfs *b, Bf f, uint32_t variables, int8_t out[]) {
    assert(out);
    return f.id && node_of(f) != bddfalse && !bf_cubes(b, f, variables, first_cube, out);
}

// Walks the paths to true depth-first; 'path' holds the nodes on the way and which
// branch was taken.
typedef struct Branch {
    BDD node;
    int8_t taken; // -1: none yet
} Branch;

bool bf_cubes(Bfs *b, Bf f, uint32_t variables, BfCube each, void *context) {
    assert(each);
    uint32_t n = variables > b->variables ? variables : b->variables;
    int8_t *cube = base_alloc(n + 1);
    VEC(Branch) path = { 0 };
    bool go_on = true;
    memset(cube, -1, n);
    if (f.id)
        vec_push(&path, (Branch){ node_of(f), -1 });
    while (go_on && path.count) {
        Branch *at = &vec_last(&path);
        if (at->node == bddtrue)
            go_on = each(context, variables, cube);
        if (at->node == bddtrue || at->node == bddfalse || at->taken == 1) {
            if (at->node != bddtrue && at->node != bddfalse)
                cube[bdd_var(at->node)] = -1;
            path.count--;
            continue;
        }
        at->taken++;
        cube[bdd_var(at->node)] = at->taken;
        BDD next = at->taken ? bdd_high(at->node) : bdd_low(at->node);
        vec_push(&path, (Branch){ next, -1 });
    }
    vec_free(&path);
    free(cube);
    return go_on;
}

// ---- terms ----
// Each node becomes a choice by its variable; shared nodes become shared terms.
Term bf_to_term(Bfs *b, Terms *t, Bf f, const Term atoms[]) {
    assert(!f.id || atoms);
    Map done = { 0 };
    VEC(BDD) stack = { 0 };
    (void)b;
    if (!f.id)
        return (Term){ 0 };
    map_put(&done, (uint64_t)bddfalse, term_false(t).id);
    map_put(&done, (uint64_t)bddtrue, term_true(t).id);
    vec_push(&stack, node_of(f));
    while (stack.count) {
        BDD node = vec_last(&stack);
        if (map_find(&done, (uint64_t)node)) {
            stack.count--;
            continue;
        }
        BDD low = bdd_low(node), high = bdd_high(node);
        uint32_t l = map_find(&done, (uint64_t)low), h = map_find(&done, (uint64_t)high);
        if (l && h)
            map_put(&done, (uint64_t)node, term_ite(t, atoms[bdd_var(node)], (Term){ h }, (Term){ l }).id);
        if (!l)
            vec_push(&stack, low);
        if (!h)
            vec_push(&stack, high);
    }
    Term result = { map_find(&done, (uint64_t)node_of(f)) };
    map_free(&done);
    vec_free(&stack);
    return result;
}

static Bf combine(Bfs *b, Terms *t, Term a, const Bf x[]) {
    assert(term_is_connective(t, a));
    uint32_t n = term_arity(t, a);
    Bf all = x[0];
    switch (term_op(t, a)) {
    case OP_NOT:
        return bf_not(b, x[0]);
    case OP_EQ:
        return bf_iff(b, x[0], x[1]);
    case OP_ITE:
        return bf_ite(b, x[0], x[1], x[2]);
    default:
        for (uint32_t i = 1; i < n; i++)
            all = term_op(t, a) == OP_AND ? bf_and(b, all, x[i]) : bf_or(b, all, x[i]);
        return all;
    }
}

Bf bf_from_term(Bfs *b, Terms *t, Term formula, uint32_t n, const Term atoms[]) {
    assert(!n || atoms);
    assert(sort_kind(t, term_sort(t, formula)) == SORT_BOOL);
    Map done = { 0 };
    VecTerm stack = { 0 };
    VEC(Bf) x = { 0 };
    bool known = true;
    for (uint32_t i = 0; i < n; i++) {
        map_put(&done, atoms[i].id, bf_var(b, i).id);
        if (term_op(t, atoms[i]) == OP_NOT) // an atom given negated
            map_put(&done, term_arg(t, atoms[i], 0).id, bf_not(b, bf_var(b, i)).id);
        else
            map_put(&done, term_not(t, atoms[i]).id, bf_not(b, bf_var(b, i)).id);
    }
    map_put(&done, term_true(t).id, bf_true(b).id);
    map_put(&done, term_false(t).id, bf_false(b).id);
    vec_push(&stack, formula);
    while (known && stack.count) {
        Term a = vec_last(&stack);
        uint32_t before = stack.count;
        if (map_get(&done, a.id, NULL)) {
            stack.count--;
            continue;
        }
        known = term_is_connective(t, a);
        x.count = 0;
        for (uint32_t i = 0; known && i < term_arity(t, a); i++) {
            uint32_t have = 0;
            if (!map_get(&done, term_arg(t, a, i).id, &have))
                vec_push(&stack, term_arg(t, a, i));
            vec_push(&x, (Bf){ have });
        }
        if (known && stack.count == before)
            map_put(&done, a.id, combine(b, t, a, x.at).id);
    }
    Bf result = { known ? map_find(&done, formula.id) : 0 };
    map_free(&done);
    vec_free(&stack);
    vec_free(&x);
    return result;
}
