#include "spec/rule/rule.h"
#include "spec/file.h"
#include "spec/rule/languages.h"
#include <ctype.h>

enum { LARGEST_RULE = 1000000 };

const char *rule_prefix(const Rule *rule, Arena *arena) {
    return arena_printf(arena, "__hone_r%u_", rule->number);
}

size_t rule_prefix_length(const char *text) {
    size_t start = strlen("__hone_r"), n = start;
    if (strncmp(text, "__hone_r", start))
        return 0;
    while (isdigit((unsigned char)text[n]))
        n++;
    return n > start && text[n] == '_' ? n + 1 : 0;
}

bool rule_is_state(const char *c_name) {
    size_t n = rule_prefix_length(c_name);
    return n && c_name[n] && c_name[n] != '_';
}

const char *rule_abort_text(const Rule *rule, uint32_t abort, Arena *arena) {
    assert(abort < rule->aborts.count);
    Text out = { 0 };
    text_add(&out, "rule %s: ", rule->name);
    for (const char *s = rule->aborts.at[abort]; *s; s++)
        text_add(&out, "%c%s", *s, *s == '{' ? rule_prefix(rule, arena) : "");
    const char *text = arena_strdup(arena, out.at);
    vec_free(&out);
    return text;
}

const char *rule_when_text(RuleWhen when) {
    static const char *const texts[] = { "entry", "exit", "call", "return" };
    assert((size_t)when < COUNT(texts));
    return texts[when];
}

bool rule_is_before(RuleWhen when) {
    return when == RULE_ENTRY || when == RULE_CALL;
}

void rule_free(Rule *rule) {
    vec_free(&rule->events);
    vec_free(&rule->aborts);
}

void rules_free(Rules *rules) {
    for (uint32_t i = 0; i < rules->count; i++)
        rule_free(&rules->at[i]);
    vec_free(rules);
}

// The lines of '//' at the head of the file, without the signs.
static const char *head_comment(const char *text, Arena *arena) {
    Text out = { 0 };
    while (text[0] == '/' && text[1] == '/') {
        text += 2 + (text[2] == ' ');
        size_t n = strcspn(text, "\n");
        text_add(&out, "%.*s\n", (int)n, text);
        text += n + (text[n] == '\n');
    }
    text_add(&out, "%s", "");
    char *about = arena_strdup(arena, out.at);
    vec_free(&out);
    return about;
}

static const char *name_of(const char *path, Arena *arena) {
    const char *name = path_name(path), *dot = strrchr(name, '.');
    return arena_strndup(arena, name, dot ? (size_t)(dot - name) : strlen(name));
}

bool rule_parse(const char *path, const char *text, uint32_t number, Arena *arena, Rule *rule, Reason *why) {
    assert(path && text);
    RuleReader r;
    *rule = (Rule){ .name = name_of(path, arena), .path = path, .number = number, .includes = "", .state = "" };
    rule->about = head_comment(text, arena);
    lex_start(&r, path, text, arena, rule, why);
    if (path_ends_in(path, ".spc"))
        spc_read(&r);
    else
        slic_read(&r);
    if (!r.failed && !rule->events.count)
        lex_fail(&r, r.line, "the rule has no event: nothing could violate it");
    vec_free(&r.names);
    vec_free(&r.shadow);
    if (r.failed)
        rule_free(rule);
    return !r.failed;
}

bool rule_read(const char *path, uint32_t number, Arena *arena, Rule *rule, Reason *why) {
    if (!path_ends_in(path, ".slic") && !path_ends_in(path, ".spc")) {
        reason_set(why, "%.300s: a rule is a file that ends in .slic or .spc, or a name that 'hone rules' lists", path);
        return false;
    }
    const char *text = file_read(path, LARGEST_RULE, arena, NULL, why);
    return text && rule_parse(path, text, number, arena, rule, why);
}
