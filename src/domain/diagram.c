// diagram.c - decision diagrams over bounds
//
// S. Chaki, A. Gurfinkel, O. Strichman, "Decision Diagrams for Linear Arithmetic", FMCAD 2009, for
// bounds of single variables; widening after A. Gurfinkel, S. Chaki, "Boxes: A Symbolic Abstract Domain
// of Boxes", SAS 2010.
#include "domain/diagram.h"

typedef struct Node {
    uint32_t variable;
    uint64_t key;
    Diagram low, high;
    uint32_t next; // node with the same hash, or 0
} Node;

struct Diagrams {
    VEC(Node) nodes; // the first two stand for NONE and ALL
    Map node_of;     // hash -> the last node that has it
    Map known;       // operation and arguments -> 1 + result
};

typedef enum SetOp { SET_AND, SET_OR, SET_MINUS } SetOp;

Diagrams *diagrams_new(void) {
    Diagrams *d = base_alloc(sizeof *d);
    vec_push(&d->nodes, (Node){ .variable = UINT32_MAX });
    vec_push(&d->nodes, (Node){ .variable = UINT32_MAX });
    return d;
}

void diagrams_free(Diagrams *d) {
    if (!d)
        return;
    vec_free(&d->nodes);
    map_free(&d->node_of);
    map_free(&d->known);
    free(d);
}

// ---- nodes ----
uint32_t diagram_variable(const Diagrams *d, Diagram f) {
    assert(f < d->nodes.count);
    return d->nodes.at[f].variable;
}

uint64_t diagram_key(const Diagrams *d, Diagram f) {
    assert(f > DIAGRAM_ALL && f < d->nodes.count);
    return d->nodes.at[f].key;
}

Diagram diagram_low(const Diagrams *d, Diagram f) {
    assert(f > DIAGRAM_ALL && f < d->nodes.count);
    return d->nodes.at[f].low;
}

Diagram diagram_high(const Diagrams *d, Diagram f) {
    assert(f > DIAGRAM_ALL && f < d->nodes.count);
    return d->nodes.at[f].high;
}

Diagram diagram_test(Diagrams *d, uint32_t variable, uint64_t key, Diagram low, Diagram high) {
    const Node *h = &d->nodes.at[high];
    assert(d->nodes.at[low].variable > variable);
    assert(h->variable > variable || (h->variable == variable && h->key > key));
    if (low == high || (h->variable == variable && h->low == low))
        return high; // the test makes no difference
    uint64_t hash = hash_mix(hash_mix(hash_mix((uint64_t)low << 32 | high) ^ key) ^ variable);
    uint32_t first = map_find(&d->node_of, hash);
    for (uint32_t i = first; i; i = d->nodes.at[i].next) {
        const Node *n = &d->nodes.at[i];
        if (n->variable == variable && n->key == key && n->low == low && n->high == high)
            return i;
    }
    vec_push(&d->nodes, (Node){ variable, key, low, high, first });
    map_put(&d->node_of, hash, d->nodes.count - 1);
    return d->nodes.count - 1;
}

void diagram_pieces(const Diagrams *d, Diagram f, uint32_t variable, VecPiece *out) {
    assert(d->nodes.at[f].variable >= variable);
    out->count = 0;
    for (; d->nodes.at[f].variable == variable; f = d->nodes.at[f].high)
        vec_push(out, (Piece){ d->nodes.at[f].key, d->nodes.at[f].low });
    vec_push(out, (Piece){ UINT64_MAX, f });
}

Diagram diagram_of_pieces(Diagrams *d, uint32_t variable, uint32_t n, const Piece pieces[]) {
    assert(n && pieces[n - 1].last == UINT64_MAX);
    Diagram f = pieces[n - 1].rest;
    for (uint32_t i = n - 1; i-- > 0;)
        f = diagram_test(d, variable, pieces[i].last, pieces[i].rest, f);
    return f;
}

// ---- sets ----
static bool is_settled(SetOp op, Diagram f, Diagram g, Diagram *result) {
    switch (op) {
    case SET_AND:
        *result = f == DIAGRAM_ALL ? g : f;
        return f == g || f == DIAGRAM_NONE || f == DIAGRAM_ALL || (g == DIAGRAM_ALL && (*result = f, true)) ||
               (g == DIAGRAM_NONE && (*result = g, true));
    case SET_OR:
        *result = f == DIAGRAM_NONE ? g : f;
        return f == g || f == DIAGRAM_NONE || f == DIAGRAM_ALL || (g == DIAGRAM_NONE && (*result = f, true)) ||
               (g == DIAGRAM_ALL && (*result = g, true));
    case SET_MINUS:
        *result = f == g || g == DIAGRAM_ALL ? DIAGRAM_NONE : f;
        return f == g || f == DIAGRAM_NONE || g == DIAGRAM_NONE || g == DIAGRAM_ALL;
    }
    return false;
}

