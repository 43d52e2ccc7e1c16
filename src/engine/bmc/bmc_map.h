// bmc_map.h - maps from small numbers to terms that share what they have in common
//
// The values of a symbolic state are many, and two states differ in few of them.
// A PMap is a tree with sixteen branches at each node.  Copying one is copying
// the handle; changing a copy makes new nodes on one path from the root only; joining two
// looks at those parts only that they do not share.
//
// A change of a map names its owner by a number.  Nodes made under this number
// are changed in place: so a number must not be used for two maps that shall
// differ later.
#ifndef BMC_MAP_H
#define BMC_MAP_H
#include "logic/term/term.h"

typedef struct PMap { // the zero value is empty
    uint32_t root, height;
} PMap;
typedef struct PMaps PMaps; // where the nodes live

PMaps *pmaps_new(void);
void pmaps_free(PMaps *maps);
void pmaps_reset(PMaps *maps); // all maps are gone

Term pmap_get(const PMaps *maps, PMap m, uint32_t key);                       // no term: not in the map
PMap pmap_put(PMaps *maps, PMap m, uint32_t owner, uint32_t key, Term value); // no term: takes it out

// The map that has at each key what both have, or else what 'join' gives for
// the two values (no term: not in the map).
typedef Term (*PMapJoin)(void *self, uint32_t key, Term a, Term b);
PMap pmap_join(PMaps *maps, PMap a, PMap b, uint32_t owner, PMapJoin join, void *self);
#endif
