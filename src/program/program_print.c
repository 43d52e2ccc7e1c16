// program_print.c - programs as text for people and as DOT for Graphviz
//
//   function main(argc, argv) -> bv32
//     L12 -> L13  [a.c:3:7]  x := x + 1
#include "program/program.h"

static const char *const cmd_text[] = {
#define CMD_TEXT(kind, text, meaning) [CMD_##kind] = text,
    COMMANDS(CMD_TEXT)
#undef CMD_TEXT
};
static const char *const input_text[] = {
    [INPUT_NONDET] = "nondet",   [INPUT_UNINIT] = "uninit", [INPUT_EXTERNAL] = "external",
    [INPUT_LIBRARY] = "library", [INPUT_MEMORY] = "memory",
};

static const char *const event_text[] = {
#define EVENT_TEXT(kind, text, meaning) [EVENT_##kind] = text,
    EVENTS(EVENT_TEXT)
#undef EVENT_TEXT
};
static const char *const goal_kind_text[] = {
#define GOAL_TEXT(kind, text, property, meaning) [GOAL_##kind] = text,
    GOALS(GOAL_TEXT)
#undef GOAL_TEXT
};

// ---- pieces ----
static void add_term(const Program *p, Term a, Text *out) {
    if (a.id)
        term_print_c(p->terms, a, out);
    else
        text_add(out, "?");
}

static void add_var(const Program *p, VarId v, Text *out) {
    text_add(out, "%s", v && v < p->vars.count ? term_name(p->terms, var_term(p, v)) : "?");
}

static void add_terms(const Program *p, const Cmd *cmd, Text *out) {
    for (uint32_t i = 0; i < cmd->n; i++) {
        text_add(out, i ? ", " : "");
        add_term(p, cmd->terms[i], out);
    }
}

