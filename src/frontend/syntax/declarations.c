#include "frontend/syntax/declarations.h"
#include "frontend/syntax/syntax.h"

// "int (struct tree *, int)" returns int.
static const char *result_type(const char *type, Arena *arena) {
    size_t n = strcspn(type, "(");
    while (n && type[n - 1] == ' ')
        n--;
    return arena_strndup(arena, type, n);
}

static DeclaredFunction function_of(const Syntax *s, uint32_t node, Arena *arena) {
    const SyntaxNode *n = &s->nodes.at[node];
    DeclaredFunction f = { .name = n->name, .here = !n->elsewhere, .variadic = n->variadic };
    f.result = result_type(n->type, arena);
    for (uint32_t i = node + 1; i < n->next; i = s->nodes.at[i].next) {
        const SyntaxNode *p = &s->nodes.at[i];
        if (p->kind == SYNTAX_PARAMETER)
            vec_push(&f.parameters, (DeclaredParameter){ p->name ? p->name : "", p->type ? p->type : "" });
    }
    return f;
}

bool declarations_read(const FrontendInput *in, const SourceFile *file, Arena *arena, Declared *out, Reason *why) {
    assert(!out->count);
    Syntax s;
    bool good = syntax_read(&s, in, file, arena, why);
    for (uint32_t i = 1; good && i < s.nodes.count; i = s.nodes.at[i].next) {
        const SyntaxNode *n = &s.nodes.at[i];
        assert(n->next > i);
        if (n->kind == SYNTAX_FUNCTION && n->name && n->type && !declared_find(out, n->name))
            vec_push(out, function_of(&s, i, arena));
    }
    syntax_free(&s);
    return good;
}
