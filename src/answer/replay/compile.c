#include "answer/replay/compile.h"
#include "frontend/reach.h"
#include "frontend/rules/appended.h"
#include <sys/stat.h>

enum { COMPILE_SECONDS = 60 };

typedef VEC(const char *) Words;

void compilation_free(Compilation *c) {
    vec_free(&c->objects);
    vec_free(&c->library);
    symbols_free(&c->symbols);
}

// ---- arguments ----
// What the harness does in place of the library.
#define WRAPPED                                                                                                    \
    "-Wl,--wrap=pthread_create,--wrap=pthread_join,--wrap=pthread_mutex_lock,--wrap=pthread_mutex_trylock,"        \
    "--wrap=pthread_mutex_unlock,--wrap=pthread_spin_lock,--wrap=pthread_spin_trylock,--wrap=pthread_spin_unlock," \
    "--wrap=pthread_cond_wait"

static void add(Words *words, const char *const list[], size_t n) {
    for (size_t i = 0; i < n; i++)
        vec_push(words, list[i]);
}

// What is undefined and has traps, as far as it is looked for.
static void add_traps(const Compilation *c, Words *words) {
    const EventSet *events = &c->in->events;
    if (events->overflow)
        vec_push(words, "-fsanitize=signed-integer-overflow");
    else
        vec_push(words, "-fwrapv"); // nothing overflows
    if (events->shift)
        vec_push(words, "-fsanitize=shift");
    if (events->division)
        vec_push(words, "-fsanitize=integer-divide-by-zero");
    if (events->undefined)
        vec_push(words, "-fsanitize=unreachable,vla-bound,builtin");
    if (events->overflow || events->shift || events->division || events->undefined)
        vec_push(words, "-fsanitize-undefined-trap-on-error");
}

// Flags for every file.
static void add_flags(const Compilation *c, Words *words) {
    static const char *const always[] = { "-O0", "-w", "-fno-strict-aliasing", "-ffp-contract=off", "-no-pie" };
    static const char *const narrow[] = { "-m32", "-msse2", "-mfpmath=sse" };
    static const char *const lenient[] = {
        "-Wno-error=implicit-function-declaration",       "-Wno-error=implicit-int",    "-Wno-error=int-conversion",
        "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-mismatch", "-Wno-error=return-type"
    };
    add(words, always, COUNT(always));
    if (!strncmp(c->compiler, "clang", 5)) // what the front end takes, and gcc
        add(words, lenient, COUNT(lenient));
    if (c->in->pointer_bits == 32)
        add(words, narrow, COUNT(narrow));
    else
        vec_push(words, "-m64");
    add_traps(c, words);
    if (c->in->events.functions[0])
        vec_push(words, "-finstrument-functions");
    for (size_t i = 0; i < COUNT(c->in->events.functions) && c->in->events.functions[i]; i++) // stay calls
        vec_push(words, arena_printf(c->arena, "-fno-builtin-%s", c->in->events.functions[i]));
    if (c->address_checks) {
        vec_push(words, "-fsanitize=address");
        vec_push(words, "-Wl,--wrap=" HARNESS_NO_RETURN);
    }
    if (c->coverage) {
        vec_push(words, "--coverage");
        vec_push(words, "-Wl,-u,__gcov_dump"); // the driver's reference to it is weak
    }
    if (c->zeroed)
        vec_push(words, "-ftrivial-auto-var-init=zero");
    if (c->gnu_inline)
        vec_push(words, "-fgnu89-inline");
    if (c->include) {
        vec_push(words, "-include");
        vec_push(words, c->include);
    }
}

// The name of a file must not look like an option.
static const char *as_file(Arena *arena, const char *path) {
    assert(*path);
    return *path == '-' ? arena_printf(arena, "./%s", path) : path;
}

static bool is_preprocessed(const char *path) {
    size_t n = strlen(path);
    return n > 2 && !strcmp(path + n - 2, ".i");
}

