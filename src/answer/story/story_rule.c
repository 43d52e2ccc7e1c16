#include "answer/story/story_rule.h"
#include "answer/story/story_place.h"
#include "spec/rule/rule.h"

static bool assigns(const Program *p, const Cmd *cmd, const char *name, size_t length) {
    for (uint32_t i = 0; cmd->kind == CMD_ASSIGN && i < cmd->n_vars; i++) {
        const char *assigned = program_text(p, p->vars.at[cmd->vars[i]].c_name);
        if (p->vars.at[cmd->vars[i]].c_name.id && strlen(assigned) == length && !memcmp(assigned, name, length))
            return true;
    }
    return false;
}

// Where the run assigned the variable last, at an event; false: nowhere.
static bool last_assigned(const Program *p, const RunResult *r, const char *name, size_t length, StoryPlace *at) {
    VecU32 calls = { 0 };
    StoryPlaces places = { 0 };
    bool found = false;
    for (uint32_t i = 0; r->path.count == r->steps && i < r->path.count; i++) {
        EdgeId e = r->path.at[i];
        const Cmd *cmd = &p->edges.at[e].cmd;
        if (assigns(p, cmd, name, length)) {
            story_places(p, e, calls.count, calls.at, &places); // at the event: handlers are left out
            *at = places.at[0];
            found = at->line != 0;
        }
        if (cmd->kind == CMD_CALL)
            vec_push(&calls, e);
        else if (cmd->kind == CMD_RETURN && calls.count)
            calls.count--;
    }
    vec_free(&calls);
    vec_free(&places);
    return found;
}

// 'inside' is what stands between braces.
static void add_place(const Program *p, const RunResult *r, const char *inside, size_t length, Text *out) {
    size_t name = strcspn(inside, ":}");
    StoryPlace at;
    assert(name <= length);
    if (!last_assigned(p, r, inside, name, &at))
        return;
    const char *slash = at.file ? strrchr(at.file, '/') : NULL, *file = slash ? slash + 1 : at.file;
    if (name < length)
        text_add(out, " (%.*s at %s:%u)", (int)(length - name - 1 - strspn(inside + name + 1, " ")),
                 inside + name + 1 + strspn(inside + name + 1, " "), file, at.line);
    else
        text_add(out, " (since %s:%u)", file, at.line);
}

static const char *fill(const Program *p, const RunResult *r, const char *text, Arena *arena) {
    Text out = { 0 };
    while (*text) {
        size_t blank = strspn(text, " "), end = text[blank] == '{' ? strcspn(text + blank, "}") : 0;
        if (end && text[blank + end] == '}') {
            add_place(p, r, text + blank + 1, end - 1, &out);
            text += blank + end + 1;
        } else {
            text_add(&out, "%c", *text++);
        }
    }
    text_add(&out, "%s", "");
    const char *filled = arena_strdup(arena, out.at);
    vec_free(&out);
    return filled;
}

const char *story_rule_text(const Program *p, const RunResult *r, Arena *arena) {
    assert(r->edge < p->edges.count);
    const Cmd *cmd = &p->edges.at[r->edge].cmd;
    Name told = r->edge && cmd->kind == CMD_ERROR ? p->goals.at[cmd->goal].told : (Name){ 0 };
    return told.id ? fill(p, r, program_text(p, told), arena) : arena_strdup(arena, r->message.text);
}

// What the driver does next; the numbers are those of frontend/rules/handlers.c: init, exit, then the entries.
static const char *next_call(const Driver *d, long number, Arena *arena) {
    long first = (d->init != NULL) + (d->exit != NULL);
    if (number < first || number - first >= (long)d->entries.count)
        return "the driver calls nothing more";
    const char *name = d->entries.at[number - first];
    return arena_printf(arena, d->threads ? "a thread is made that runs %s" : "%s is called", name);
}

static const char entry[] = "__VERIFIER_nondet_hone_entry() = ";

bool story_rule_calls(const char *text) {
    return !strncmp(text, entry, sizeof entry - 1);
}

const char *story_rule_plain(const char *text, const Driver *driver, Arena *arena) {
    static const char choice[] = "__VERIFIER_nondet_hone_choice() = ", value[] = "__VERIFIER_nondet_hone_value() = ";
    if (driver && story_rule_calls(text))
        return next_call(driver, strtol(text + sizeof entry - 1, NULL, 10), arena);
    if (driver && !strncmp(text, value, sizeof value - 1))
        return arena_printf(arena, "argument = %s", text + sizeof value - 1);
    if (!strncmp(text, choice, sizeof choice - 1))
        return strchr("1t", text[sizeof choice - 1]) ? "the rule follows this object"
                                                     : "the rule passes over this object";
    char *out = arena_strdup(arena, text), *to = out;
    for (const char *at = text; *at;) {
        size_t n = rule_prefix_length(at);
        at += n;
        if (!n)
            *to++ = *at++;
    }
    *to = 0;
    return out;
}
