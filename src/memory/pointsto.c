// pointsto.c - what commands unify, and the order of the steps
#include "memory/pointsto_graph.h"

// ---- commands ----
// The value becomes what is at 'to'.
static void take(PointsTo *pt, Place to, Term value, Mode mode) {
    pt_unify(pt, to, pt_eval(pt, value, mode));
    if (to.node && pt_is_number(pt, value, mode))
        pt_set_flag(pt, &pt->nodes.at[pt_find(pt, to).node].numbered);
}

static void bind(PointsTo *pt, const Cmd *cmd, FuncId callee, Passed passed) {
    assert(passed.args <= cmd->n && passed.results <= cmd->n_vars);
    assert(passed.args <= pt->p->funcs.at[callee].params.count);
    const Function *f = &pt->p->funcs.at[callee];
    for (uint32_t i = 0; !f->blind && i < passed.args; i++)
        take(pt, pt_var_place(pt, f->params.at[i]), cmd->terms[i], pt_mode_of(pt, f->params.at[i]));
    for (uint32_t i = 0; i < passed.results; i++)
        pt_unify(pt, pt_var_place(pt, cmd->vars[i]), pt_result_place(pt, callee, i));
}

static void bind_call(PointsTo *pt, const Cmd *cmd, FuncId callee) {
    bind(pt, cmd, callee, (Passed){ cmd->n, cmd->n_vars });
}

// By a pointer that may have another type.
static void bind_indirect(PointsTo *pt, const Cmd *cmd, FuncId callee) {
    const Function *f = &pt->p->funcs.at[callee];
    if (!f->defined || !call_is_modelled(pt->p, cmd, callee))
        return;
    Passed passed = call_passes(pt->p, cmd, callee);
    if (call_fits(pt->p, cmd, callee))
        passed = (Passed){ cmd->n, cmd->n_vars };
    bind(pt, cmd, callee, passed);
    for (uint32_t i = passed.args; i < f->params.count; i++)
        pt_set_input(pt, f->params.at[i], INPUT_UNINIT);
    for (uint32_t i = passed.results; i < cmd->n_vars; i++)
        pt_set_input(pt, cmd->vars[i], INPUT_UNINIT);
}

bool pointsto_targets(PointsTo *pt, const Cmd *call, VecU32 *out) {
    assert(cmd_is_call(call) && !call->callee && "who a direct call reaches is in the command");
    Place at = pt_eval(pt, call->a, POINTER);
    if (!at.node)
        return true; // a number
    const Node *n = &pt->nodes.at[pt_find(pt, at).node];
    for (uint32_t i = 0; i < n->objects.count; i++) {
        const Object *o = &pt->p->objects.at[n->objects.at[i].object];
        if (o->kind == OBJ_FUNCTION && o->func)
            vec_push(out, o->func);
    }
    return !n->wild;
}

static void set_called(PointsTo *pt, Term function) {
    Place at = pt_eval(pt, function, POINTER);
    if (at.node)
        pt->nodes.at[pt_find(pt, at).node].called = true;
}

static void visit_thread(PointsTo *pt, const Cmd *cmd) {
    VecU32 targets = { 0 };
    if (cmd->callee)
        vec_push(&targets, cmd->callee);
    else
        pointsto_targets(pt, cmd, &targets);
    for (uint32_t i = 0; i < targets.count; i++) {
        const Function *f = &pt->p->funcs.at[targets.at[i]];
        if (f->params.count)
            pt_unify(pt, pt_var_place(pt, f->params.at[0]), pt_eval(pt, cmd->b, POINTER));
        if (f->results.count)
            pt_unify(pt, pt->thread_result, pt_result_place(pt, targets.at[i], 0));
    }
    vec_free(&targets);
}

static void set_raw(PointsTo *pt, Term address) {
    Place at = pt_eval(pt, address, POINTER);
    if (at.node)
        pt->nodes.at[pt_find(pt, at).node].raw = true;
}

