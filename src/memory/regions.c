// regions.c - what holds of the regions of memory after memory_split
#include "memory/regions.h"

static void require(bool holds, const Program *p, RegionId r, const char *what) {
    if (!holds)
        bug("regions_check: region %s: %s", program_text(p, p->regions.at[r].name), what);
}

static void check_region(const Program *p, RegionId r, RegionId *last) {
    const Region *region = &p->regions.at[r];
    require(region->name.id && region->width, p, r, "no name, or no width");
    require(region->term.id && sort_kind(p->terms, term_sort(p->terms, region->term)) == SORT_ARRAY, p, r,
            "its cells are no array");
    for (uint32_t i = 0; i < region->objects.count; i++) {
        ObjId o = region->objects.at[i];
        require(o && o < p->objects.count, p, r, "no such object");
        require(last[o] != r, p, r, "an object is listed twice");
        last[o] = r;
    }
}

// An access is one cell, or some bytes where cells are bytes.
static void check_access(const Program *p, const Cmd *cmd) {
    if (cmd->kind != CMD_LOAD && cmd->kind != CMD_STORE)
        return;
    require(cmd->region && cmd->region < p->regions.count, p, 0, "an access has no region");
    uint32_t width = p->regions.at[cmd->region].width;
    require(width == 1 || width == cmd->bytes, p, cmd->region, "an access is not one cell");
}

void regions_check(const Program *p) {
    assert(p->split);
    RegionId *last = base_alloc((p->objects.count + 1) * sizeof *last);
    for (RegionId r = 1; r < p->regions.count; r++)
        check_region(p, r, last);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from)
            check_access(p, &p->edges.at[e].cmd);
    free(last);
}
