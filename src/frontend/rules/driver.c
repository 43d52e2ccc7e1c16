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

// The name is not that of the header, which the file may have included.
static void add_threads(uint32_t n, const DriverPart parts[], Text *out) {
    text_add(out, "extern int __hone_create_thread(void *, const void *, void *(*)(void *), void *) "
                  "__asm__(\"pthread_create\");\n");
    add_calls(n, parts, DRIVER_ENTRY,
              "static void *__hone_thread_%u(void *unused) {\n__hone_part_%u();\nreturn 0;\n}\n", out);
}

void driver_add_interrupts(uint32_t n, const DriverPart parts[], Text *out) {
    text_add(out, "\n# 1 \"--isr\"\nextern unsigned __VERIFIER_nondet_hone_task(void);\n"
                  "extern void " INTERRUPT_PREFIX "begin(void), " INTERRUPT_PREFIX "end(void);\n"
                  "extern unsigned long __hone_thread_create(void *(*)(void *), void *);\n");
    for (uint32_t i = 0; i < n; i++)
        text_add(out, "extern int __hone_part_%u(void);\n", i);
    for (uint32_t i = 0; i < n; i++)
        if (parts[i].role == DRIVER_ISR)
            text_add(out,
                     "static void *" DRIVER_ISR_PREFIX "%u_%s(void *unused) {\nfor (;;) {\n" INTERRUPT_PREFIX
                     "begin();\n__hone_part_%u();\n" INTERRUPT_PREFIX "end();\n}\nreturn 0;\n}\n",
                     i, parts[i].function, i);
    text_add(out, "void " DRIVER_MAIN "(void) {\n");
    for (uint32_t i = 0, isrs = 0; i < n; i++)
        if (parts[i].role == DRIVER_ISR)
            text_add(out, "%s__hone_thread_create(" DRIVER_ISR_PREFIX "%u_%s, 0);\n",
                     isrs++ ? "" : INTERRUPT_PREFIX "begin();\n", i, parts[i].function);
    add_calls(n, parts, DRIVER_MAIN_PROGRAM, "__hone_part_%u();\n", out);
    text_add(out, "for (;;)\nswitch (__VERIFIER_nondet_hone_task()) {\n");
    add_calls(n, parts, DRIVER_ENTRY, "case %u: __hone_part_%u(); break;\n", out);
    text_add(out, "default: break;\n}\n}\n");
}

void driver_add_main(uint32_t n, const DriverPart parts[], DriverWay way, Text *out) {
    assert(n && parts);
    text_add(out, "\n# 1 \"--entries\"\nextern unsigned __VERIFIER_nondet_hone_entry(void);\n");
    for (uint32_t i = 0; i < n; i++)
        text_add(out, "extern int __hone_part_%u(void);\n", i);
    if (way == DRIVER_THREADS)
        add_threads(n, parts, out);
    text_add(out, "void " DRIVER_MAIN "(void) {\nunsigned long hone_thread;\n");
    add_calls(n, parts, DRIVER_INIT, "if (__hone_part_%u()) return;\n", out);
    text_add(out, "for (;;)\nswitch (__VERIFIER_nondet_hone_entry()) {\n");
    add_calls(n, parts, DRIVER_ENTRY,
              way == DRIVER_THREADS ? "case %u: __hone_create_thread(&hone_thread, 0, __hone_thread_%u, 0); break;\n"
                                    : "case %u: __hone_part_%u(); break;\n",
              out);
    text_add(out, "default: goto hone_end;\n}\nhone_end:;\n");
    add_calls(n, parts, DRIVER_EXIT, "__hone_part_%u();\n", out);
    text_add(out, "}\n");
}

static bool has_body(LLVMModuleRef program, const char *function, Reason *why) {
    LLVMValueRef f = function ? LLVMGetNamedFunction(program, function) : NULL;
    bool good = !f || !LLVMIsDeclaration(f); // a static function may have another name by now
    if (!good)
        reason_set(why, "the function %.100s, which is to be called, has no body in the files", function);
    return good;
}

bool driver_check(LLVMModuleRef program, const Driver *d, Reason *why) {
    assert(d->entries.count || driver_has_interrupts(d));
    bool good = has_body(program, d->init, why) && has_body(program, d->exit, why);
    for (uint32_t i = 0; good && i < d->entries.count; i++)
        good = has_body(program, d->entries.at[i], why);
    for (uint32_t i = 0; good && i < d->isrs.count; i++)
        good = has_body(program, d->isrs.at[i], why);
    for (uint32_t i = 0; good && i < d->tasks.count; i++)
        good = has_body(program, d->tasks.at[i], why);
    return good;
}