// A preprocessed file is not preprocessed again, unless something is to be included.
static void add_source(const Compilation *c, const char *path, Words *words) {
    if (c->include && is_preprocessed(path)) {
        vec_push(words, "-x");
        vec_push(words, "c");
    }
    vec_push(words, as_file(c->arena, path));
}

// ---- running the compiler ----
// The first line of its messages that says what is wrong.
static void first_error(const Text *output, const char *otherwise, Reason *why) {
    for (const char *line = output->at; *line;) {
        size_t n = strcspn(line, "\n");
        const char *error = memmem(line, n, "error: ", 7);
        if (error) {
            reason_set(why, "%.*s", (int)(n - (size_t)(error - line)), error + 7);
            why->text[strcspn(why->text, "\n")] = 0;
            return;
        }
        line += n + (line[n] == '\n');
    }
    reason_set(why, "%s", otherwise);
}

static void start_compiler(const Compilation *c, const Words *words, ProcessResult *r) {
    double seconds = c->seconds > 0 ? c->seconds : COMPILE_SECONDS;
    if (!c->in->sandbox_compiler) {
        process_run(words->at, seconds, r);
        return;
    }
    Reach reach = { .writable = c->directory };
    reach_sources(c->in, c->arena, &reach);
    confined_run(words->at, &reach, seconds, r);
    reach_free(&reach);
}

static bool run_compiler(const Compilation *c, Words *words, ProcessResult *r, Reason *why) {
    assert(words->count && words->at[words->count - 1]);
    vec_push(words, NULL);
    start_compiler(c, words, r);
    bool good = r->end == PROCESS_EXITED && r->code == 0;
    if (r->end == PROCESS_NOT_STARTED)
        reason_set(why, "%s", r->output.at);
    else if (r->end == PROCESS_TIMED_OUT)
        reason_set(why, "%s takes too long", words->at[0]);
    else if (!good)
        first_error(&r->output, "the compiler fails", why);
    return good;
}

static bool compile_file(Compilation *c, const SourceFile *file, uint32_t number, const char *object, Reason *why) {
    Words words = { 0 };
    ProcessResult r;
    const char *path = appended_path(file, c->directory, number, c->arena, why);
    if (!path)
        return false;
    vec_push(&words, c->compiler);
    add_flags(c, &words);
    if (appended_argument(file, c->arena))
        vec_push(&words, appended_argument(file, c->arena));
    for (uint32_t i = 0; i < file->arguments.count; i++)
        vec_push(&words, file->arguments.at[i]);
    if (c->races)
        vec_push(&words, "-fsanitize=thread");
    vec_push(&words, "-c");
    vec_push(&words, "-o");
    vec_push(&words, object);
    add_source(c, path, &words);
    bool good = run_compiler(c, &words, &r, why);
    process_result_free(&r);
    vec_free(&words);
    return good;
}

// The calls of rules are in bitcode only.
static bool compile_woven(Compilation *c, Reason *why) {
    const char *bitcode = arena_printf(c->arena, "%s/woven.bc", c->directory);
    const char *object = arena_printf(c->arena, "%s/woven.o", c->directory);
    Words words = { 0 };
    ProcessResult r;
    if (strncmp(c->compiler, "clang", 5)) {
        reason_set(why, "only clang compiles a program with rules");
        return false;
    }
    if (!frontend_weave(c->in, c->zeroed, bitcode, why))
        return false;
    vec_push(&words, c->compiler);
    vec_push(&words, "-O0");
    vec_push(&words, "-w");
    vec_push(&words, c->in->pointer_bits == 32 ? "-m32" : "-m64");
    vec_push(&words, "-c");
    vec_push(&words, "-o");
    vec_push(&words, object);
    vec_push(&words, bitcode);
    bool good = run_compiler(c, &words, &r, why);
    process_result_free(&r);
    vec_free(&words);
    good = good && symbols_read(&c->symbols, object, why);
    if (good)
        vec_push(&c->objects, object);
    return good;
}

