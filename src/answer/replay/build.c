#include "answer/replay/build.h"
#include "base/limits.h"
#include "frontend/library.h"
#include <ftw.h>
#include <string.h>
#include <unistd.h>

enum { LINK_ROUNDS = 4 };

Build build_start(const FrontendInput *in, const char *compiler, const char *directory, const char *shown,
                  Arena *arena) {
    Build b = { .file = arena_printf(arena, "%s/harness.c", directory), .shown = shown };
    b.c = (Compilation){ .arena = arena, .in = in, .directory = directory, .compiler = compiler };
    return b;
}

void build_free(Build *b) {
    harness_free(&b->plan);
    compilation_free(&b->c);
}

// ---- building ----
static bool write_harness(const Build *b, const char *path, Reason *why) {
    FILE *out = fopen(path, "w");
    if (out)
        harness_write(&b->plan, compile_command(&b->c, b->shown, &b->plan), out);
    if (out && fclose(out) == 0)
        return true;
    reason_set(why, "%.200s cannot be written", path);
    return false;
}

char *build_harness(const Build *b) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    harness_write(&b->plan, compile_command(&b->c, b->shown, &b->plan), out);
    fclose(out);
    char *copy = arena_strndup(b->c.arena, text, length);
    free(text);
    return copy;
}

static bool write_names(const Build *b, const char *path, bool program, Reason *why) {
    FILE *out = fopen(path, "w");
    if (out)
        world_write_names(&b->plan.world, program, out);
    if (out && fclose(out) == 0)
        return true;
    reason_set(why, "%.200s cannot be written", path);
    return false;
}

// The models of the library that the harness brings with it.
static bool compile_library(Build *b, Reason *why) {
    const Texts *files = &b->plan.world.files;
    const char *names = arena_printf(b->c.arena, "%s/" WORLD_NAMES, b->c.directory);
    const char *program_names = arena_printf(b->c.arena, "%s/" WORLD_PROGRAM_NAMES, b->c.directory);
    Texts sources = { 0 };
    bool good = write_names(b, names, false, why) && write_names(b, program_names, true, why);
    for (uint32_t i = 0; i < files->count && good; i++) {
        const char *path = library_path(b->c.arena, files->at[i]);
        good = path != NULL;
        vec_push(&sources, path);
    }
    good = good && compile_world(&b->c, &sources, names, program_names, why);
    vec_free(&sources);
    return good;
}

static bool compile_all(Build *b, Reason *why) {
    if (!compile_program(&b->c, why))
        return false;
    if (!b->c.include) {
        harness_restart(&b->plan);
        harness_plan(&b->plan, &b->c.symbols);
    }
    bool again = b->plan.revealed.count && !b->c.include; // static functions: once more, with the harness included
    if (again)
        b->c.include = b->file;
    if (again && !(write_harness(b, b->file, why) && compile_program(&b->c, why)))
        return false;
    return !b->plan.world.files.count || compile_library(b, why);
}

// C99 does not count the body of an 'inline' function that no file declares 'extern': it is missing,
// yet everybody who reads the program takes the body for what it does.  Where one of the names missing
// is such a function, the program is taken as compiled with -fgnu89-inline.
static bool take_inline(Build *b, const VecU32 *missing, const Names *names) {
    assert(missing->count && !b->c.gnu_inline);
    Reason ignored;
    Compilation old = b->c;
    bool found = false;
    b->c.gnu_inline = true;
    b->c.include = NULL;
    b->c.objects.at = NULL;
    b->c.objects.count = b->c.objects.room = 0;
    b->c.library.at = NULL;
    b->c.library.count = b->c.library.room = 0;
    b->c.symbols = (Symbols){ 0 };
    if (compile_program(&b->c, &ignored))
        for (uint32_t i = 0; i < missing->count; i++)
            found |= symbols_said(&b->c.symbols, name_text(names, (Name){ missing->at[i] })) & SYMBOL_DEFINED;
    found = found && compile_all(b, &ignored);
    compilation_free(found ? &old : &b->c);
    if (!found)
        b->c = old;
    return found;
}

// What the language of another compiler has is not for a harness to define.
static bool lacks_builtin(const VecU32 *missing, const Names *names, Reason *why) {
    for (uint32_t i = 0; i < missing->count; i++) {
        const char *name = name_text(names, (Name){ missing->at[i] });
        if (strncmp(name, "__builtin_", 10) != 0)
            continue;
        reason_set(why, "the compiler does not know %.100s", name);
        return true;
    }
    return false;
}

// Links until nothing is missing: what no library has is for the harness to define.
static bool link_all(Build *b, Reason *why) {
    VecU32 missing = { 0 };
    Names *names = names_new();
    bool good = false, inline_tried = false;
    for (int round = 0; round < LINK_ROUNDS && !good; round++) {
        if (!write_harness(b, b->file, why))
            break;
        good = compile_harness(&b->c, b->file, &missing, names, why);
        if (good || !missing.count || lacks_builtin(&missing, names, why))
            break;
        if (!inline_tried && take_inline(b, &missing, names))
            missing.count = 0; // what is still missing will be missing again
        inline_tried = true;
        for (uint32_t i = 0; i < missing.count; i++)
            harness_add(&b->plan, name_text(names, (Name){ missing.at[i] }));
    }
    names_free(names);
    vec_free(&missing);
    return good;
}

bool build_all(Build *b, Reason *why) {
    assert(b->c.directory && b->c.compiler);
    return compile_all(b, why) && link_all(b, why);
}

// ---- the directory ----
static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw) {
    (void)st, (void)type, (void)ftw;
    remove(path);
    return 0;
}

char *build_directory(Arena *arena) {
    const char *base = limits_tempdir(), *variable = getenv("TMPDIR");
    if (!*base)
        base = variable && *variable ? variable : "/tmp";
    return mkdtemp(arena_printf(arena, "%s/hone-replay-XXXXXX", base));
}

void build_remove(const char *directory) {
    assert(strstr(directory, "/hone-replay-") && "made by build_directory");
    nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
