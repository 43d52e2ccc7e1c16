// shared.c - variables that threads share, and what protects them
#include "answer/check/shared.h"
#include "program/access.h"
#include "program/edit.h"

typedef struct Place { // what accesses are put together by
    Text name;
    VecU32 marks; // ACCESS edges
    Text by;
} Place;

typedef struct Shared {
    const Program *p;
    Terms *t;
    AccessTable access;
    VEC(Place) places;
    VecU32 place_of; // by EdgeId: 1 + index; 0: no mark
} Shared;

// ---- names ----
// The object that the address counts from; 0: a pointer.
static ObjId object_of(const Program *p, Term address) {
    VecTerm vars = { 0 };
    ObjId found = 0;
    term_vars(p->terms, address, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(p, vars.at[i]);
        if (v && p->vars.at[v].kind == VAR_ADDRESS)
            found = p->vars.at[v].object;
    }
    vec_free(&vars);
    return found;
}

static void add_object(const Program *p, ObjId object, Text *out) {
    const Object *o = &p->objects.at[object];
    text_add(out, out->count ? ", " : "");
    if (o->kind == OBJ_HEAP || o->heap)
        text_add(out, "heap@%u", o->pos.line);
    else
        text_add(out, "%s", program_text(p, o->c_name.id ? o->c_name : o->name));
}

static void add_objects(const Program *p, const Cmd *mark, Text *out) {
    enum { MOST = 3 };
    ObjId one = object_of(p, mark->a);
    if (one)
        add_object(p, one, out);
    const Region *region = mark->region ? &p->regions.at[mark->region] : NULL;
    for (uint32_t i = 0; !one && region && i < region->objects.count && i < MOST; i++)
        add_object(p, region->objects.at[i], out);
    if (!one && region && region->objects.count > MOST)
        text_add(out, ", ...");
    if (!out->count)
        text_add(out, "memory at a pointer");
}

static uint32_t place_named(Shared *s, const char *name) {
    for (uint32_t i = 0; i < s->places.count; i++)
        if (!strcmp(s->places.at[i].name.at, name))
            return i;
    Place *place = vec_add(&s->places);
    *place = (Place){ 0 };
    text_add(&place->name, "%s", name);
    return s->places.count - 1;
}

static void find_places(Shared *s) {
    Text name = { 0 };
    vec_resize(&s->place_of, s->p->edges.count);
    for (EdgeId e = 1; e < s->p->edges.count; e++) {
        const Edge *edge = &s->p->edges.at[e];
        if (!edge->from || edge->cmd.kind != CMD_ACCESS)
            continue;
        name.count = 0;
        add_objects(s->p, &edge->cmd, &name);
        uint32_t i = place_named(s, name.at);
        vec_push(&s->places.at[i].marks, e);
        s->place_of.at[e] = i + 1;
    }
    vec_free(&name);
}

// ---- what protects ----
static void add_reason(Place *place, const char *reason) {
    size_t length = strlen(reason);
    for (const char *at = place->by.count ? place->by.at : NULL; at; at = strstr(at, "; "), at = at ? at + 2 : NULL)
        if (!strncmp(at, reason, length) && (!at[length] || at[length] == ';'))
            return;
    text_add(&place->by, "%s%s", place->by.count ? "; " : "", reason);
}

static void add_lock(const Shared *s, Place *place, Term mutex) {
    Text text = { 0 };
    ObjId object = object_of(s->p, mutex);
    text_add(&text, "lock ");
    if (object) {
        Text name = { 0 };
        add_object(s->p, object, &name);
        text_add(&text, "%s", name.at);
        vec_free(&name);
    } else {
        text_add(&text, "of its own, at the same distance from each");
    }
    add_reason(place, text.at);
    vec_free(&text);
}

static void add_pair(const Shared *s, Place *place, const SafePair *pair) {
    switch (pair->why) {
    case PAIR_ATOMIC:
        add_reason(place, "atomic");
        break;
    case PAIR_LOCK:
        add_lock(s, place, pair->mutex);
        break;
    case PAIR_ORDER:
        add_reason(place, "threads made and joined in order");
        break;
    case PAIR_ONE_THREAD:
        break; // of each thread alone nothing needs to be said, unless it is the only one
    }
}

static void explain_pairs(Shared *s, const SafePairs *pairs) {
    uint8_t *by_one = base_alloc(s->places.count + 1);
    for (uint32_t i = 0; i < pairs->count; i++) {
        const SafePair *pair = &pairs->at[i];
        uint32_t of[] = { s->place_of.at[pair->one] - 1, s->place_of.at[pair->other] - 1 };
        for (uint32_t k = 0; k < (of[0] == of[1] ? 1 : COUNT(of)); k++) {
            add_pair(s, &s->places.at[of[k]], pair);
            by_one[of[k]] |= pair->why == PAIR_ONE_THREAD;
        }
    }
    for (uint32_t i = 0; i < s->places.count; i++)
        if (!s->places.at[i].by.count)
            add_reason(&s->places.at[i],
                       by_one[i] ? "one thread only" : "no two threads access the same bytes, one writing");
    free(by_one);
}

static void explain_whole(Shared *s) {
    for (uint32_t i = 0; i < s->places.count; i++) {
        Place *place = &s->places.at[i];
        bool atomic = true, write = false;
        for (uint32_t k = 0; k < place->marks.count; k++) {
            const Edge *edge = &s->p->edges.at[place->marks.at[k]];
            atomic &= edge->cmd.atomic || s->access.inside[edge->from];
            write |= edge->cmd.write;
        }
        add_reason(place, !write   ? "only read"
                          : atomic ? "atomic"
                                   : "never two accesses at once, one writing, in any interleaving");
    }
}

void shared_places(const Program *p, const SafePairs *pairs, Arena *arena, SharedPlaces *out) {
    assert(p->split && !out->count);
    Shared s = { .p = p, .t = p->terms, .access = access_new(p) };
    find_places(&s);
    if (pairs)
        explain_pairs(&s, pairs);
    else
        explain_whole(&s);
    for (uint32_t i = 0; i < s.places.count; i++) {
        Place *place = &s.places.at[i];
        vec_push(out, ((SharedPlace){ arena_printf(arena, "%s", place->name.at), place->marks.count,
                                      arena_printf(arena, "%s", place->by.at) }));
        vec_free(&place->name);
        vec_free(&place->by);
        vec_free(&place->marks);
    }
    access_free(&s.access);
    vec_free(&s.places);
    vec_free(&s.place_of);
}
