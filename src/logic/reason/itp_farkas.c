// itp_farkas.c - interpolants from one certificate of linear arithmetic
//
// A conjunction of inequalities e_j <= 0 is unsatisfiable over the rationals
// exactly if some non-negative multiples of the e_j add up to a positive
// constant (Farkas).  The multipliers are a solution of linear equations, which
// the solver finds.  In a tree-shaped system the multiples of the inequalities
// below a relation add up to its interpolant: variables of below only cancel,
// because they cancel in the whole sum.  All relations share one certificate, so
// each clause is valid.  Over Int, strict inequalities are tightened first.
//
// A disequality is split into < and >.  The interpolants of the two cases are
// joined by "or" where the disequality is below the relation, else by "and".
#include "logic/reason/itp.h"

typedef struct Mono {
    Term base;
    Rat c;
} Mono;

typedef enum RowKind { ROW_LE, ROW_LT, ROW_EQ, ROW_NE } RowKind;
typedef struct Row { // sum + k (<=, <, =, !=) 0
    VEC(Mono) monos;
    Rat k;
    RowKind kind;
    uint32_t clause;
} Row;

typedef struct Farkas {
    Interpolator *ip;
    const ItpSystem *s;
    VEC(Row) rows;
    VecU32 splits;  // rows that are disequalities
    VecU32 clauses; // by relation: the clause it is the head of
    VecU32 parent;  // by relation: the head of the clause that uses it; HORN_FALSE at the top
    Sort number;    // Int or Real, of all rows
} Farkas;

// ---- reading rows ----
static bool add_mono(Terms *t, Row *row, Term a, Rat factor) {
    Rat c;
    if (rat_value(t, a, &c))
        return rat_mul(c, factor, &c) && rat_add(row->k, c, &row->k);
    if (op_of(t, a) == OP_MUL && rat_value(t, arg_of(t, a, 0), &c)) {
        a = arg_of(t, a, 1);
        if (!rat_mul(c, factor, &c))
            return false;
    } else {
        c = factor;
    }
    vec_push(&row->monos, (Mono){ a, c });
    return true;
}

static bool add_side(Terms *t, Row *row, Term a, Rat factor) {
    if (op_of(t, a) != OP_ADD)
        return add_mono(t, row, a, factor);
    for (uint32_t i = 0; i < node_of(t, a)->n; i++)
        if (!add_mono(t, row, arg_of(t, a, i), factor))
            return false;
    return true;
}

static bool read_row(Farkas *f, Term a, uint32_t clause) {
    Terms *t = f->ip->t;
    bool negated = op_of(t, a) == OP_NOT;
    if (negated)
        a = arg_of(t, a, 0);
    Op op = op_of(t, a);
    if ((op != OP_LE && op != OP_LT && op != OP_EQ) || (negated && op != OP_EQ))
        return false;
    SortKind kind = kind_of(t, arg_of(t, a, 0));
    if (kind != SORT_INT && kind != SORT_REAL)
        return false;
    if (f->number.id && f->number.id != sort_of(t, arg_of(t, a, 0)).id)
        return false;
    f->number = sort_of(t, arg_of(t, a, 0));
    Row *row = vec_add(&f->rows);
    row->clause = clause;
    row->k = rat_int(0);
    row->kind = negated ? ROW_NE : op == OP_EQ ? ROW_EQ : op == OP_LT ? ROW_LT : ROW_LE;
    if (negated)
        vec_push(&f->splits, f->rows.count - 1);
    return add_side(t, row, arg_of(t, a, 0), rat_int(1)) && add_side(t, row, arg_of(t, a, 1), rat_int(-1));
}

static bool read_rows(Farkas *f) {
    Terms *t = f->ip->t;
    const Horn *h = f->s->horn;
    VecTerm parts = { 0 };
    bool linear = true;
    for (uint32_t k = 0; linear && k < h->clauses.count; k++) {
        parts.count = 0;
        itp_conjuncts(t, h->clauses.at[k].formula, &parts);
        for (uint32_t i = 0; linear && i < parts.count; i++)
            linear = read_row(f, parts.at[i], k);
    }
    vec_free(&parts);
    return linear;
}

// ---- the certificate ----
static Term real(Terms *t, Rat r) {
    return rat_make(t, r, sort_real(t));
}

static Term multiplier(Terms *t, uint32_t row) {
    char name[32];
    snprintf(name, sizeof name, "itp!l%u", row);
    return term_var(t, name, sort_real(t));
}

typedef struct Columns { // by variable: the summands of its equation
    Map number;
    VEC(VecTerm) sums;
} Columns;

static void add_to_column(Terms *t, Columns *c, Term base, Term summand) {
    uint32_t i = map_find(&c->number, base.id);
    (void)t;
    if (!i) {
        (void)vec_add(&c->sums);
        i = c->sums.count;
        map_put(&c->number, base.id, i);
    }
    vec_push(&c->sums.at[i - 1], summand);
}

