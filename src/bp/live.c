#include "bp/live.h"

typedef struct Finder {
    const BpProgram *p;
    const BpProc *proc;
    BpLive *live;
    VecU32 scratch;
} Finder;

static void set(uint64_t *bits, uint32_t i, bool value) {
    if (value)
        bits[i / 64] |= 1ull << i % 64;
    else
        bits[i / 64] &= ~(1ull << i % 64);
}

static void read_expr(Finder *f, BpExpr e, uint64_t *bits) {
    uint32_t g = f->p->globals.count;
    if (!e)
        return;
    f->scratch.count = 0;
    bp_expr_vars(f->p, e, &f->scratch);
    for (uint32_t i = 0; i < f->scratch.count; i++) {
        assert(f->scratch.at[i] < bp_variables(f->p, f->proc));
        if (f->scratch.at[i] >= g)
            set(bits, f->scratch.at[i] - g, true);
    }
}

static void flow(Finder *f, uint32_t stmt, uint64_t *bits) {
    const BpStmt *s = &f->proc->stmts.at[stmt];
    const BpLive *live = f->live;
    memset(bits, 0, live->words * sizeof *bits);
    for (uint32_t i = 0; i <= s->next.count; i++) {
        uint32_t to = i < s->next.count ? s->next.at[i] : s->kind == BP_START ? s->target : 0;
        for (uint32_t w = 0; to && w < live->words; w++)
            bits[w] |= live->bits[to * live->words + w];
    }
    for (uint32_t i = 0; i < s->vars.count; i++)
        if (s->vars.at[i] != BP_NOTHING && s->vars.at[i] >= f->p->globals.count)
            set(bits, s->vars.at[i] - f->p->globals.count, false);
    read_expr(f, s->expr, bits);
    for (uint32_t i = 0; i < s->exprs.count; i++)
        read_expr(f, s->exprs.at[i], bits);
    read_expr(f, f->proc->enforce, bits);
    read_expr(f, f->proc->abortif, bits);
}

void bp_live_find(const BpProgram *p, const BpProc *proc, BpLive *out) {
    uint32_t n = proc->stmts.count;
    *out = (BpLive){ .words = proc->locals.count / 64 + 1 };
    out->bits = base_alloc((size_t)n * out->words * sizeof *out->bits);
    uint64_t *bits = base_alloc(out->words * sizeof *bits);
    Finder f = { .p = p, .proc = proc, .live = out };
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t s = n; s-- > 0;) {
            flow(&f, s, bits);
            if (memcmp(bits, &out->bits[s * out->words], out->words * sizeof *bits)) {
                memcpy(&out->bits[s * out->words], bits, out->words * sizeof *bits);
                changed = true;
            }
        }
    }
    free(bits);
    vec_free(&f.scratch);
}

void bp_live_free(BpLive *live) {
    free(live->bits);
}

bool bp_live(const BpLive *live, uint32_t stmt, uint32_t local) {
    assert(local / 64 < live->words);
    return live->bits[stmt * live->words + local / 64] >> local % 64 & 1;
}