// Text in quotes, with C escapes, on one line; DOT reads it as it is.
static void add_quoted(const char *text, Text *out) {
    text_add(out, "\"");
    for (const char *s = text; *s; s++) {
        if (*s == '\n')
            text_add(out, "\\n");
        else if ((unsigned char)*s < ' ')
            text_add(out, "\\x%02x", (unsigned char)*s);
        else
            text_add(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    }
    text_add(out, "\"");
}

static void add_text(const Program *p, const Cmd *cmd, Text *out) {
    if (!cmd->text.id)
        return;
    text_add(out, " ");
    add_quoted(program_text(p, cmd->text), out);
}

static void add_sort(const Program *p, Sort s, Text *out) {
    switch (sort_kind(p->terms, s)) {
    case SORT_BV:
        text_add(out, "bv%u", sort_width(p->terms, s));
        break;
    case SORT_FLOAT:
        text_add(out, "float%u", sort_width(p->terms, s));
        break;
    case SORT_BOOL:
        text_add(out, "bool");
        break;
    case SORT_NONE:
    case SORT_INT:
    case SORT_REAL:
    case SORT_ARRAY:
        sort_print_smt(p->terms, s, out);
    }
}

static void add_pos(const Program *p, SrcPos pos, Text *out) {
    if (!pos.line) {
        text_add(out, "[-]");
        return;
    }
    const char *file = pos.file && pos.file < p->files.count ? program_text(p, p->files.at[pos.file]) : "";
    text_add(out, "[%s:%u:%u]", file, pos.line, pos.column);
}

static void add_callee(const Program *p, const Cmd *cmd, Text *out) {
    if (cmd->callee && cmd->callee < p->funcs.count)
        text_add(out, "%s", program_text(p, p->funcs.at[cmd->callee].name));
    else {
        text_add(out, "*");
        add_term(p, cmd->a, out);
    }
}

// ---- commands ----
static void add_assign(const Program *p, const Cmd *cmd, Text *out) {
    for (uint32_t i = 0; i < cmd->n; i++) {
        text_add(out, i ? ", " : "");
        add_var(p, cmd->vars[i], out);
        text_add(out, " := ");
        add_term(p, cmd->terms[i], out);
    }
}

static void add_access(const Program *p, const Cmd *cmd, Text *out) {
    text_add(out, "%s%smem%u", cmd->atomic ? "atomic " : "", cmd->is_volatile ? "volatile " : "", 8 * cmd->bytes);
    if (cmd->region && cmd->region < p->regions.count)
        text_add(out, ".%s", program_text(p, p->regions.at[cmd->region].name));
    text_add(out, "[");
    add_term(p, cmd->a, out);
    text_add(out, "]");
}

static void add_call(const Program *p, const Cmd *cmd, Text *out) {
    for (uint32_t i = 0; i < cmd->n_vars; i++) {
        text_add(out, i ? ", " : "");
        add_var(p, cmd->vars[i], out);
    }
    text_add(out, cmd->n_vars ? " := call " : "call ");
    add_callee(p, cmd, out);
    text_add(out, "(");
    add_terms(p, cmd, out);
    text_add(out, ")");
}

// "x := name(a, b, c)" with the arguments that are there.
static void add_plain(const Program *p, const Cmd *cmd, Text *out) {
    if (cmd->var) {
        add_var(p, cmd->var, out);
        text_add(out, " := ");
    }
    text_add(out, "%s", cmd_text[cmd->kind]);
    if (cmd->object && cmd->object < p->objects.count)
        text_add(out, " %s", program_text(p, p->objects.at[cmd->object].name));
    const Term arg[] = { cmd->a, cmd->b, cmd->c };
    const char *open = "(";
    for (uint32_t i = 0; i < COUNT(arg); i++)
        if (arg[i].id) {
            text_add(out, "%s", open);
            add_term(p, arg[i], out);
            open = ", ";
        }
    if (*open == ',')
        text_add(out, ")");
    add_text(p, cmd, out);
}

// What takes the result, if that is wanted.
static void add_result(const Program *p, const Cmd *cmd, Text *out) {
    if (!cmd->var)
        return;
    add_var(p, cmd->var, out);
    text_add(out, " := ");
}

void cmd_print(const Program *p, const Edge *e, Text *out) {
    const Cmd *cmd = &e->cmd;
    switch (cmd->kind) {
    case CMD_ASSIGN:
        add_assign(p, cmd, out);
        return;
    case CMD_INPUT:
        add_var(p, cmd->var, out);
        text_add(out, " := input %s", input_text[cmd->input]);
        add_text(p, cmd, out);
        return;
    case CMD_LOAD:
        add_result(p, cmd, out);
        add_access(p, cmd, out);
        return;
    case CMD_STORE:
        add_access(p, cmd, out);
        text_add(out, " := ");
        add_term(p, cmd->b, out);
        return;
    case CMD_CALL:
        add_call(p, cmd, out);
        return;
    case CMD_RETURN:
        text_add(out, cmd->n ? "return " : "return");
        add_terms(p, cmd, out);
        return;
    case CMD_PRINT:
        add_result(p, cmd, out);
        text_add(out, "print");
        add_text(p, cmd, out);
        text_add(out, " (");
        add_terms(p, cmd, out);
        text_add(out, ")");
        return;
    case CMD_EVENT:
        text_add(out, "event %s", event_text[cmd->event]);
        add_text(p, cmd, out);
        return;
    case CMD_ACCESS:
        text_add(out, "access goal %u: %s ", cmd->goal, cmd->write ? "write" : "read");
        add_access(p, cmd, out);
        if (cmd->c.id) {
            text_add(out, " bytes ");
            add_term(p, cmd->c, out);
        }
        return;
    case CMD_ERROR:
        text_add(out, "error goal %u ", cmd->goal);
        add_quoted(cmd->goal < p->goals.count ? program_text(p, p->goals.at[cmd->goal].text) : "", out);
        return;
    case CMD_THREAD_CREATE:
        add_result(p, cmd, out);
        text_add(out, "thread-create ");
        add_callee(p, cmd, out);
        text_add(out, "(");
        add_term(p, cmd->b, out);
        text_add(out, ")");
        return;
    case CMD_VALID: {
        static const char *const asked[] = { "read", "write", "free", "step", "tracked" };
        add_plain(p, cmd, out);
        text_add(out, " %s", asked[cmd->valid]);
        return;
    }
    default:
        add_plain(p, cmd, out);
    }
}

// ---- text ----
static void flush(Text *text, FILE *out) {
    if (text->count)
        fwrite(text->at, 1, strlen(text->at), out);
    text->count = 0;
}

static void add_signature(const Program *p, const Function *f, Text *out) {
    text_add(out, "%s(", program_text(p, f->name));
    for (uint32_t i = 0; i < f->params.count; i++) {
        text_add(out, i ? ", " : "");
        add_var(p, f->params.at[i], out);
    }
    text_add(out, f->variadic ? ", ...)" : ")");
    for (uint32_t i = 0; i < f->results.count; i++) {
        text_add(out, i ? ", " : " -> ");
        add_sort(p, f->results.at[i], out);
    }
}

static void print_edge(const Program *p, const Edge *e, Text *text) {
    text_add(text, "  L%u -> ", e->from);
    if (e->to == p->error)
        text_add(text, "error");
    else if (e->to == p->stop)
        text_add(text, "stop");
    else
        text_add(text, "L%u", e->to);
    text_add(text, "  ");
    add_pos(p, e->pos, text);
    text_add(text, "  ");
    cmd_print(p, e, text);
    text_add(text, "\n");
}

// The locations of each function in order: locs_of[first[f] .. first[f+1]].
static uint32_t *locs_by_function(const Program *p, LocId **locs_of) {
    uint32_t *first = base_alloc((p->funcs.count + 2) * sizeof *first);
    *locs_of = base_alloc(p->locs.count * sizeof **locs_of);
    for (LocId loc = 1; loc < p->locs.count; loc++)
        first[p->locs.at[loc].func + 2]++;
    for (FuncId f = 2; f < p->funcs.count + 2; f++)
        first[f] += first[f - 1];
    for (LocId loc = 1; loc < p->locs.count; loc++)
        (*locs_of)[first[p->locs.at[loc].func + 1]++] = loc;
    return first;
}

static void print_objects(const Program *p, Text *text) {
    static const char *const kind_text[] = {
        [OBJ_GLOBAL] = "global", [OBJ_STACK] = "stack", [OBJ_HEAP] = "heap", [OBJ_FUNCTION] = "function"
    };
    for (ObjId o = 1; o < p->objects.count; o++) {
        const Object *object = &p->objects.at[o];
        text_add(text, "object %s %s", program_text(p, object->name), kind_text[object->kind]);
        if (object->size)
            text_add(text, " size %llu", (unsigned long long)object->size);
        text_add(text, "%s%s%s%s", object->constant ? " constant" : "", object->thread_local ? " thread-local" : "",
                 object->external ? " external" : "", object->made ? " made" : "");
        if (object->c_name.id)
            text_add(text, " (%s %s)", program_text(p, object->c_type), program_text(p, object->c_name));
        text_add(text, "\n");
    }
}

static void print_regions(const Program *p, Text *text) {
    for (RegionId r = 1; r < p->regions.count; r++) {
        const Region *region = &p->regions.at[r];
        text_add(text, "region %s cells of %u%s:", program_text(p, region->name), region->width,
                 region->single ? ", single" : "");
        for (uint32_t i = 0; i < region->objects.count; i++)
            text_add(text, " %s", program_text(p, p->objects.at[region->objects.at[i]].name));
        text_add(text, "\n");
    }
}

static void print_goals(const Program *p, Text *text) {
    for (GoalId g = 1; g < p->goals.count; g++) {
        const Goal *goal = &p->goals.at[g];
        text_add(text, "goal %u %s  ", g, goal_kind_text[goal->kind]);
        add_pos(p, goal->pos, text);
        text_add(text, "  ");
        add_quoted(program_text(p, goal->text), text);
        text_add(text, goal->func ? " in %s\n" : "\n", goal->func ? program_text(p, p->funcs.at[goal->func].name) : "");
    }
}

void program_print(const Program *p, FILE *out) {
    Text text = { 0 };
    LocId *locs_of;
    uint32_t *first = locs_by_function(p, &locs_of);
    for (uint32_t i = 1; i < p->assumptions.count; i++)
        text_add(&text, "assumption: %s\n", program_text(p, p->assumptions.at[i]));
    print_goals(p, &text);
    print_objects(p, &text);
    print_regions(p, &text);
    flush(&text, out);
    for (FuncId id = 1; id < p->funcs.count; id++) {
        const Function *f = &p->funcs.at[id];
        text_add(&text, "\n%sfunction ", id == p->entry ? "entry " : "");
        add_signature(p, f, &text);
        if (f->defined)
            text_add(&text, "  from L%u to L%u\n", f->entry, f->exit);
        else
            text_add(&text, "  without body\n");
        for (uint32_t i = first[id]; i < first[id + 1]; i++)
            for_out_edges(p, locs_of[i], e) print_edge(p, &p->edges.at[e], &text);
        flush(&text, out);
    }
    vec_free(&text);
    free(first);
    free(locs_of);
}

// ---- DOT ----
static void dot_edge(const Program *p, EdgeId id, Text *text) {
    const Edge *e = &p->edges.at[id];
    Text label = { 0 };
    cmd_print(p, e, &label);
    // 'error' and 'stop' are drawn once per edge: one node for all would tie the picture into a knot.
    if (e->to == p->error || e->to == p->stop) {
        text_add(text, "    end%u [shape=%s,label=\"%s\"];\n", id, e->to == p->error ? "octagon" : "plaintext",
                 e->to == p->error ? "error" : "stop");
        text_add(text, "    L%u -> end%u [label=", e->from, id);
    } else
        text_add(text, "    L%u -> L%u [label=", e->from, e->to);
    add_quoted(label.count ? label.at : "", text);
    text_add(text, "];\n");
    vec_free(&label);
}

void program_print_dot(const Program *p, FILE *out) {
    Text text = { 0 };
    LocId *locs_of;
    uint32_t *first = locs_by_function(p, &locs_of);
    text_add(&text, "digraph program {\n  node [shape=circle,fontsize=9];\n  edge [fontsize=9];\n");
    for (FuncId id = 1; id < p->funcs.count; id++) {
        const Function *f = &p->funcs.at[id];
        if (!f->defined)
            continue;
        Text name = { 0 };
        add_signature(p, f, &name);
        text_add(&text, "  subgraph cluster_%u {\n    label=", id);
        add_quoted(name.at, &text);
        text_add(&text, ";\n");
        vec_free(&name);
        for (uint32_t i = first[id]; i < first[id + 1]; i++) {
            LocId loc = locs_of[i];
            if (loc == f->entry || p->locs.at[loc].first_out || loc == f->exit)
                text_add(&text, "    L%u%s;\n", loc, loc == f->entry || loc == f->exit ? " [shape=doublecircle]" : "");
            for_out_edges(p, loc, e) dot_edge(p, e, &text);
        }
        text_add(&text, "  }\n");
        flush(&text, out);
    }
    text_add(&text, "}\n");
    flush(&text, out);
    vec_free(&text);
    free(first);
    free(locs_of);
}