static bool tests_first(const Node *a, const Node *b) {
    return a->variable < b->variable || (a->variable == b->variable && a->key <= b->key);
}

static Diagram combine(Diagrams *d, SetOp op, Diagram f, Diagram g) {
    Diagram result;
    if (is_settled(op, f, g, &result))
        return result;
    assert(d->nodes.count < 1u << 31);
    uint64_t key = (uint64_t)op << 62 | (uint64_t)f << 31 | g;
    uint32_t known = map_find(&d->known, key);
    if (known)
        return known - 1;
    Node a = d->nodes.at[f], b = d->nodes.at[g];
    const Node *first = tests_first(&a, &b) ? &a : &b;
    bool in_a = a.variable == first->variable, in_b = b.variable == first->variable;
    bool same_a = in_a && a.key == first->key, same_b = in_b && b.key == first->key;
    // Below the smaller of two keys the test against the greater one is settled, too.
    Diagram low = combine(d, op, in_a ? a.low : f, in_b ? b.low : g);
    Diagram high = combine(d, op, same_a ? a.high : f, same_b ? b.high : g);
    result = diagram_test(d, first->variable, first->key, low, high);
    map_put(&d->known, key, result + 1);
    return result;
}

Diagram diagram_and(Diagrams *d, Diagram f, Diagram g) {
    return combine(d, SET_AND, f, g);
}

Diagram diagram_or(Diagrams *d, Diagram f, Diagram g) {
    return combine(d, SET_OR, f, g);
}

Diagram diagram_minus(Diagrams *d, Diagram f, Diagram g) {
    return combine(d, SET_MINUS, f, g);
}

uint32_t diagram_boxes(const Diagrams *d, Diagram f, uint32_t most) {
    if (f <= DIAGRAM_ALL || most == 0)
        return f == DIAGRAM_ALL && most ? 1 : 0;
    uint32_t low = diagram_boxes(d, d->nodes.at[f].low, most);
    return low + diagram_boxes(d, d->nodes.at[f].high, most - low);
}

// ---- widening ----
// The union of g over the keys from 'first' to 'last' of the variable.
static Diagram gather(const VecPiece *pieces, uint64_t first, uint64_t last, DiagramUnite unite, void *context) {
    Diagram all = DIAGRAM_NONE;
    uint64_t from = 0;
    for (uint32_t i = 0; i < pieces->count && from <= last; i++) {
        if (pieces->at[i].last >= first)
            all = unite(context, all, pieces->at[i].rest);
        from = pieces->at[i].last + 1;
        if (pieces->at[i].last == UINT64_MAX)
            break;
    }
    return all;
}

// The bounds of f stay or go, and no new ones come: as a function of its first variable, the result
// has the pieces of f (or fewer), and on each of them what f has there is widened by all
// that g has there.  So the pieces of the first variable change finitely often, and in between those
// of the second do, and so on; only an empty set may become anything, once.
Diagram diagram_widen(Diagrams *d, Diagram f, Diagram g, DiagramUnite unite, void *context) {
    if (f == DIAGRAM_NONE || f == g || g == DIAGRAM_ALL)
        return g;
    if (f == DIAGRAM_ALL || g == DIAGRAM_NONE)
        return f;
    uint32_t a = diagram_variable(d, f), b = diagram_variable(d, g), variable = a < b ? a : b;
    VecPiece mine = { 0 }, others = { 0 };
    uint64_t first = 0;
    diagram_pieces(d, f, variable, &mine);
    diagram_pieces(d, g, variable, &others);
    for (uint32_t i = 0; i < mine.count; i++) {
        Diagram seen = gather(&others, first, mine.at[i].last, unite, context);
        mine.at[i].rest = diagram_widen(d, mine.at[i].rest, seen, unite, context);
        first = mine.at[i].last + 1;
    }
    Diagram wider = diagram_of_pieces(d, variable, mine.count, mine.at);
    vec_free(&mine);
    vec_free(&others);
    return wider;
}
