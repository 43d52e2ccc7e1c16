// blame.c - why a point is bad: the command there that no block can express
#include "system/system.h"

// Is there a chain of calls from the function back to it?
static bool is_recursive(const Program *p, FuncId f) {
    uint8_t *seen = base_alloc(p->funcs.count);
    bool back = false, more = true;
    seen[f] = 1;
    while (more && !back) {
        more = false;
        for (EdgeId e = 1; e < p->edges.count && !back; e++) {
            const Edge *edge = &p->edges.at[e];
            FuncId callee = edge->cmd.callee;
            if (!edge->from || edge->cmd.kind != CMD_CALL || !callee || !seen[p->locs.at[edge->from].func])
                continue;
            back = callee == f;
            more |= !seen[callee];
            seen[callee] = 1;
        }
    }
    free(seen);
    return back;
}

static void blame_call(const Program *p, FuncId callee, Claim *claim) {
    if (is_recursive(p, callee)) {
        reason_set(&claim->reason, "recursion");
        reason_set(&claim->detail, "this engine treats programs without recursion");
    } else {
        reason_set(&claim->reason, "calls: too many to be inlined");
        reason_set(&claim->detail, "calls of %s, among others, were left", program_text(p, p->funcs.at[callee].name));
    }
}

void procedure_blame(const Procedure *proc, uint32_t point, Claim *claim) {
    const Program *p = proc->p;
    assert(proc->bad[point] && point != proc->graph->error);
    LocId loc = proc->graph->points.at[point].loc;
    for_out_edges(p, loc, e) {
        const Edge *edge = &p->edges.at[e];
        const char *text = program_text(p, edge->cmd.text);
        reason_set(&claim->detail, "line %u may be reached", edge->pos.line);
        switch (edge->cmd.kind) {
        case CMD_CALL:
            if (edge->cmd.callee && p->funcs.at[edge->cmd.callee].defined) {
                blame_call(p, edge->cmd.callee, claim);
                return;
            }
            reason_set(&claim->reason, "unmodelled: %s",
                       edge->cmd.callee ? "a call of a function without body" : "a call through a pointer");
            return;
        case CMD_UNMODELLED:
            reason_set(&claim->reason, "unmodelled: %s", text);
            return;
        case CMD_ASSUME:
        case CMD_SKIP:
            break;
        default:
            reason_set(&claim->reason, "unmodelled: a block of memory without known extent");
            return;
        }
    }
    reason_set(&claim->reason, "unmodelled");
}