static Term sum_of(Terms *t, const VecTerm *parts) {
    Term zero = real(t, rat_int(0));
    if (parts->count < 2)
        return parts->count ? parts->at[0] : zero;
    return term_build(t, OP_ADD, (Sort){ 0 }, parts->count, parts->at, 0, 0);
}

// Asks for multipliers; gives them by row.
static bool solve_multipliers(Farkas *f, Rat value[]) {
    Terms *t = f->ip->t;
    Smt *lra = f->ip->lra;
    Columns columns = { 0 };
    VecTerm constants = { 0 }, strict = { 0 };
    Term zero = real(t, rat_int(0));
    smt_set_limits(lra, itp_limits(f->ip));
    smt_push(lra);
    for (uint32_t j = 0; j < f->rows.count; j++) {
        const Row *row = &f->rows.at[j];
        Term l = multiplier(t, j);
        if (row->kind != ROW_EQ)
            smt_assert(lra, term_2(t, OP_LE, zero, l));
        if (row->kind == ROW_LT)
            vec_push(&strict, l);
        if (row->k.num)
            vec_push(&constants, term_2(t, OP_MUL, real(t, row->k), l));
        for (uint32_t i = 0; i < row->monos.count; i++)
            add_to_column(t, &columns, row->monos.at[i].base, term_2(t, OP_MUL, real(t, row->monos.at[i].c), l));
    }
    for (uint32_t i = 0; i < columns.sums.count; i++) {
        smt_assert(lra, term_eq(t, sum_of(t, &columns.sums.at[i]), zero));
        vec_free(&columns.sums.at[i]);
    }
    Term k = sum_of(t, &constants), positive = term_2(t, OP_LE, real(t, rat_int(1)), k);
    if (strict.count) {
        Term touched = term_2(t, OP_LT, zero, sum_of(t, &strict));
        positive = term_or(t, positive, term_and(t, touched, term_2(t, OP_LE, zero, k)));
    }
    smt_assert(lra, positive);
    bool found = smt_check(lra) == SMT_SAT;
    for (uint32_t j = 0; found && j < f->rows.count; j++) {
        Term v = smt_value(lra, multiplier(t, j));
        found = v.id && rat_value(t, v, &value[j]);
    }
    smt_pop(lra);
    map_free(&columns.number);
    vec_free(&columns.sums);
    vec_free(&constants);
    vec_free(&strict);
    return found;
}

// ---- partial sums ----
typedef struct Sum {
    Map place;
    VEC(Mono) monos;
    Rat k;
    bool strict;
} Sum;

static bool sum_add(Sum *s, Term base, Rat c) {
    uint32_t i = map_find(&s->place, base.id);
    if (i)
        return rat_add(s->monos.at[i - 1].c, c, &s->monos.at[i - 1].c);
    vec_push(&s->monos, (Mono){ base, c });
    map_put(&s->place, base.id, s->monos.count);
    return true;
}

static bool sum_add_row(Sum *s, const Row *row, Rat factor) {
    Rat c;
    for (uint32_t i = 0; i < row->monos.count; i++)
        if (!rat_mul(row->monos.at[i].c, factor, &c) || !sum_add(s, row->monos.at[i].base, c))
            return false;
    s->strict |= row->kind == ROW_LT && factor.num;
    return rat_mul(row->k, factor, &c) && rat_add(s->k, c, &s->k);
}

static bool sum_add_sum(Sum *s, const Sum *other) {
    for (uint32_t i = 0; i < other->monos.count; i++)
        if (other->monos.at[i].c.num && !sum_add(s, other->monos.at[i].base, other->monos.at[i].c))
            return false;
    s->strict |= other->strict;
    return rat_add(s->k, other->k, &s->k);
}

static Term sum_term(Terms *t, const Sum *s, Sort number) {
    VecTerm parts = { 0 };
    Wide den = s->k.den;
    for (uint32_t i = 0; i < s->monos.count; i++) { // a common denominator, for Int
        Wide a = den, b = s->monos.at[i].c.den;
        while (b) {
            Wide r = a % b;
            a = b;
            b = r;
        }
        if (__builtin_mul_overflow(den / a, s->monos.at[i].c.den, &den))
            return (Term){ 0 };
    }
    Rat c;
    bool fits = rat_mul(s->k, rat_int(den), &c);
    if (fits)
        vec_push(&parts, rat_make(t, c, number));
    for (uint32_t i = 0; fits && i < s->monos.count; i++) {
        fits = rat_mul(s->monos.at[i].c, rat_int(den), &c);
        if (fits && c.num)
            vec_push(&parts, term_2(t, OP_MUL, rat_make(t, c, number), s->monos.at[i].base));
    }
    Term result = { 0 };
    if (fits) {
        Term sum = parts.count > 1 ? term_build(t, OP_ADD, (Sort){ 0 }, parts.count, parts.at, 0, 0) : parts.at[0];
        result = term_2(t, s->strict ? OP_LT : OP_LE, sum, rat_make(t, rat_int(0), number));
    }
    vec_free(&parts);
    return result;
}