bool compile_program(Compilation *c, Reason *why) {
    c->objects.count = 0;
    symbols_free(&c->symbols);
    if (c->in->rules)
        return compile_woven(c, why);
    for (uint32_t i = 0; i < c->in->files.count; i++) {
        char *object = arena_printf(c->arena, "%s/program%u%s.o", c->directory, i, c->gnu_inline ? "-inline" : "");
        if (!compile_file(c, &c->in->files.at[i], i, object, why) || !symbols_read(&c->symbols, object, why))
            return false;
        vec_push(&c->objects, object);
    }
    return true;
}

// ---- models of the library ----
static bool rename_symbols(const Compilation *c, const char *object, const char *names, Reason *why) {
    const char *const words[] = { "objcopy", arena_printf(c->arena, "--redefine-syms=%s", names), object, NULL };
    ProcessResult r;
    process_run(words, COMPILE_SECONDS, &r);
    bool good = r.end == PROCESS_EXITED && r.code == 0;
    if (!good)
        reason_set(why, "objcopy: %.200s", r.output.at ? r.output.at : "");
    process_result_free(&r);
    return good;
}

static bool compile_model(Compilation *c, const char *source, const char *object, Reason *why) {
    static const char *const flags[] = {
        "-O0", "-w", "-no-pie", "-fwrapv", "-ffreestanding", "-fno-builtin", "-fno-math-errno", "-fno-strict-aliasing",
        "-c",  "-o"
    };
    Words words = { 0 };
    ProcessResult r;
    vec_push(&words, c->compiler);
    vec_push(&words, c->in->pointer_bits == 32 ? "-m32" : "-m64");
    add(&words, flags, COUNT(flags));
    vec_push(&words, object);
    vec_push(&words, source);
    bool good = run_compiler(c, &words, &r, why);
    process_result_free(&r);
    vec_free(&words);
    return good;
}

bool compile_world(Compilation *c, const Texts *sources, const char *names, const char *program_names, Reason *why) {
    bool good = true;
    c->library.count = 0;
    for (uint32_t i = 0; i < sources->count && good; i++) {
        const char *object = arena_printf(c->arena, "%s/library%u.o", c->directory, i);
        good = compile_model(c, sources->at[i], object, why) && rename_symbols(c, object, names, why);
        vec_push(&c->library, object);
    }
    for (uint32_t i = 0; i < c->objects.count && good; i++)
        good = rename_symbols(c, c->objects.at[i], program_names, why);
    return good;
}

// Collects NAME of each "undefined reference to `NAME'".
static void find_missing(const Text *output, VecU32 *missing, Names *names) {
    static const char text[] = "undefined reference to `";
    for (const char *at = output->at; (at = strstr(at, text));) {
        at += sizeof text - 1;
        Name name = name_ofn(names, at, strcspn(at, "'\n"));
        bool known = false;
        for (uint32_t i = 0; i < missing->count; i++)
            known |= missing->at[i] == name.id;
        if (!known)
            vec_push(missing, name.id);
    }
}

// Compilers call libatomic for atomic objects that the processor has no instruction for.
static bool needs_atomic(const Symbols *s) {
    for (uint32_t i = 0; i < s->all.count; i++) {
        const char *name = name_text(s->names, s->all.at[i]);
        if (!strncmp(name, "__atomic_", 9) && symbols_lack(s, name))
            return true;
    }
    return false;
}