// What a function without body is given.
static void hand_out(PointsTo *pt, const Cmd *outside) {
    pt->havocs |= cmd_is_outside(outside);
    for (uint32_t i = 0; i < outside->n; i++) {
        Place at = pt_eval(pt, outside->terms[i], POINTER);
        if (at.node)
            pt->nodes.at[pt_find(pt, at).node].given = true;
    }
}

// Where a number goes around a loop with a step, it wraps around: only a power of 2 in the step is left.
static void assign(PointsTo *pt, VarId var, Term value) {
    Mode mode = pt_mode_of(pt, var);
    Place to = pt_var_place(pt, var), at = pt_eval(pt, value, mode);
    if (mode == NUMBER && at.node) {
        Place x = pt_find(pt, to), y = pt_find(pt, at);
        uint64_t step = x.node == y.node ? distance(x.offset, y.offset) : 0;
        if (step)
            pt_stride(pt, to, step & -step);
    }
    take(pt, to, value, mode);
}

// The distance of two objects, as order.h left it open.
static bool is_distance(const PointsTo *pt, const Cmd *c) {
    assert(c->kind == CMD_INPUT);
    bool number = pt_has_place(pt->p->terms, pt->p->vars.at[c->var].sort);
    return number && c->text.id && !strcmp(program_text(pt->p, c->text), ORDER_OF_ADDRESSES);
}

static void visit_access(PointsTo *pt, const Cmd *c) {
    const Program *p = pt->p;
    Place at = pt_eval(pt, c->a, POINTER);
    if (!at.node)
        return; // a constant address: no object of the program
    Place holds = pt_content(pt, at, c->bytes);
    if (c->kind == CMD_STORE)
        take(pt, holds, c->b, c->number ? NUMBER : POINTER);
    else if (pt_has_place(p->terms, p->vars.at[c->var].sort))
        pt_unify(pt, holds, pt_var_place(pt, c->var));
}

static void visit_mark(PointsTo *pt, const Cmd *c) {
    Place at = pt_eval(pt, c->a, POINTER);
    if (at.node && !c->c.id)
        (void)pt_content(pt, at, c->bytes);
}

static void visit_set(PointsTo *pt, const Cmd *c) {
    Terms *t = pt->p->terms;
    Place at = pt_eval(pt, c->a, POINTER);
    if (at.node && !(term_is_const(t, c->b) && pt_const_offset(t, c->b) == 0))
        pt_set_flag(pt, &pt->nodes.at[pt_find(pt, at).node].filled);
}

static void visit_havoc(PointsTo *pt, const Cmd *c) {
    hand_out(pt, c);
    Place at = c->a.id ? pt_eval(pt, c->a, POINTER) : (Place){ 0 };
    if (at.node)
        pt->nodes.at[pt_find(pt, at).node].foreign = pt->nodes.at[pt_find(pt, at).node].raw = true;
}

static void visit_call(PointsTo *pt, const Cmd *c) {
    VecU32 targets = { 0 };
    if (c->callee) {
        bind_call(pt, c, c->callee);
        return;
    }
    set_called(pt, c->a);
    pointsto_targets(pt, c, &targets);
    for (uint32_t i = 0; i < targets.count; i++)
        bind_indirect(pt, c, targets.at[i]);
    vec_free(&targets);
}

static void visit_return(PointsTo *pt, const Cmd *c, FuncId func) {
    for (uint32_t i = 0; i < c->n; i++)
        take(pt, pt_result_place(pt, func, i), c->terms[i], c->number ? NUMBER : POINTER);
}