// The interpolants of one case, from its multipliers.
static bool add_up(Farkas *f, const Rat value[], Term out[]) {
    Terms *t = f->ip->t;
    const Horn *h = f->s->horn;
    uint32_t n = h->scopes.count;
    Sum *sums = base_alloc((n + 1) * sizeof *sums);
    VEC(VecU32) rows = { 0 }; // by clause
    bool good = true;
    vec_resize(&rows, h->clauses.count);
    for (uint32_t j = 0; j < f->rows.count; j++)
        if (value[j].num)
            vec_push(&rows.at[f->rows.at[j].clause], j);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t r = f->s->order.at[i], k = f->clauses.at[r];
        sums[r].k = rat_int(0);
        for (uint32_t b = 0; good && b < h->clauses.at[k].body.count; b++)
            good = sum_add_sum(&sums[r], &sums[h->clauses.at[k].body.at[b]]);
        for (uint32_t j = 0; good && j < rows.at[k].count; j++)
            good = sum_add_row(&sums[r], &f->rows.at[rows.at[k].at[j]], value[rows.at[k].at[j]]);
        out[r] = good ? sum_term(t, &sums[r], f->number) : (Term){ 0 };
        good = out[r].id != 0;
    }
    for (uint32_t r = 0; r < n; r++) {
        map_free(&sums[r].place);
        vec_free(&sums[r].monos);
    }
    for (uint32_t k = 0; k < rows.count; k++)
        vec_free(&rows.at[k]);
    vec_free(&rows);
    free(sums);
    return good;
}

// ---- splits ----
static void negate(Row *row) {
    for (uint32_t i = 0; i < row->monos.count; i++)
        row->monos.at[i].c.num = -row->monos.at[i].c.num;
    row->k.num = -row->k.num;
}

// Turns the row into one side of a disequality: sum < 0.
static bool make_strict(Farkas *f, Row *row) {
    row->kind = ROW_LT;
    if (sort_kind(f->ip->t, f->number) == SORT_INT) {
        row->kind = ROW_LE;
        return rat_add(row->k, rat_int(1), &row->k);
    }
    return true;
}

static bool is_below(const Farkas *f, uint32_t clause, uint32_t relation) {
    uint32_t r = f->s->horn->clauses.at[clause].head;
    while (r != HORN_FALSE && r != relation)
        r = f->parent.at[r];
    return r == relation;
}

// e <= 0 and -e <= 0 read better as e = 0.
static Term conjoin(Terms *t, Term a, Term b) {
    if (op_of(t, a) != OP_LE || op_of(t, b) != OP_LE)
        return term_and(t, a, b);
    Term eq = term_eq(t, arg_of(t, a, 0), arg_of(t, a, 1)), back = term_2(t, OP_LE, arg_of(t, a, 1), arg_of(t, a, 0));
    return back.id == b.id ? eq : term_and(t, a, b);
}

static bool solve_cases(Farkas *f, uint32_t split, Term out[]) {
    uint32_t n = f->s->horn->scopes.count;
    if (split == f->splits.count) {
        Rat *value = base_alloc((f->rows.count + 1) * sizeof *value);
        bool good = solve_multipliers(f, value) && add_up(f, value, out);
        free(value);
        return good;
    }
    Row *row = &f->rows.at[f->splits.at[split]];
    Rat k = row->k;
    Term *other = base_alloc((n + 1) * sizeof *other);
    bool good = make_strict(f, row) && solve_cases(f, split + 1, out);
    row->k = k;
    negate(row);
    good = good && make_strict(f, row) && solve_cases(f, split + 1, other);
    row->k = (Rat){ -k.num, k.den };
    negate(row);
    row->kind = ROW_NE;
    for (uint32_t r = 0; good && r < n; r++) {
        Terms *t = f->ip->t;
        out[r] = is_below(f, row->clause, r) ? term_or(t, out[r], other[r]) : conjoin(t, out[r], other[r]);
    }
    free(other);
    return good;
}

static void find_tree(Farkas *f) {
    const Horn *h = f->s->horn;
    vec_resize(&f->clauses, h->scopes.count);
    vec_resize(&f->parent, h->scopes.count);
    for (uint32_t k = 0; k < h->clauses.count; k++) {
        const HornClause *c = &h->clauses.at[k];
        if (c->head != HORN_FALSE)
            f->clauses.at[c->head] = k;
        for (uint32_t b = 0; b < c->body.count; b++)
            f->parent.at[c->body.at[b]] = c->head;
    }
}

bool itp_farkas(Interpolator *ip, const ItpSystem *s, Term out[]) {
    enum { MOST_SPLITS = 6 };
    Farkas f = { .ip = ip, .s = s };
    bool good = s->tree && read_rows(&f) && f.rows.count && f.splits.count <= MOST_SPLITS;
    if (good) {
        find_tree(&f);
        good = solve_cases(&f, 0, out);
    }
    for (uint32_t j = 0; j < f.rows.count; j++)
        vec_free(&f.rows.at[j].monos);
    vec_free(&f.rows);
    vec_free(&f.splits);
    vec_free(&f.clauses);
    vec_free(&f.parent);
    return good;
}
