// env.c - the environment: names and what they stand for
//
// What the program has not asked for or set is any text.  The answer is kept: a name has one value until it is set.
#include "libc.h"

typedef struct Variable {
    const char *name; // followed by anything
    size_t length;    // of the name
    char *value;      // NULL: not set
    struct Variable *next;
} Variable;
static Variable *variables;
static _Bool cleared; // no other variable is set

static Variable *find(const char *name, size_t length) {
    for (Variable *v = variables; v; v = v->next) {
        size_t i = 0;
        while (v->length == length && i < length && v->name[i] == name[i])
            i++;
        if (i == length && v->length == length)
            return v;
    }
    return NULL;
}

static Variable *add(const char *name, size_t length, char *value) {
    Variable *v = __hone_lend(sizeof *v);
    v->name = name;
    v->length = length;
    v->value = value;
    v->next = variables;
    variables = v;
    return v;
}

static char *copy(const char *text, size_t n) {
    char *to = __hone_lend(n + 1);
    memcpy(to, text, n);
    to[n] = 0;
    return to;
}

// Linux allows 128 KiB for one text.
static char *any_value(void) {
    if (cleared || !__hone_input_bool("getenv"))
        return NULL;
    size_t n = __hone_input_size("getenv");
    __hone_assume(n < 131072);
    char *value = __hone_lend(n + 1);
    value[n] = 0;
    return value;
}

static char *value_of(const char *name) {
    size_t n = text_length(name);
    Variable *v = find(name, n);
    if (!v)
        v = add(copy(name, n), n, any_value());
    return v->value;
}

char *getenv(const char *name) {
    return value_of(name);
}

// NULL in a program with the rights of another user.
char *secure_getenv(const char *name) {
    return __hone_input_bool("secure_getenv") ? NULL : value_of(name);
}

// The length of a name; 0 where it cannot be one.
static size_t name_length(const char *name) {
    size_t n = 0;
    for (; name && name[n]; n++)
        if (name[n] == '=')
            return 0;
    return n;
}

static int refuse(void) {
    *__hone_errno() = EINVAL;
    return -1;
}

int setenv(const char *name, const char *value, int overwrite) {
    size_t n = name_length(name);
    if (n == 0)
        return refuse();
    Variable *v = find(name, n);
    if (!v)
        v = add(copy(name, n), n, overwrite ? NULL : any_value());
    if (!v->value || overwrite)
        v->value = copy(value, text_length(value));
    return 0;
}

int unsetenv(const char *name) {
    size_t n = name_length(name);
    if (n == 0)
        return refuse();
    Variable *v = find(name, n);
    if (!v)
        v = add(copy(name, n), n, NULL);
    v->value = NULL;
    return 0;
}

// The text itself becomes part of the environment.  As glibc: one without '=' takes the variable away.
int putenv(char *text) {
    size_t n = 0;
    while (text[n] && text[n] != '=')
        n++;
    char *value = text[n] ? text + n + 1 : NULL;
    Variable *v = find(text, n);
    if (v) {
        v->name = text;
        v->value = value;
    } else {
        add(text, n, value);
    }
    return 0;
}

int clearenv(void) {
    variables = NULL;
    cleared = 1;
    return 0;
}
