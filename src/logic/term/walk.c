// walk.c - whole terms: substitution, variables, atoms, negation normal form
//
// All walks use explicit stacks and visit a shared node once.
#include "logic/term/table.h"

// ---- visited marks ----
static uint32_t new_epoch(Terms *t) {
    vec_resize(&t->marks, t->nodes.count);
    if (++t->epoch == 0) { // wrapped round: forget all marks
        memset(t->marks.at, 0, t->marks.count * sizeof *t->marks.at);
        t->epoch = 1;
    }
    return t->epoch;
}

static bool visit(Terms *t, uint32_t epoch, Term a) {
    assert(a.id && a.id < t->marks.count);
    if (t->marks.at[a.id] == epoch)
        return false;
    t->marks.at[a.id] = epoch;
    return true;
}

static void push_args(const Terms *t, Term a, VecTerm *stack) {
    for (uint32_t i = node_of(t, a)->n; i-- > 0;) // so that the first is on top
        vec_push(stack, arg_of(t, a, i));
}

// ---- looking for things, in order of first occurrence ----
typedef enum Wanted { WANT_VARS, WANT_ATOMS, WANT_NUMBERS, WANT_COUNT } Wanted;

bool term_is_connective(const Terms *t, Term a) {
    Op op = op_of(t, a);
    if (op == OP_NOT || op == OP_AND || op == OP_OR)
        return true;
    return (op == OP_ITE || op == OP_EQ) && kind_of(t, arg_of(t, a, 1)) == SORT_BOOL;
}

static uint32_t walk(Terms *t, Term a, Wanted wanted, VecTerm *out) {
    uint32_t epoch = new_epoch(t), count = 0;
    VecTerm stack = { 0 };
    vec_push(&stack, a);
    while (stack.count) {
        Term x = vec_pop(&stack);
        if (!visit(t, epoch, x))
            continue;
        count++;
        if ((wanted == WANT_VARS && op_of(t, x) == OP_VAR) || (wanted == WANT_NUMBERS && op_of(t, x) == OP_BV_CONST))
            vec_push(out, x);
        if (wanted != WANT_ATOMS || term_is_connective(t, x))
            push_args(t, x, &stack);
        else if (!term_is_const(t, x))
            vec_push(out, x);
    }
    vec_free(&stack);
    return count;
}

void term_vars(Terms *t, Term a, VecTerm *out) {
    assert(out);
    walk(t, a, WANT_VARS, out);
}

void term_numbers(Terms *t, Term a, VecTerm *out) {
    assert(out);
    walk(t, a, WANT_NUMBERS, out);
}

void term_atoms(Terms *t, Term a, VecTerm *out) {
    assert(kind_of(t, a) == SORT_BOOL);
    walk(t, a, WANT_ATOMS, out);
}

uint32_t term_size(Terms *t, Term a) {
    return walk(t, a, WANT_COUNT, NULL);
}

void term_conjuncts(Terms *t, Term a, VecTerm *out) {
    assert(kind_of(t, a) == SORT_BOOL);
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

// ---- rebuilding ----
static Term rebuild(Terms *t, Term a, uint32_t n, const Term arg[]) {
    assert(n == node_of(t, a)->n);
    if (memcmp(arg, args_of(t, a), n * sizeof *arg) == 0)
        return a;
    if (op_of(t, a) == OP_APPLY)
        return term_apply(t, term_name(t, a), sort_of(t, a), n, arg);
    return term_build(t, op_of(t, a), sort_of(t, a), n, arg, term_imm(t, a, 0), term_imm(t, a, 1));
}

// The new terms of the arguments of 'a'; pushes those still to be done.
static bool args_ready(const Terms *t, Term a, const Map *done, VecTerm *args, VecTerm *stack) {
    uint32_t n = node_of(t, a)->n;
    bool ready = true;
    args->count = 0;
    for (uint32_t i = n; i-- > 0;) {
        Term x = arg_of(t, a, i);
        uint32_t have = map_find(done, x.id);
        if (!have) {
            ready = false;
            vec_push(stack, x);
        }
        vec_push(args, (Term){ have });
    }
    for (uint32_t i = 0; i < n / 2; i++) {
        Term swap = args->at[i];
        args->at[i] = args->at[n - 1 - i];
        args->at[n - 1 - i] = swap;
    }
    return ready;
}

Term term_map(Terms *t, Term a, TermLeaf leaf, void *context, Map *cache) {
    assert(leaf);
    Map local = { 0 }, *done = cache ? cache : &local;
    VecTerm stack = { 0 }, args = { 0 };
    vec_push(&stack, a);
    while (stack.count) {
        Term x = vec_last(&stack), y;
        if (map_get(done, x.id, NULL)) {
            stack.count--;
            continue;
        }
        if (op_of(t, x) == OP_VAR)
            y = leaf(context, x);
        else if (node_of(t, x)->n == 0)
            y = x;
        else if (args_ready(t, x, done, &args, &stack))
            y = rebuild(t, x, args.count, args.at);
        else
            continue;
        map_put(done, x.id, y.id);
        stack.count--;
    }
    Term result = { map_find(done, a.id) };
    vec_free(&stack);
    vec_free(&args);
    map_free(&local);
    return result;
}

static Term replace_leaf(void *context, Term variable) {
    uint32_t to = map_find(context, variable.id);
    return to ? (Term){ to } : variable;
}

Term term_substitute(Terms *t, Term a, uint32_t n, const Term from[], const Term to[]) {
    assert(!n || (from && to));
    Map map = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        assert(op_of(t, from[i]) == OP_VAR && sort_of(t, from[i]).id == sort_of(t, to[i]).id);
        map_put(&map, from[i].id, to[i].id);
    }
    Term result = n ? term_map(t, a, replace_leaf, &map, NULL) : a;
    map_free(&map);
    return result;
}

