// wto.c - Bourdoncle's recursive algorithm, with a stack in place of recursion
//
// A depth-first search finds components as Tarjan's does; on leaving the head
// of one, its members are searched again without the head, which gives the
// components inside.  The order grows from its end: a token is appended
// to 'reversed' for each closing parenthesis, node, and opening head.
//
// Successors are taken in reverse, so that of two branches the first one
// comes first in the order, as in the source text.
#include "program/wto.h"

typedef enum Step { STEP_VISIT, STEP_COMPONENT } Step;
typedef struct Frame {
    uint32_t node;
    uint32_t next; // successors to do: those before to[next]
    uint32_t head; // smallest number reached so far
    bool loop;
    Step step;
} Frame;
typedef enum TokenKind { TOKEN_NODE, TOKEN_CLOSE, TOKEN_HEAD } TokenKind;
typedef struct Token {
    TokenKind kind;
    uint32_t node;
} Token;

typedef struct Search {
    const Digraph *g;
    uint32_t *number; // 0: not visited; UINT32_MAX: placed
    uint32_t count;
    VecU32 open; // visited, not yet placed
    VEC(Frame) frames;
    VEC(Token) reversed;
} Search;

static void visit(Search *s, uint32_t v) {
    s->number[v] = ++s->count;
    vec_push(&s->open, v);
    vec_push(&s->frames, (Frame){ v, s->g->first[v + 1], s->count, false, STEP_VISIT });
}

// Goes to the next successor; false if there is none left.
static bool advance(Search *s) {
    Frame *f = &vec_last(&s->frames);
    if (f->next == s->g->first[f->node])
        return false;
    uint32_t w = s->g->to[--f->next];
    if (!s->number[w])
        visit(s, w);
    else if (f->step == STEP_VISIT && s->number[w] <= f->head) {
        f->head = s->number[w];
        f->loop = true;
    }
    return true;
}

static void leave(Search *s, uint32_t head) {
    s->frames.count--;
    if (!s->frames.count)
        return;
    Frame *parent = &vec_last(&s->frames);
    if (parent->step == STEP_VISIT && head <= parent->head) {
        parent->head = head;
        parent->loop = true;
    }
}

// All successors of a visited node are done: place it if it heads a component
// or is in none; a head's component is searched once more.
static void finish(Search *s) {
    Frame *f = &vec_last(&s->frames);
    uint32_t v = f->node, head = f->head;
    if (f->step == STEP_COMPONENT) {
        vec_push(&s->reversed, (Token){ TOKEN_HEAD, v });
        leave(s, head);
        return;
    }
    if (head != s->number[v]) {
        leave(s, head);
        return;
    }
    s->number[v] = UINT32_MAX;
    for (uint32_t w = vec_pop(&s->open); w != v; w = vec_pop(&s->open))
        s->number[w] = 0;
    if (!f->loop) {
        vec_push(&s->reversed, (Token){ TOKEN_NODE, v });
        leave(s, head);
        return;
    }
    vec_push(&s->reversed, (Token){ TOKEN_CLOSE, v });
    f->step = STEP_COMPONENT;
    f->next = s->g->first[v + 1];
}

// Reads the tokens from the end.
static void place_nodes(Wto *w, const Search *s, uint32_t last) {
    uint32_t head = WTO_NONE;
    bool has_last = false;
    for (uint32_t i = s->reversed.count; i-- > 0;) {
        Token t = s->reversed.at[i];
        if (t.kind == TOKEN_CLOSE) {
            assert(head != WTO_NONE && "a component is closed after its head came");
            w->end[head] = w->order.count;
            head = w->outer[head];
            continue;
        }
        if (t.node == last && t.kind == TOKEN_NODE) {
            has_last = true;
            continue;
        }
        if (t.kind == TOKEN_HEAD) {
            w->outer[t.node] = head;
            head = t.node;
        }
        w->head[t.node] = head;
        w->place[t.node] = w->order.count;
        vec_push(&w->order, t.node);
    }
    assert(head == WTO_NONE && "all components are closed");
    if (!has_last)
        return;
    w->place[last] = w->order.count;
    vec_push(&w->order, last);
}

Wto wto_new(const Digraph *g, uint32_t root, uint32_t last) {
    assert(root < g->n && root != last);
    assert(last == WTO_NONE || g->first[last] == g->first[last + 1]);
    Search s = { .g = g, .number = base_alloc(g->n * sizeof *s.number) };
    visit(&s, root);
    while (s.frames.count)
        if (!advance(&s))
            finish(&s);
    Wto w = { 0 };
    uint32_t **arrays[] = { &w.place, &w.head, &w.outer, &w.end };
    for (uint32_t i = 0; i < COUNT(arrays); i++) {
        *arrays[i] = base_alloc(g->n * sizeof **arrays[i]);
        memset(*arrays[i], 0xff, g->n * sizeof **arrays[i]);
    }
    place_nodes(&w, &s, last);
    free(s.number);
    vec_free(&s.open);
    vec_free(&s.frames);
    vec_free(&s.reversed);
    return w;
}

void wto_free(Wto *w) {
    vec_free(&w->order);
    free(w->place);
    free(w->head);
    free(w->outer);
    free(w->end);
    *w = (Wto){ 0 };
}

// The node at 'place', or, where the component of 'head' ends before, 'head'.
static uint32_t at_or_head(const Wto *w, uint32_t place, uint32_t head) {
    uint32_t end = head == WTO_NONE ? w->order.count : w->end[head];
    return place < end ? w->order.at[place] : head;
}

uint32_t wto_next(const Wto *w, uint32_t v) {
    assert(w->place[v] != WTO_NONE && "the root reaches it");
    return at_or_head(w, w->place[v] + 1, w->head[v]);
}

uint32_t wto_exit(const Wto *w, uint32_t v) {
    assert(w->place[v] != WTO_NONE);
    return wto_is_head(w, v) ? at_or_head(w, w->end[v], w->outer[v]) : wto_next(w, v);
}

void wto_print(const Wto *w, Text *out) {
    uint32_t head = WTO_NONE;
    for (uint32_t i = 0; i <= w->order.count; i++) {
        for (; head != WTO_NONE && w->end[head] == i; head = w->outer[head])
            text_add(out, ")");
        if (i == w->order.count)
            break;
        uint32_t v = w->order.at[i];
        text_add(out, "%s%s%u", i ? " " : "", wto_is_head(w, v) ? "(" : "", v);
        if (wto_is_head(w, v))
            head = v;
    }
}

// Is 'v' the head of a component that contains 'u'?
static bool heads_around(const Wto *w, uint32_t v, uint32_t u) {
    return wto_is_head(w, v) && w->place[v] <= w->place[u] && w->place[u] < w->end[v];
}

void wto_check(const Wto *w, const Digraph *g) {
    for (uint32_t i = 0; i < w->order.count; i++) {
        uint32_t u = w->order.at[i];
        if (w->place[u] != i)
            bug("wto_check: node %u is at two places", u);
        for (uint32_t k = g->first[u]; k < g->first[u + 1]; k++) {
            uint32_t v = g->to[k];
            if (w->place[v] == WTO_NONE)
                bug("wto_check: edge %u -> %u leads out of the order", u, v);
            bool forward = i < w->place[v], back = heads_around(w, v, u);
            if (forward == back)
                bug("wto_check: edge %u -> %u is not in order", u, v);
        }
    }
}