bool compile_harness(Compilation *c, const char *harness, VecU32 *missing, Names *names, Reason *why) {
    assert(c->objects.count == c->in->files.count && "compile_program was successful");
    Words words = { 0 };
    ProcessResult r;
    c->executable = arena_printf(c->arena, "%s/replay", c->directory);
    vec_push(&words, c->compiler);
    add_flags(c, &words);
    vec_push(&words, "-o");
    vec_push(&words, c->executable);
    vec_push(&words, harness);
    for (uint32_t i = 0; i < c->objects.count; i++)
        vec_push(&words, c->objects.at[i]);
    for (uint32_t i = 0; i < c->library.count; i++)
        vec_push(&words, c->library.at[i]);
    if (c->gnu_inline)
        vec_push(&words, "-Wl,-z,muldefs");
    if (c->races)
        vec_push(&words, WRAPPED);
    vec_push(&words, "-lm");
    vec_push(&words, "-lpthread");
    if (needs_atomic(&c->symbols))
        vec_push(&words, "-latomic");
    bool good = run_compiler(c, &words, &r, why);
    missing->count = 0;
    if (good && c->in->sandbox_compiler)
        chmod(c->executable, 0700); // the linker cannot, there
    if (!good && r.end == PROCESS_EXITED)
        find_missing(&r.output, missing, names);
    process_result_free(&r);
    vec_free(&words);
    return good;
}

// ---- the command, for people ----
static void add_word(Text *text, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    bool odd = !*word || word[strspn(word, plain)];
    text_add(text, odd ? " $'" : " ");
    for (const char *s = word; *s; s++) {
        bool escaped = odd && ((unsigned char)*s < 32 || (unsigned char)*s > 126 || *s == '\'' || *s == '\\');
        text_add(text, escaped ? "\\x%02x" : "%c", (unsigned char)*s);
    }
    text_add(text, odd ? "'" : "");
}

// Arguments of the user are for the program's files only: the harness is plain C.
static bool has_arguments(const SourceFiles *files) {
    for (uint32_t i = 0; i < files->count; i++)
        if (files->at[i].arguments.count)
            return true;
    return false;
}

static void begin_command(const Compilation *c, Text *text) {
    Words words = { 0 };
    add_flags(c, &words);
    text_add(text, "%s", !strcmp(c->compiler, "gcc") ? "cc" : c->compiler);
    for (uint32_t i = 0; i < words.count; i++)
        add_word(text, words.at[i]);
    vec_free(&words);
}

static void add_file(const Compilation *c, const SourceFile *file, Text *text) {
    Words words = { 0 };
    add(&words, file->arguments.at, file->arguments.count);
    add_source(c, file->path, &words);
    for (uint32_t i = 0; i < words.count; i++)
        add_word(text, words.at[i]);
    vec_free(&words);
}

const char *compile_command(const Compilation *c, const char *harness, const Harness *plan) {
    const SourceFiles *files = &c->in->files;
    Compilation shown = *c;
    Text text = { 0 };
    bool together = !has_arguments(files) && !c->races;
    if (c->include)
        shown.include = strchr(harness, '/') ? harness : arena_printf(c->arena, "./%s", harness);
    for (uint32_t i = 0; i < files->count && !together; i++) {
        begin_command(&shown, &text);
        text_add(&text, "%s -c -o program%u.o", c->races ? " -fsanitize=thread" : "", i);
        add_file(&shown, &files->at[i], &text);
        text_add(&text, "\n");
    }
    if (c->in->rules || c->in->driver)
        text_add(&text, "(Hone also compiles %s into the program)\n",
                 c->in->rules ? "calls of the rules" : "the driver of --entries");
    begin_command(&shown, &text);
    text_add(&text, " -o replay");
    add_word(&text, as_file(c->arena, harness));
    for (uint32_t i = 0; i < files->count; i++)
        if (together)
            add_file(&shown, &files->at[i], &text);
        else
            text_add(&text, " program%u.o", i);
    text_add(&text, "%s%s%s -lm -lpthread%s\n./replay", c->gnu_inline ? " -Wl,-z,muldefs" : "", c->races ? " " : "",
             c->races ? WRAPPED : "", needs_atomic(&c->symbols) ? " -latomic" : "");
    for (uint32_t i = 0; i < plan->arguments.count; i++)
        add_word(&text, plan->arguments.at[i]);
    char *result = arena_strdup(c->arena, text.at);
    vec_free(&text);
    return result;
}
