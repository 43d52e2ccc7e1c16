#include "report/checks.h"
#include "answer/story/source.h"
#include "answer/story/story_place.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// The texts are interned: equal ones have one address.
static uint64_t key_of(const Check *c) {
    struct {
        const char *what, *file, *function;
        uint64_t line, column;
    } key = { c->what, c->at.file, c->at.function, c->at.line, c->at.column };
    return hash_bytes(&key, sizeof key, 1);
}

static bool has_check(const Program *p, EdgeId e) {
    return p->edges.at[e].from && cmd_has_goal(&p->edges.at[e].cmd);
}

// Of the goal of an edge.
static Check check_at(const Program *p, EdgeId e) {
    StoryPlaces places = { 0 };
    GoalId goal = p->edges.at[e].cmd.goal;
    story_places(p, e, 0, NULL, &places);
    assert(places.count);
    Check c = { .what = goal_text(p, goal), .at = places.at[0], .kind = goal_kind(p, goal) };
    vec_free(&places);
    return c;
}

Checks checks_of(const Program *p) {
    Checks checks = { 0 };
    Map known = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        if (!has_check(p, e))
            continue;
        Check c = check_at(p, e);
        if (!map_find(&known, key_of(&c)))
            vec_push(&checks, c);
        map_put(&known, key_of(&c), 1);
    }
    map_free(&known);
    return checks;
}

void checks_keep(Program *p, const Checks *checks, const uint8_t counts[]) {
    Map known = { 0 };
    for (uint32_t i = 0; i < checks->count; i++)
        map_put(&known, key_of(&checks->at[i]), i);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        uint32_t i = 0;
        if (!has_check(p, e))
            continue;
        Check c = check_at(p, e);
        bool found = map_get(&known, key_of(&c), &i);
        assert(found);
        if (found && !counts[i])
            program_end_at_goal(p, e);
    }
    map_free(&known);
}

// ---- what is asked ----
enum { LONGEST_TEXT = 60 };

// The full expression around a place, on one line; "": not found.
static const char *expression_at(const Source *s, const StoryPlace *at, Arena *arena) {
    Text out = { 0 };
    uint32_t from = source_find(s, at->file, at->line, at->column, NULL), depth = 0;
    uint32_t start = from == NOWHERE ? NOWHERE : source_expression_start(s, from), end = start;
    if (start == NOWHERE)
        return "";
    for (Token t = source_token(s, start); t.start < t.end; t = source_token(s, t.end)) {
        depth += t.kind == '(' || t.kind == '[';
        if (t.kind == ';' || t.kind == '{' || t.kind == '}' || (!depth && (t.kind == ')' || t.kind == ']')))
            break;
        depth -= t.kind == ')' || t.kind == ']';
        end = t.end;
    }
    for (uint32_t i = start; i < end && out.count < LONGEST_TEXT; i++)
        if (!isspace((unsigned char)s->text[i]))
            text_add(&out, "%c", s->text[i]);
        else if (out.count && out.at[out.count - 1] != ' ')
            text_add(&out, " ");
    const char *text = out.count ? arena_printf(arena, "%s%s", out.at, end - start > LONGEST_TEXT ? " ..." : "") : "";
    vec_free(&out);
    return text;
}

// "assert(x > 0)" asks "x > 0".
static const char *inside_assert(const char *text, Arena *arena) {
    size_t n = strlen(text);
    bool whole = !strncmp(text, "assert(", 7) && n > 8 && text[n - 1] == ')';
    return whole ? arena_strndup(arena, text + 7, n - 8) : text;
}

static const char *asked_of(const Check *c, const char *text, Arena *arena) {
    static const struct {
        const char *kind, *asks;
    } words[] = { { "call", "is never reached" },
                  { "assertion", "" },
                  { "shift", "the shift is by less than the width, and not of a negative number" },
                  { "division", "the divisor is not 0" },
                  { "unset", "each variable that is read has a value" },
                  { "read", "what is read is inside a live object" },
                  { "write", "what is written is inside a live object, and not constant" },
                  { "library", "the function allows these arguments" },
                  { "undefined", "it does not happen" },
                  { "free", "it is 0 or the beginning of an object of malloc that was not freed" },
                  { "pointer call", "the pointer is to a function" },
                  { "memtrack", "no heap object is lost" },
                  { "memcleanup", "all heap objects are freed" },
                  { "race", "the access is ordered with those of other threads" } };
    for (size_t i = 0; i < COUNT(words); i++)
        if (!strcmp(words[i].kind, c->kind))
            return !*words[i].asks ? (*text ? inside_assert(text, arena) : "the assertion holds")
                   : *text         ? arena_printf(arena, "%s: %s", text, words[i].asks)
                                   : words[i].asks;
    return *text ? arena_printf(arena, "%s: no %s", text, c->what) : arena_printf(arena, "no %s", c->what);
}

void checks_word(Checks *checks, Arena *arena) {
    Source source = { 0 };
    const char *path = NULL;
    Reason why;
    bool there = false;
    for (uint32_t i = 0; i < checks->count; i++) {
        Check *c = &checks->at[i];
        if (c->at.file && (!path || strcmp(path, c->at.file) != 0)) {
            source_free(&source);
            source = (Source){ 0 };
            path = c->at.file;
            there = source_read(&source, path, arena, &why);
        }
        c->asked = asked_of(c, there && c->at.file ? expression_at(&source, &c->at, arena) : "", arena);
    }
    source_free(&source);
}

uint32_t checks_settled(const Program *p) {
    uint8_t *left = base_alloc(p->goals.count);
    uint32_t n = 0;
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ERROR)
            left[p->edges.at[e].cmd.goal] = 1;
    for (GoalId g = 1; g < p->goals.count; g++) {
        FileId file = p->goals.at[g].pos.file;
        n += !left[g] && !(file && file_is_model(program_text(p, p->files.at[file])));
    }
    free(left);
    return n;
}

void checks_functions(const Checks *checks, uint32_t most, Text *out) {
    VEC(const char *) names = { 0 };
    assert(most > 0);
    for (uint32_t i = 0; i < checks->count; i++) {
        bool known = false;
        for (uint32_t k = 0; k < names.count && !known; k++)
            known = !strcmp(names.at[k], checks->at[i].at.function);
        if (!known)
            vec_push(&names, checks->at[i].at.function);
    }
    for (uint32_t i = 0; i < names.count && i < most; i++)
        text_add(out, "%s%s", i ? ", " : "", names.at[i]);
    if (names.count > most)
        text_add(out, " and %u more", names.count - most);
    vec_free(&names);
}

static bool accesses_memory(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        CmdKind kind = p->edges.at[e].cmd.kind;
        if (p->edges.at[e].from && (kind == CMD_LOAD || kind == CMD_STORE || kind == CMD_COPY || kind == CMD_SET))
            return true;
    }
    return false;
}

Assumptions assumptions_of(const Program *p) {
    Assumptions all = { 0 };
    for (uint32_t i = 1; i < p->assumptions.count; i++)
        vec_push(&all, program_text(p, p->assumptions.at[i]));
    if (accesses_memory(p) && !p->lives_matter)
        vec_push(&all, "a run ends where it accesses memory wrongly; whether one does is not looked for");
    return all;
}
