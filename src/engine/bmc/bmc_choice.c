// bmc_choice.c - terms that choose among constants
//
// Where paths with different constants meet, a variable's value becomes a choice:
// ite(c, 1, ite(d, 2, 3)).  States of automata, flags and pointers look like this.
// Operations on a choice and constants are done leaf by leaf: a test is then
// a combination of c and d only (often just true or false) and the address of an
// access one of a few constants, so neither bits nor arrays reach the solver.
#include "engine/bmc/bmc.h"

// New nodes that one operation may cost: a test gives small results, arithmetic
// another choice of the same size.
enum { MOST_TESTS = 2000, MOST_VALUES = 100 };

bool bmc_is_choice(const Bmc *b, Term a) {
    return map_find(&b->choices, a.id) != 0;
}

// A choice between truth values is a conjunction or a disjunction if one is known.
static Term choose_truth(Terms *t, Term condition, Term x, Term y) {
    Op op_x = term_op(t, x), op_y = term_op(t, y);
    Term negation = term_not(t, condition);
    if (op_x == OP_TRUE || op_x == OP_FALSE)
        return op_x == OP_TRUE ? bmc_or(t, condition, y) : bmc_and(t, negation, y);
    if (op_y == OP_TRUE || op_y == OP_FALSE)
        return op_y == OP_TRUE ? bmc_or(t, negation, x) : bmc_and(t, condition, x);
    return term_ite(t, condition, x, y);
}

Term bmc_choose(Bmc *b, Term condition, Term x, Term y) {
    assert(sort_kind(b->t, term_sort(b->t, condition)) == SORT_BOOL);
    assert(term_sort(b->t, x).id == term_sort(b->t, y).id);
    if (sort_kind(b->t, term_sort(b->t, x)) == SORT_BOOL)
        return choose_truth(b->t, condition, x, y);
    Term a = term_ite(b->t, condition, x, y);
    if (term_op(b->t, a) != OP_ITE || sort_kind(b->t, term_sort(b->t, a)) == SORT_ARRAY)
        return a;
    for (uint32_t i = 1; i <= 2; i++) {
        Term leaf = term_arg(b->t, a, i);
        if (!term_is_const(b->t, leaf) && !bmc_is_choice(b, leaf))
            return a;
    }
    map_put(&b->choices, a.id, 1);
    return a;
}

typedef struct Lift { // op applied to the leaves of one argument
    Bmc *b;
    Op op;
    Sort sort;
    uint32_t n, place; // place: of the argument that is a choice
    Term arg[3];
    uint32_t imm[2];
    uint32_t shape; // a number for all of this but the argument at 'place'
    uint32_t budget;
} Lift;

// The number of an operation with all arguments but one: that of the term with
// a variable in the gap.
static uint32_t shape_of(Lift *l) {
    assert(l->place < l->n);
    char name[32];
    Term choice = l->arg[l->place];
    Sort s = term_sort(l->b->t, choice);
    snprintf(name, sizeof name, "gap!%u", s.id);
    l->arg[l->place] = term_var(l->b->t, name, s);
    Term shape = term_build(l->b->t, l->op, l->sort, l->n, l->arg, l->imm[0], l->imm[1]);
    l->arg[l->place] = choice;
    return shape.id;
}

static Term leaf_value(Lift *l, Term leaf) {
    Term arg[3] = { l->arg[0], l->arg[1], l->arg[2] };
    arg[l->place] = leaf;
    return term_build(l->b->t, l->op, l->sort, l->n, arg, l->imm[0], l->imm[1]);
}

// What the operation gives for 'a', if that is known; else no term.
static Term known_value(Lift *l, Term a) {
    if (term_is_const(l->b->t, a))
        return leaf_value(l, a);
    return (Term){ map_find(&l->b->lifted, (uint64_t)l->shape << 32 | a.id) };
}

// The result for a choice, leaf by leaf; no term where it is too large.
static Term lift(Lift *l, Term choice) {
    Bmc *b = l->b;
    assert(bmc_is_choice(b, choice));
    VecTerm stack = { 0 };
    vec_push(&stack, choice);
    while (stack.count && l->budget) {
        Term a = vec_last(&stack);
        if (known_value(l, a).id) {
            stack.count--;
            continue;
        }
        assert(term_op(b->t, a) == OP_ITE);
        Term x = term_arg(b->t, a, 1), y = term_arg(b->t, a, 2);
        Term value_x = known_value(l, x), value_y = known_value(l, y);
        if (value_x.id && value_y.id) {
            Term value = bmc_choose(b, term_arg(b->t, a, 0), value_x, value_y);
            map_put(&b->lifted, (uint64_t)l->shape << 32 | a.id, value.id);
            stack.count--;
            l->budget--;
            continue;
        }
        if (!value_x.id)
            vec_push(&stack, x);
        if (!value_y.id)
            vec_push(&stack, y);
    }
    bool done = !stack.count;
    vec_free(&stack);
    return done ? known_value(l, choice) : (Term){ 0 };
}

Term bmc_build(Bmc *b, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1) {
    Lift l = { .b = b, .op = op, .sort = s, .n = n, .place = 3, .imm = { imm0, imm1 } };
    bool can = n <= 3 && op != OP_ITE && value_can_apply(op);
    for (uint32_t i = 0; can && i < n; i++) {
        l.arg[i] = arg[i];
        if (term_is_const(b->t, arg[i]))
            continue;
        can = l.place == 3 && bmc_is_choice(b, arg[i]);
        l.place = i;
    }
    Term result = { 0 };
    if (can && l.place < 3) {
        l.shape = shape_of(&l);
        l.budget = sort_kind(b->t, s) == SORT_BOOL ? MOST_TESTS : MOST_VALUES;
        result = lift(&l, arg[l.place]);
    }
    return result.id ? result : term_build(b->t, op, s, n, arg, imm0, imm1);
}

// Appends the constants that the choice is made among, each once; false where
// there are more than 'most', or it is no choice.
bool bmc_leaves(Bmc *b, Term choice, uint32_t most, VecTerm *out) {
    if (!bmc_is_choice(b, choice))
        return false;
    Map seen = { 0 };
    VecTerm stack = { 0 };
    uint32_t budget = MOST_TESTS;
    vec_push(&stack, choice);
    while (stack.count && out->count <= most && budget) {
        Term a = vec_pop(&stack);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        budget--;
        if (term_is_const(b->t, a)) {
            vec_push(out, a);
            continue;
        }
        assert(term_op(b->t, a) == OP_ITE);
        vec_push(&stack, term_arg(b->t, a, 2));
        vec_push(&stack, term_arg(b->t, a, 1));
    }
    bool done = !stack.count && out->count <= most;
    map_free(&seen);
    vec_free(&stack);
    return done;
}
