// bmc_map.c - persistent maps as trees with sixteen branches
#include "engine/bmc/bmc_map.h"

enum { BITS = 4, FAN = 1 << BITS };

typedef struct MapNode {
    uint32_t owner;
    uint32_t slot[FAN]; // nodes, or terms in the lowest row; 0: nothing below
} MapNode;

struct PMaps {
    VEC(MapNode) nodes; // node 0 is empty
};

PMaps *pmaps_new(void) {
    PMaps *maps = base_alloc(sizeof *maps);
    pmaps_reset(maps);
    return maps;
}

void pmaps_free(PMaps *maps) {
    vec_free(&maps->nodes);
    free(maps);
}

void pmaps_reset(PMaps *maps) {
    vec_free(&maps->nodes);
    vec_push(&maps->nodes, (MapNode){ 0 });
}

static uint32_t rows_for(uint32_t key) {
    uint32_t rows = 1;
    while (key >>= BITS)
        rows++;
    return rows;
}

static uint32_t slot_of(uint32_t key, uint32_t row) { // row 0 is the lowest
    return key >> (BITS * row) & (FAN - 1);
}

Term pmap_get(const PMaps *maps, PMap m, uint32_t key) {
    assert(m.root < maps->nodes.count);
    if (!m.root || rows_for(key) > m.height)
        return (Term){ 0 };
    uint32_t node = m.root;
    for (uint32_t row = m.height; row-- > 0 && node;)
        node = maps->nodes.at[node].slot[slot_of(key, row)];
    return (Term){ node };
}

// The node itself if it is the owner's, else a copy that is.
static uint32_t own(PMaps *maps, uint32_t node, uint32_t owner) {
    assert(node < maps->nodes.count);
    if (node && maps->nodes.at[node].owner == owner)
        return node;
    MapNode copy = maps->nodes.at[node];
    copy.owner = owner;
    vec_push(&maps->nodes, copy);
    return maps->nodes.count - 1;
}

// Puts rows on top until the map has 'height' of them.
static PMap raise_to(PMaps *maps, PMap m, uint32_t height, uint32_t owner) {
    while (m.height < height) {
        if (m.root) {
            uint32_t top = own(maps, 0, owner);
            maps->nodes.at[top].slot[0] = m.root;
            m.root = top;
        }
        m.height++;
    }
    return m;
}

PMap pmap_put(PMaps *maps, PMap m, uint32_t owner, uint32_t key, Term value) {
    assert(owner);
    if (pmap_get(maps, m, key).id == value.id)
        return m;
    m = raise_to(maps, m, rows_for(key), owner);
    m.root = own(maps, m.root, owner);
    uint32_t node = m.root;
    for (uint32_t row = m.height - 1; row > 0; row--) {
        uint32_t slot = slot_of(key, row), child = own(maps, maps->nodes.at[node].slot[slot], owner);
        maps->nodes.at[node].slot[slot] = child;
        node = child;
    }
    maps->nodes.at[node].slot[slot_of(key, 0)] = value.id;
    return m;
}

typedef struct Joining {
    PMaps *maps;
    uint32_t owner;
    PMapJoin join;
    void *self;
} Joining;

// Joins two nodes 'row' rows above the lowest; 'key' is where they begin.
static uint32_t join_nodes(Joining *j, uint32_t a, uint32_t b, uint32_t row, uint32_t key) {
    if (a == b)
        return a;
    uint32_t out[FAN];
    bool like_a = true, like_b = true, empty = true;
    for (uint32_t i = 0; i < FAN; i++) {
        uint32_t x = j->maps->nodes.at[a].slot[i], y = j->maps->nodes.at[b].slot[i];
        uint32_t k = key | i << (BITS * row);
        if (x == y)
            out[i] = x;
        else if (row > 0)
            out[i] = join_nodes(j, x, y, row - 1, k);
        else
            out[i] = j->join(j->self, k, (Term){ x }, (Term){ y }).id;
        like_a &= out[i] == x;
        like_b &= out[i] == y;
        empty &= out[i] == 0;
    }
    if (like_a || like_b || empty)
        return empty ? 0 : like_a ? a : b;
    uint32_t node = own(j->maps, 0, j->owner);
    memcpy(j->maps->nodes.at[node].slot, out, sizeof out);
    return node;
}

PMap pmap_join(PMaps *maps, PMap a, PMap b, uint32_t owner, PMapJoin join, void *self) {
    assert(owner && join && a.root < maps->nodes.count && b.root < maps->nodes.count);
    uint32_t height = a.height > b.height ? a.height : b.height;
    a = raise_to(maps, a, height, owner);
    b = raise_to(maps, b, height, owner);
    Joining j = { maps, owner, join, self };
    return (PMap){ height ? join_nodes(&j, a.root, b.root, height - 1, 0) : 0, height };
}
