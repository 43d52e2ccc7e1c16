// affine.c - modules over the integers modulo 2^w, in Howell's normal form
#include "logic/reason/affine.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

// ---- numbers modulo 2^w ----
static uint64_t mask_of(uint32_t width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

// How often 2 divides x; 64 of 0.
static uint32_t twos(uint64_t x) {
    return x ? (uint32_t)__builtin_ctzll(x) : 64;
}

// Of an odd number: each round of Newton's iteration doubles the bits that are right.
static uint64_t inverse(uint64_t odd) {
    assert(odd & 1);
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

// q with q * divisor = x, where 2 divides x at least as often.
static uint64_t quotient(uint64_t x, uint64_t divisor) {
    assert(divisor && twos(x) >= twos(divisor));
    uint32_t k = twos(divisor);
    return (x >> k) * inverse(divisor >> k);
}

static uint64_t shifted(uint64_t x, uint32_t by) {
    return by >= 64 ? 0 : x << by;
}

// ---- modules ----
void affine_init(Affine *a, uint32_t n, uint32_t width) {
    assert(width >= 1 && width <= 64);
    *a = (Affine){ .n = n, .width = width, .row = base_alloc((size_t)(n + 1) * (n + 1) * sizeof(uint64_t)) };
}

void affine_free(Affine *a) {
    free(a->row);
    a->row = NULL;
}

static uint64_t *row_at(const Affine *a, uint32_t column) {
    assert(column <= a->n);
    return a->row + (size_t)column * (a->n + 1);
}

// The row of a column starts there: its entry is not 0.
static bool has_row(const Affine *a, uint32_t column) {
    return row_at(a, column)[column] != 0;
}

static void subtract(const Affine *a, uint64_t *from, uint64_t times, const uint64_t *row) {
    for (uint32_t c = 0; c <= a->n; c++)
        from[c] = (from[c] - times * row[c]) & mask_of(a->width);
}

// The multiple of a row that is 0 where the row starts is in the module too.
static bool insert(Affine *a, uint64_t *v);
static void insert_shadow(Affine *a, uint32_t column) {
    uint64_t *shadow = base_alloc((a->n + 1) * sizeof *shadow);
    const uint64_t *row = row_at(a, column);
    uint32_t by = a->width - twos(row[column]);
    for (uint32_t c = 0; c <= a->n; c++)
        shadow[c] = shifted(row[c], by) & mask_of(a->width);
    insert(a, shadow);
    free(shadow);
}

// Destroys v.  Does the module grow?  It goes as deep as there are columns.
static bool insert(Affine *a, uint64_t *v) {
    bool grown = false;
    for (uint32_t c = 0; c <= a->n; c++) {
        uint64_t *row = row_at(a, c);
        if (!v[c])
            continue;
        if (!row[c]) {
            memcpy(row, v, (a->n + 1) * sizeof *v);
            insert_shadow(a, c);
            return true;
        }
        if (twos(v[c]) < twos(row[c])) { // the better one stays
            for (uint32_t i = 0; i <= a->n; i++) {
                uint64_t other = row[i];
                row[i] = v[i];
                v[i] = other;
            }
            insert_shadow(a, c);
            grown = true;
        }
        subtract(a, v, quotient(v[c], row[c]), row);
    }
    return grown;
}

bool affine_add(Affine *a, const uint64_t point[]) {
    assert(a->row && (!a->n || point));
    uint64_t *v = base_alloc((a->n + 1) * sizeof *v);
    v[0] = 1;
    for (uint32_t i = 0; i < a->n; i++)
        v[i + 1] = point[i] & mask_of(a->width);
    bool grown = insert(a, v);
    free(v);
    return grown;
}

// ---- the orthogonal module ----
typedef struct Matrix { // m, and what its columns are made of: the product of m before and v
    uint32_t rows, columns;
    uint64_t mask;
    uint64_t *m, *v;
} Matrix;

static uint64_t *cell(uint64_t *m, const Matrix *x, uint32_t row, uint32_t column) {
    return m + (size_t)row * x->columns + column;
}

static void swap_columns(Matrix *x, uint64_t *m, uint32_t rows, uint32_t a, uint32_t b) {
    for (uint32_t r = 0; r < rows; r++) {
        uint64_t other = *cell(m, x, r, a);
        *cell(m, x, r, a) = *cell(m, x, r, b);
        *cell(m, x, r, b) = other;
    }
}

static void subtract_column(Matrix *x, uint64_t *m, uint32_t rows, uint32_t from, uint64_t times, uint32_t column) {
    for (uint32_t r = 0; r < rows; r++)
        *cell(m, x, r, from) = (*cell(m, x, r, from) - times * *cell(m, x, r, column)) & x->mask;
}

// Brings the entry that 2 divides least, of what is right of and below s, to (s, s).
static bool find_pivot(Matrix *x, uint32_t s) {
    assert(s < x->rows && s < x->columns);
    uint32_t best = 64, row = 0, column = 0;
    for (uint32_t r = s; r < x->rows; r++)
        for (uint32_t c = s; c < x->columns; c++)
            if (twos(*cell(x->m, x, r, c)) < best) {
                best = twos(*cell(x->m, x, r, c));
                row = r;
                column = c;
            }
    if (best == 64)
        return false;
    for (uint32_t c = 0; c < x->columns; c++) {
        uint64_t other = *cell(x->m, x, row, c);
        *cell(x->m, x, row, c) = *cell(x->m, x, s, c);
        *cell(x->m, x, s, c) = other;
    }
    swap_columns(x, x->m, x->rows, s, column);
    swap_columns(x, x->v, x->columns, s, column);
    return true;
}

// Makes m diagonal; returns the number of its first columns that are not 0.
static uint32_t diagonalise(Matrix *x) {
    uint32_t s = 0;
    for (; s < x->rows && s < x->columns && find_pivot(x, s); s++) {
        uint64_t pivot = *cell(x->m, x, s, s);
        for (uint32_t c = s + 1; c < x->columns; c++) {
            uint64_t times = quotient(*cell(x->m, x, s, c), pivot);
            subtract_column(x, x->m, x->rows, c, times, s);
            subtract_column(x, x->v, x->columns, c, times, s);
        }
        for (uint32_t r = s + 1; r < x->rows; r++) {
            uint64_t times = quotient(*cell(x->m, x, r, s), pivot);
            for (uint32_t c = s; c < x->columns; c++)
                *cell(x->m, x, r, c) = (*cell(x->m, x, r, c) - times * *cell(x->m, x, s, c)) & x->mask;
        }
    }
    return s;
}

static Matrix matrix_of(const Affine *a) {
    uint32_t n = a->n + 1;
    size_t cells = (size_t)n * n;
    Matrix x = { .columns = n, .mask = mask_of(a->width) };
    x.m = base_alloc(cells * sizeof *x.m);
    x.v = base_alloc(cells * sizeof *x.v);
    for (uint32_t c = 0; c < n; c++) {
        *cell(x.v, &x, c, c) = 1;
        if (has_row(a, c))
            memcpy(cell(x.m, &x, x.rows++, 0), row_at(a, c), n * sizeof *x.m);
    }
    return x;
}

// ---- small coefficients ----
static uint64_t distance(const Affine *a, uint64_t x) {
    uint64_t negative = (0 - x) & mask_of(a->width);
    return x < negative ? x : negative;
}

static double weight(const Affine *a, const uint64_t *row, uint64_t times) {
    double sum = 0;
    for (uint32_t c = 0; c <= a->n; c++)
        sum += (double)distance(a, (row[c] * times) & mask_of(a->width)) * (c ? 1 : 0.001);
    return sum;
}

// Multiplies by the odd number, among a few candidates, that gives the smallest coefficients.
static void shrink(const Affine *a, uint64_t *row) {
    uint64_t best = 1;
    for (uint32_t c = 1; c <= a->n; c++)
        for (uint64_t small = 1; row[c] && small < 8; small += 2) {
            uint64_t times = inverse(row[c] >> twos(row[c])) * small;
            if (weight(a, row, times) < weight(a, row, best))
                best = times;
        }
    for (uint32_t c = 0; c <= a->n; c++)
        row[c] = (row[c] * best) & mask_of(a->width);
}

// Reduces each row by the rows that start further right, as far as possible.
static void reduce(Affine *a) {
    for (uint32_t c = 0; c <= a->n; c++)
        for (uint32_t r = 0; has_row(a, c) && r < c; r++)
            if (has_row(a, r) && twos(row_at(a, r)[c]) >= twos(row_at(a, c)[c]))
                subtract(a, row_at(a, r), quotient(row_at(a, r)[c], row_at(a, c)[c]), row_at(a, c));
}

// The equations as a module of their own.  Columns are taken in reverse, so that
// the constant comes last and the last variables are expressed by the first.
uint32_t affine_equations(const Affine *a, VecU64 *out) {
    uint32_t n = a->n + 1, found = 0;
    Matrix x = matrix_of(a);
    uint32_t rank = diagonalise(&x);
    Affine dual;
    affine_init(&dual, a->n, a->width);
    uint64_t *v = base_alloc(n * sizeof *v);
    for (uint32_t s = 0; s < n; s++) {
        uint32_t by = s < rank ? a->width - twos(*cell(x.m, &x, s, s)) : 0;
        for (uint32_t r = 0; r < n; r++)
            v[n - 1 - r] = shifted(*cell(x.v, &x, r, s), by) & x.mask;
        insert(&dual, v);
    }
    reduce(&dual);
    for (uint32_t c = 0; c < n; c++) {
        if (!has_row(&dual, c))
            continue;
        for (uint32_t r = 0; r < n; r++)
            v[r] = row_at(&dual, c)[n - 1 - r];
        shrink(a, v);
        for (uint32_t r = 0; r < n; r++)
            vec_push(out, v[r]);
        found++;
    }
    free(v);
    free(x.m);
    free(x.v);
    affine_free(&dual);
    return found;
}
