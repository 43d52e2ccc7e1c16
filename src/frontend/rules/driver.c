#include "frontend/rules/driver.h"

static bool is_pointer(const PlainType *type) {
    size_t n = type->text ? strlen(type->text) : 0;
    return n && (strstr(type->text, "(*") || type->text[n - 1] == '*' || strstr(type->text, "*restrict") ||
                 strstr(type->text, "*const"));
}

static void add_argument(Text *out, const char *type, const PlainType *plain, uint32_t k) {
    if (plain->pointee > 1) {
        text_add(out, "__typeof__(%s) hone_%u = __builtin_malloc(sizeof *hone_%u);\nif (!hone_%u) return 1;\n", type, k,
                 k, k);
    } else if (is_pointer(plain)) {
        text_add(out, "__typeof__(%s) hone_%u = (__typeof__(%s))__VERIFIER_nondet_hone_pointer();\n", type, k, type);
    } else {
        text_add(out, "__typeof__(%s) hone_%u;\n", type, k);
        text_add(out,
                 "if (sizeof hone_%u <= sizeof hone_value) {\nhone_value = __VERIFIER_nondet_hone_value();\n"
                 "if (__builtin_types_compatible_p(__typeof__(%s), _Bool)) hone_value &= 1;\n"
                 "__builtin_memcpy(&hone_%u, &hone_value, sizeof hone_%u);\n"
                 "} else {\n__typeof__(%s) *hone_any = __builtin_malloc(sizeof *hone_any);\n"
                 "if (!hone_any) return 1;\nhone_%u = *hone_any;\n}\n",
                 k, type, k, k, type, k);
    }
}

static bool returns_integer(const FrontendInput *in, const DriverPart *part, Arena *arena, Reason *why, bool *integer) {
    PlainTypes plain = { 0 };
    bool good = plain_types_read(in, &in->files.at[part->file], 1, (const char *const[]){ part->prototype->result },
                                 arena, &plain, why);
    const char *text = good ? plain.at[0].text : NULL;
    *integer = text && !is_pointer(&plain.at[0]) && strncmp(text, "void", 4) && strncmp(text, "struct", 6) &&
               strncmp(text, "union", 5);
    vec_free(&plain);
    return good;
}

bool driver_add_part(const FrontendInput *in, const DriverPart *part, uint32_t number, Arena *arena, Text *out,
                     Reason *why) {
    const Prototype *p = part->prototype;
    assert(p && p->declared);
    PlainTypes plain = { 0 };
    bool integer = false;
    bool good =
        plain_types_read(in, &in->files.at[part->file], p->parameters.count, p->parameters.at, arena, &plain, why);
    if (good && part->role == DRIVER_INIT)
        good = returns_integer(in, part, arena, why, &integer);
    if (good) {
        text_add(out, "\n# 1 \"--entries\"\nextern unsigned long long __VERIFIER_nondet_hone_value(void);\n"
                      "extern void *__VERIFIER_nondet_hone_pointer(void);\n");
        text_add(out, "int __hone_part_%u(void) {\nunsigned long long hone_value;\n", number);
        for (uint32_t k = 0; k < p->parameters.count; k++)
            add_argument(out, p->parameters.at[k], &plain.at[k], k + 1);
        text_add(out, "%s%s(", integer ? "return 0 != " : "", part->function);
        for (uint32_t k = 0; k < p->parameters.count; k++)
            text_add(out, "%shone_%u", k ? ", " : "", k + 1);
        text_add(out, ");\nreturn 0;\n}\n");
    }
    vec_free(&plain);
    return good;
}

static void add_calls(uint32_t n, const DriverPart parts[], DriverRole role, const char *format, Text *out) {
    for (uint32_t i = 0; i < n; i++)
        if (parts[i].role == role)
            text_add(out, format, i, i);
}

void driver_add_main(uint32_t n, const DriverPart parts[], Text *out) {
    assert(n && parts);
    text_add(out, "\n# 1 \"--entries\"\nextern unsigned __VERIFIER_nondet_hone_entry(void);\n");
    for (uint32_t i = 0; i < n; i++)
        text_add(out, "extern int __hone_part_%u(void);\n", i);
    text_add(out, "void " DRIVER_MAIN "(void) {\n");
    add_calls(n, parts, DRIVER_INIT, "if (__hone_part_%u()) return;\n", out);
    text_add(out, "for (;;)\nswitch (__VERIFIER_nondet_hone_entry()) {\n");
    add_calls(n, parts, DRIVER_ENTRY, "case %u: __hone_part_%u(); break;\n", out);
    text_add(out, "default: goto hone_end;\n}\nhone_end:;\n");
    add_calls(n, parts, DRIVER_EXIT, "__hone_part_%u();\n", out);
    text_add(out, "}\n");
}
