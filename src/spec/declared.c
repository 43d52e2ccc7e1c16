#include "spec/declared.h"

const DeclaredFunction *declared_find(const Declared *declared, const char *name) {
    assert(name);
    for (uint32_t i = 0; i < declared->count; i++)
        if (!strcmp(declared->at[i].name, name))
            return &declared->at[i];
    return NULL;
}

void declared_free(Declared *declared) {
    for (uint32_t i = 0; i < declared->count; i++)
        vec_free(&declared->at[i].parameters);
    vec_free(declared);
}

// ---- types as text ----
// The next word or sign of a type that is no qualifier; its length, 0 at the end.
static size_t next_word(const char **at) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    static const char *const qualifiers[] = { "const", "volatile", "restrict", "_Nonnull" };
    for (;;) {
        *at += strspn(*at, " ");
        size_t n = strspn(*at, letters);
        bool qualifier = false;
        for (size_t i = 0; i < COUNT(qualifiers); i++)
            qualifier |= n == strlen(qualifiers[i]) && !strncmp(*at, qualifiers[i], n);
        if (!qualifier)
            return n ? n : **at != 0;
        *at += n;
    }
}

bool type_is_same(const char *a, const char *b) {
    assert(a && b);
    for (;;) {
        size_t n = next_word(&a), m = next_word(&b);
        if (n != m || strncmp(a, b, n) != 0)
            return false;
        if (!n)
            return true;
        a += n;
        b += m;
    }
}

bool type_is_pointer(const char *type) {
    return strchr(type, '*') || strchr(type, '[');
}

bool type_is_integer(const char *type) {
    static const char *const words[] = { "char", "short", "int", "long", "signed", "unsigned", "_Bool", "bool" };
    if (type_is_pointer(type) || strchr(type, '('))
        return false;
    const char *at = type;
    size_t n = next_word(&at);
    if (n == 4 && !strncmp(at, "enum", 4))
        return true;
    for (; n; at += n, n = next_word(&at)) {
        bool known = false;
        for (size_t i = 0; i < COUNT(words); i++)
            known |= n == strlen(words[i]) && !strncmp(at, words[i], n);
        if (!known)
            return false;
    }
    return at != type;
}
