// precision.c - persistent maps from points to sets of predicates
//
// A precision is a tree over the digits of the point's number, with a set of predicates at
// each leaf; a change copies the branches on the path to one leaf.  Branch 0
// and set 0 are empty at any level, so nothing is stored for points without predicates.
#include "engine/tree/precision.h"

enum { DIGIT_BITS = 4, FAN = 1 << DIGIT_BITS };

typedef struct Branch {
    uint32_t below[FAN]; // branches, or at the lowest level sets
} Branch;
typedef struct Set {
    PredicateId *members; // rising, in the arena
    uint32_t count;
    bool boolean;
    uint32_t next; // the next set with the same hash, or 0
} Set;
struct Precisions {
    Arena *arena;
    uint32_t levels;
    VEC(Branch) branches;
    VEC(Set) sets;
    Map first; // hash of a set's content -> set
};

Precisions *precisions_new(uint32_t points) {
    Precisions *ps = base_alloc(sizeof *ps);
    ps->arena = arena_new();
    ps->levels = 1;
    while (points > 1 && (points - 1) >> (ps->levels * DIGIT_BITS))
        ps->levels++;
    vec_add(&ps->branches);
    vec_add(&ps->sets);
    return ps;
}

void precisions_free(Precisions *ps) {
    if (!ps)
        return;
    arena_free(ps->arena);
    vec_free(&ps->branches);
    vec_free(&ps->sets);
    map_free(&ps->first);
    free(ps);
}

// ---- sets ----
uint32_t predicate_set_count(const Precisions *ps, PredicateSet s) {
    assert(s < ps->sets.count);
    return ps->sets.at[s].count;
}

const PredicateId *predicate_set_members(const Precisions *ps, PredicateSet s) {
    return ps->sets.at[s].members;
}

bool predicate_set_is_boolean(const Precisions *ps, PredicateSet s) {
    return ps->sets.at[s].boolean;
}

// The place of the first member that is not smaller.
static uint32_t place_in(const Set *set, PredicateId predicate) {
    uint32_t low = 0, high = set->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (set->members[middle] < predicate)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool predicate_set_has(const Precisions *ps, PredicateSet s, PredicateId predicate) {
    assert(s < ps->sets.count);
    const Set *set = &ps->sets.at[s];
    uint32_t i = place_in(set, predicate);
    return i < set->count && set->members[i] == predicate;
}

// The one set with this content.  'members' must be in the arena, and stay.
static PredicateSet intern(Precisions *ps, const PredicateId *members, uint32_t count, bool boolean) {
    if (!count && !boolean)
        return 0;
    size_t bytes = count * sizeof *members;
    uint64_t key = hash_bytes(members, bytes, boolean);
    for (uint32_t i = map_find(&ps->first, key); i; i = ps->sets.at[i].next) {
        const Set *old = &ps->sets.at[i];
        if (old->count == count && old->boolean == boolean && (!count || !memcmp(old->members, members, bytes)))
            return i;
    }
    vec_push(&ps->sets, (Set){ (PredicateId *)members, count, boolean, map_find(&ps->first, key) });
    map_put(&ps->first, key, ps->sets.count - 1);
    return ps->sets.count - 1;
}

static PredicateSet set_with(Precisions *ps, PredicateSet s, PredicateId predicate) {
    if (predicate_set_has(ps, s, predicate))
        return s;
    const Set *old = &ps->sets.at[s];
    uint32_t at = place_in(old, predicate);
    ArenaMark mark = arena_mark(ps->arena);
    uint32_t known = ps->sets.count;
    PredicateId *members = arena_array(ps->arena, PredicateId, old->count + 1);
    if (at)
        memcpy(members, old->members, at * sizeof *members);
    assert(at == old->count || old->members[at] > predicate); // they stay sorted
    members[at] = predicate;
    if (old->count > at)
        memcpy(members + at + 1, old->members + at, (old->count - at) * sizeof *members);
    PredicateSet result = intern(ps, members, old->count + 1, old->boolean);
    if (result < known)
        arena_release(ps->arena, mark);
    return result;
}

// ---- precisions ----
static uint32_t digit(uint32_t point, uint32_t level) {
    return point >> (level * DIGIT_BITS) & (FAN - 1);
}

PredicateSet precision_at(const Precisions *ps, Precision p, uint32_t point) {
    assert(p < ps->branches.count && point >> (ps->levels * DIGIT_BITS) == 0);
    for (uint32_t level = ps->levels; level-- > 0;)
        p = ps->branches.at[p].below[digit(point, level)];
    return p;
}

static Precision put(Precisions *ps, Precision p, uint32_t point, PredicateSet s) {
    assert(p < ps->branches.count && s < ps->sets.count);
    Precision fresh = ps->branches.count, old = p, at = fresh;
    for (uint32_t level = ps->levels; level-- > 0;) {
        Branch copy = ps->branches.at[old];
        old = copy.below[digit(point, level)];
        copy.below[digit(point, level)] = level ? at + 1 : s;
        vec_push(&ps->branches, copy);
        at++;
    }
    return fresh;
}

Precision precision_add(Precisions *ps, Precision p, uint32_t point, PredicateId predicate) {
    PredicateSet old = precision_at(ps, p, point), s = set_with(ps, old, predicate);
    return s == old ? p : put(ps, p, point, s);
}

Precision precision_use_boolean(Precisions *ps, Precision p, uint32_t point) {
    PredicateSet old = precision_at(ps, p, point);
    const Set *set = &ps->sets.at[old];
    return set->boolean ? p : put(ps, p, point, intern(ps, set->members, set->count, true));
}