static void visit(PointsTo *pt, const Edge *e) {
    assert(!pt->pending.count && "what one command unifies is unified before the next");
    const Cmd *c = &e->cmd;
    const Program *p = pt->p;
    switch (c->kind) {
    case CMD_ASSIGN:
        for (uint32_t i = 0; i < c->n; i++)
            if (pt_has_place(p->terms, p->vars.at[c->vars[i]].sort))
                assign(pt, c->vars[i], c->terms[i]);
        break;
    case CMD_INPUT:
        if (is_distance(pt, c))
            pt_set_flag(pt, &pt->nodes.at[pt_find(pt, pt_var_place(pt, c->var)).node].lost);
        else if (pt_has_place(p->terms, p->vars.at[c->var].sort))
            pt_set_input(pt, c->var, c->input);
        break;
    case CMD_LOAD:
    case CMD_STORE:
        visit_access(pt, c);
        break;
    case CMD_COPY:
        pt_unify(pt, pt_eval(pt, c->a, POINTER), pt_eval(pt, c->b, POINTER));
        break;
    case CMD_SET:
        visit_set(pt, c);
        break;
    case CMD_HAVOC:
        visit_havoc(pt, c);
        break;
    case CMD_ACCESS:
        visit_mark(pt, c);
        break;
    case CMD_FREE:
    case CMD_OBJECT_SIZE:
    case CMD_SCOPE:
    case CMD_VALID: // memory_split asks where they point: what that unifies must be known before clusters are
        if (c->a.id)
            (void)pt_eval(pt, c->a, POINTER);
        break;
    case CMD_ALLOC:
        pt_unify(pt, pt_var_place(pt, c->var), (Place){ pt->object_node.at[c->object], 0 });
        break;
    case CMD_CALL:
        visit_call(pt, c);
        break;
    case CMD_RETURN:
        visit_return(pt, c, p->locs.at[e->from].func);
        break;
    case CMD_PRINT:
        for (uint32_t i = 0; i < c->n; i++)
            set_raw(pt, c->terms[i]);
        break;
    case CMD_THREAD_CREATE:
        visit_thread(pt, c);
        break;
    case CMD_THREAD_JOIN:
        pt_unify(pt, pt_var_place(pt, c->var), pt->thread_result);
        break;
    case CMD_THREAD_EXIT:
        pt_unify(pt, pt_eval(pt, c->a, POINTER), pt->thread_result);
        break;
    default:
        break;
    }
}

static void visit_objects(PointsTo *pt) {
    const Program *p = pt->p;
    for (ObjId o = 1; o < p->objects.count; o++) {
        const Object *object = &p->objects.at[o];
        for (uint32_t i = 0; i < object->relocs.count; i++) {
            const Reloc *r = &object->relocs.at[i];
            Place holds = pt_content(pt, (Place){ pt->object_node.at[o], (int64_t)r->offset }, p->pointer_bits / 8);
            pt_unify(pt, holds, (Place){ pt->object_node.at[r->object], r->addend });
        }
        if (object->external) {
            Node *n = &pt->nodes.at[pt_find(pt, (Place){ pt->object_node.at[o], 0 }).node];
            n->raw = n->foreign = n->given = true;
        }
    }
}

// ---- the analysis ----
static void follow_all(PointsTo *pt) {
    uint64_t before;
    do {
        before = pt->merges;
        map_free(&pt->term_place);
        pt->mangled_sources.count = 0;
        for (EdgeId e = 1; e < pt->p->edges.count; e++)
            if (pt->p->edges.at[e].from)
                visit(pt, &pt->p->edges.at[e]);
        pt_join_overlaps(pt);
        pt_join_mangled(pt);
    } while (pt->merges != before);
}

// A call through a pointer that may come from outside reaches a function of the environment, too.
static void bind_outside(PointsTo *pt) {
    for (EdgeId e = 1; e < pt->p->edges.count; e++) {
        const Cmd *c = &pt->p->edges.at[e].cmd;
        if (!pt->p->edges.at[e].from || c->kind != CMD_CALL || c->callee)
            continue;
        Place at = pt_eval(pt, c->a, POINTER);
        FuncId outside = at.node && pt->nodes.at[pt_find(pt, at).node].wild ? call_outside(pt->p, c) : 0;
        if (outside)
            bind_call(pt, c, outside);
    }
}

// 'calls': what is handed out so far is called back.
static void follow_from_outside(PointsTo *pt, bool calls) {
    uint64_t before;
    bool more;
    do {
        follow_all(pt);
        pt_spread_given(pt);
        pt_spread_wild(pt);
        before = pt->merges;
        bind_outside(pt);
        more = calls && pt_call_back(pt);
    } while (more || pt->merges != before);
}

