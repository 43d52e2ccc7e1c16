// live.h - which locals of a procedure matter at a statement
#ifndef BP_LIVE_H
#define BP_LIVE_H
#include "bp/bp.h"

typedef struct BpLive {
    uint32_t words;
    uint64_t *bits; // by statement: of its locals, those that may be read before they are written
} BpLive;
void bp_live_find(const BpProgram *p, const BpProc *proc, BpLive *out);
void bp_live_free(BpLive *live);
bool bp_live(const BpLive *live, uint32_t stmt, uint32_t local);
#endif