// ---- negation normal form ----
// A task is a formula and whether its negation is wanted; the key of a task is
// 2 * id + negated.
typedef struct Task {
    Term a;
    bool negated;
} Task;
typedef VEC(Task) Tasks;

static uint64_t key_of(Task k) {
    return (uint64_t)k.a.id * 2 + k.negated;
}

static Term done_of(const Map *done, Term a, bool negated) {
    return (Term){ map_find(done, key_of((Task){ a, negated })) };
}

static bool need(const Map *done, Tasks *stack, Term a, bool negated) {
    if (done_of(done, a, negated).id)
        return false;
    vec_push(stack, (Task){ a, negated });
    return true;
}

static bool nnf_ready(const Terms *t, Task k, const Map *done, Tasks *stack) {
    Op op = op_of(t, k.a);
    bool missing = false;
    for (uint32_t i = 0; i < node_of(t, k.a)->n; i++) {
        Term x = arg_of(t, k.a, i);
        bool both = op == OP_EQ || (op == OP_ITE && i == 0);
        missing |= need(done, stack, x, op == OP_NOT ? !k.negated : k.negated);
        if (both)
            missing |= need(done, stack, x, !k.negated);
    }
    return !missing;
}

static Term nnf_junction(Terms *t, Task k, const Map *done) {
    uint32_t n = node_of(t, k.a)->n;
    Term *arg = base_alloc(n * sizeof *arg);
    for (uint32_t i = 0; i < n; i++)
        arg[i] = done_of(done, arg_of(t, k.a, i), k.negated);
    bool conjunction = (op_of(t, k.a) == OP_AND) != k.negated;
    Term result = conjunction ? term_and_n(t, n, arg) : term_or_n(t, n, arg);
    free(arg);
    return result;
}

static Term nnf_connective(Terms *t, Task k, const Map *done) {
    Term a = arg_of(t, k.a, 0);
    bool neg = k.negated;
    switch (op_of(t, k.a)) {
    case OP_NOT:
        return done_of(done, a, !neg);
    case OP_EQ: {
        Term b = arg_of(t, k.a, 1);
        Term one = term_and(t, done_of(done, a, false), done_of(done, b, neg));
        return term_or(t, one, term_and(t, done_of(done, a, true), done_of(done, b, !neg)));
    }
    case OP_ITE: {
        Term then = done_of(done, arg_of(t, k.a, 1), neg), other = done_of(done, arg_of(t, k.a, 2), neg);
        Term one = term_and(t, done_of(done, a, false), then);
        return term_or(t, one, term_and(t, done_of(done, a, true), other));
    }
    default:
        return nnf_junction(t, k, done);
    }
}

Term term_nnf(Terms *t, Term a) {
    assert(kind_of(t, a) == SORT_BOOL);
    Map done = { 0 };
    Tasks stack = { 0 };
    vec_push(&stack, (Task){ a, false });
    while (stack.count) {
        Task k = vec_last(&stack);
        Term result = { 0 };
        if (map_get(&done, key_of(k), NULL)) {
            stack.count--;
            continue;
        }
        if (!term_is_connective(t, k.a))
            result = k.negated ? term_not(t, k.a) : k.a;
        else if (nnf_ready(t, k, &done, &stack))
            result = nnf_connective(t, k, &done);
        else
            continue;
        map_put(&done, key_of(k), result.id);
        stack.count--;
    }
    Term result = done_of(&done, a, false);
    map_free(&done);
    vec_free(&stack);
    return result;
}