static void analyse(PointsTo *pt) {
    follow_from_outside(pt, true);
    pt_note_given(pt);
    if (pt->p->distinct || !pt_uses_outside(pt))
        return;
    pt_hand_out_held(pt);
    follow_from_outside(pt, false);
    pt_note_given(pt);
    pt->aliases = true;
    uint64_t before;
    do {
        before = pt->merges;
        pt_join_outside(pt);
        follow_from_outside(pt, false);
    } while (pt->merges != before);
    pt_note_given(pt);
}

PointsTo *pointsto_new(Program *p) {
    assert(p->pointer_bits == 32 || p->pointer_bits == 64);
    PointsTo *pt = base_alloc(sizeof *pt);
    pt->p = p;
    vec_resize(&pt->nodes, 1);
    vec_resize(&pt->places, 1);
    vec_resize(&pt->var_place, p->vars.count);
    vec_resize(&pt->object_node, p->objects.count);
    for (ObjId o = 1; o < p->objects.count; o++) {
        uint32_t node = pt_new_node(pt);
        pt->object_node.at[o] = node;
        vec_push(&pt->nodes.at[node].objects, (struct ObjectStart){ o, 0 });
    }
    pt->given = base_alloc(p->objects.count * sizeof *pt->given);
    pt->called_back = base_alloc(p->objects.count * sizeof *pt->called_back);
    pt->thread_result = (Place){ pt_new_node(pt), 0 };
    visit_objects(pt);
    analyse(pt);
    pt_spread_numbers(pt);
    pt_mark_parts(pt);
    pt_number_clusters(pt);
    pt->settled = pt->merges;
#ifndef NDEBUG
    pointsto_check(pt);
#endif
    return pt;
}

void pointsto_free(PointsTo *pt) {
    for (uint32_t i = 0; i < pt->nodes.count; i++) {
        vec_free(&pt->nodes.at[i].fields);
        vec_free(&pt->nodes.at[i].objects);
    }
    vec_free(&pt->nodes);
    vec_free(&pt->var_place);
    vec_free(&pt->object_node);
    vec_free(&pt->places);
    vec_free(&pt->pending);
    vec_free(&pt->mangled_sources);
    map_free(&pt->mangled_place);
    vec_free(&pt->infos);
    free(pt->given);
    free(pt->called_back);
    map_free(&pt->result_place);
    map_free(&pt->term_place);
    free(pt);
}

Place pointsto_place(PointsTo *pt, Term address) {
    Place at = pt_eval(pt, address, POINTER);
    return at.node ? pt_find(pt, at) : at;
}

NodeInfo pointsto_node(PointsTo *pt, uint32_t node) {
    assert(node < pt->nodes.count);
    const Node *n = &pt->nodes.at[node];
    return (NodeInfo){ n->wild, n->raw, n->outside, n->modulus, n->objects.count, n->objects.at };
}

bool pointsto_given(const PointsTo *pt, ObjId object) {
    assert(object && object < pt->object_node.count);
    return pt->given[object];
}

bool pointsto_hands_out_held(const PointsTo *pt) {
    return pt->aliases;
}

bool pointsto_called_back(const PointsTo *pt, ObjId function) {
    assert(pt->p->objects.at[function].kind == OBJ_FUNCTION);
    return pt->called_back[function];
}

bool pointsto_is_settled(const PointsTo *pt) {
    return pt->merges == pt->settled;
}

void pointsto_mark_freed(PointsTo *pt, const Program *p, uint8_t *freed) {
    assert(p == pt->p && "objects have the numbers that they had in the analysis");
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from || edge->cmd.kind != CMD_FREE)
            continue;
        NodeInfo n = pointsto_node(pt, pointsto_place(pt, edge->cmd.a).node);
        for (uint32_t i = 0; i < n.n; i++)
            freed[n.objects[i].object] = 1;
    }
}
