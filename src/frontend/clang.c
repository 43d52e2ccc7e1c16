#include "frontend/clang.h"
#include "base/limits.h"
#include "frontend/formats.h"
#include "frontend/instrument.h"
#include "frontend/late.h"
#include "frontend/library.h"
#include "frontend/notes.h"
#include "frontend/linker.h"
#include "frontend/own.h"
#include "frontend/printed.h"
#include "frontend/reach.h"
#include "frontend/read/read_llvm.h"
#include "frontend/rules/appended.h"
#include "frontend/rules/driver.h"
#include "frontend/rules/weave.h"
#include "frontend/syntax/same_code.h"
#include "frontend/sequence.h"
#include "frontend/variants.h"
#include "spec/file.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef VecArgument Arguments;

// What is to be written.
static const char *const output_arguments[][8] = {
    [CLANG_CODE] = { "-O0", "-g", "-c", "-emit-llvm", "-Xclang", "-disable-O0-optnone", "-Xclang",
                     "-disable-llvm-passes" },
    [CLANG_PREPROCESSED] = { "-E" },
    [CLANG_SYNTAX_TREE] = { "-fsyntax-only", "-Xclang", "-ast-dump=json" }, // to stdout, whatever -o says
    [CLANG_TYPES] = { "-fsyntax-only", "-Xclang", "-ast-dump", "-Xclang", "-ast-dump-filter=__hone_t_",
                      "-ferror-limit=0", "-fno-spell-checking", "-fno-builtin" },
};

typedef struct Compile { // a call of the compiler
    const FrontendInput *in;
    const SourceFile *file;
    ClangOutput what;
    const Arguments *more; // arguments beside the usual ones, or NULL
    bool gnu_inline;
    const char *path;     // of what is compiled: the file, or the file with what is appended
    const char *argument; // one more, or NULL
} Compile;

static bool writes_to_stdout(const Compile *c) {
    return c->what == CLANG_SYNTAX_TREE || c->what == CLANG_TYPES;
}

// Old programs declare nothing and convert anything; gcc took them, so do we.
static const char *const fixed_arguments[] = {
    "-fno-color-diagnostics",     "-fbracket-depth=4096",      "-ffp-contract=off",
    "-fno-stack-protector",       "-fcf-protection=none",      "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",    "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch", "-Wno-error=return-type",
};

static void add_arguments(const Compile *c, const char *to, Arguments *out) {
    assert((size_t)c->what < COUNT(output_arguments));
    assert(c->in->pointer_bits == 32 || c->in->pointer_bits == 64);
    vec_push(out, "clang-19");
    for (size_t i = 0; i < COUNT(output_arguments[c->what]) && output_arguments[c->what][i]; i++)
        vec_push(out, output_arguments[c->what][i]);
    vec_push(out, c->file->strict ? "-Wno-everything" : "-w");
    for (size_t i = 0; i < COUNT(fixed_arguments); i++)
        vec_push(out, fixed_arguments[i]);
    if (!writes_to_stdout(c)) {
        vec_push(out, "-o");
        vec_push(out, to);
    }
    vec_push(out, c->in->pointer_bits == 32 ? "-m32" : "-m64");
    if (c->in->pointer_bits == 32)
        vec_push(out, "-msse2");
    const struct {
        bool wanted;
        const char *check, *trap;
    } checks[] = { { c->in->events.overflow, "-fsanitize=signed-integer-overflow",
                     "-fsanitize-trap=signed-integer-overflow" },
                   { c->in->events.shift, "-fsanitize=shift", "-fsanitize-trap=shift" },
                   { c->in->events.undefined, "-fsanitize=vla-bound,builtin", "-fsanitize-trap=vla-bound,builtin" } };
    for (size_t i = 0; i < COUNT(checks); i++) // clang makes them explicit, see read_intrinsic.c
        if (checks[i].wanted) {
            vec_push(out, checks[i].check);
            vec_push(out, checks[i].trap);
        }
    if (events_of_memory(&c->in->events) && c->what == CLANG_CODE) { // marks where the blocks of variables end
        vec_push(out, "-Xclang");
        vec_push(out, "-fsanitize-address-use-after-scope");
    }
    if (c->gnu_inline)
        vec_push(out, "-fgnu89-inline");
    for (uint32_t i = 0; c->more && i < c->more->count; i++)
        vec_push(out, c->more->at[i]);
    if (c->argument)
        vec_push(out, c->argument);
    for (uint32_t i = 0; i < c->file->arguments.count; i++)
        vec_push(out, c->file->arguments.at[i]);
    vec_push(out, "--");
    vec_push(out, c->path);
    vec_push(out, NULL);
}

static bool read_all(int fd, Text *out) {
    for (;;) {
        vec_reserve(out, out->count + (1 << 16));
        ssize_t n = read(fd, out->at + out->count, 1 << 16);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        out->count += (uint32_t)n;
    }
}

// Runs clang with its standard output into 'out'; its messages go where ours go.  'quiet': nowhere, and errors do not
// count.
static bool run_clang(const Arguments *arguments, char **environment, bool quiet, Text *out, Reason *why) {
    int ends[2], status = 0;
    pid_t child;
    if (pipe(ends)) {
        reason_set(why, "pipe: %s", strerror(errno));
        return false;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    if (quiet)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    int error = posix_spawnp(&child, "clang-19", &actions, NULL, (char *const *)arguments->at, environment);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    bool good = !error && read_all(ends[0], out);
    close(ends[0]);
    if (error) {
        reason_set(why, "cannot start clang-19: %s", strerror(error));
        return false;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return good && WIFEXITED(status) && (quiet || WEXITSTATUS(status) == 0);
}

// ---- the same in the sandbox (--sandbox-compiler) ----
enum { CLANG_SECONDS = 600 };

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw) {
    (void)st, (void)type, (void)ftw;
    remove(path);
    return 0;
}

static char *make_directory(Arena *arena) {
    const char *base = limits_tempdir(), *variable = getenv("TMPDIR");
    if (!*base)
        base = variable && *variable ? variable : "/tmp";
    return mkdtemp(arena_printf(arena, "%s/hone-clang-XXXXXX", base));
}

// What is to be compiled; 'directory' is for a copy with what is appended.
static bool take_source(Compile *c, const char *directory, Arena *arena, Reason *why) {
    c->path = appended_path(c->file, directory, 0, arena, why);
    c->argument = appended_argument(c->file, arena);
    return c->path != NULL;
}

static bool read_file(const char *path, Text *out, Reason *why) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    bool good = file >= 0 && read_all(file, out);
    if (!good)
        reason_set(why, "%.200s: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    return good;
}

// Its output goes through a file, the only one that it can write; its messages are passed on when it has ended.
static bool run_confined(const FrontendInput *in, const Arguments *arguments, const char *output, bool quiet,
                         Reach *reach, Text *out, Arena *arena, Reason *why) {
    ProcessResult r;
    reach_sources(in, arena, reach);
    confined_run(arguments->at, reach, CLANG_SECONDS, &r);
    bool good = r.end == PROCESS_EXITED && (quiet || r.code == 0);
    if (r.end == PROCESS_NOT_STARTED)
        reason_set(why, "cannot start clang-19: %s", r.output.at);
    else if (r.output.count && !quiet)
        fputs(r.output.at, stderr);
    process_result_free(&r);
    reach_free(reach);
    return good && read_file(output, out, why);
}

static bool compile_confined(Compile *c, Text *out, Reason *why) {
    static const char *const to_file[] = { "sh", "-c", "CCACHE_DISABLE=1 exec \"$@\" >\"$0\"" };
    Arena *arena = arena_new();
    Arguments arguments = { 0 };
    Reach reach = { .writable = make_directory(arena) };
    bool good = false;
    if (!reach.writable)
        reason_set(why, "no temporary directory: %s", strerror(errno));
    else {
        const char *output = arena_printf(arena, "%s/program.bc", reach.writable);
        for (size_t i = 0; writes_to_stdout(c) && i < COUNT(to_file); i++)
            vec_push(&arguments, to_file[i]);
        if (writes_to_stdout(c))
            vec_push(&arguments, output);
        good = take_source(c, reach.writable, arena, why);
        if (good)
            add_arguments(c, output, &arguments);
        good = good && run_confined(c->in, &arguments, output, c->what == CLANG_TYPES, &reach, out, arena, why);
        nftw(reach.writable, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    }
    vec_free(&arguments);
    arena_free(arena);
    return good;
}

static bool compile_plain(Compile *c, Text *out, Reason *why) {
    Arguments arguments = { 0 };
    VEC(char *) environment = { 0 };
    for (char **e = environ; *e; e++)
        vec_push(&environment, *e);
    if (c->what != CLANG_CODE) // ccache, where it stands for clang, would give it the file without macros
        vec_push(&environment, "CCACHE_DISABLE=1");
    vec_push(&environment, NULL);
    add_arguments(c, "-", &arguments);
    bool good = run_clang(&arguments, environment.at, c->what == CLANG_TYPES, out, why);
    vec_free(&environment);
    vec_free(&arguments);
    return good;
}

static bool compile_file(Compile *c, Text *out, Reason *why) {
    if (c->in->sandbox_compiler)
        return compile_confined(c, out, why);
    Arena *arena = arena_new();
    const char *directory = c->file->appended ? make_directory(arena) : NULL;
    bool good = directory || !c->file->appended;
    if (!good)
        reason_set(why, "no temporary directory: %s", strerror(errno));
    good = good && take_source(c, directory, arena, why) && compile_plain(c, out, why);
    if (directory)
        nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    arena_free(arena);
    return good;
}

bool clang_text(const FrontendInput *in, const SourceFile *file, ClangOutput what, Text *out, Reason *why) {
    FrontendInput one = *in; // only this file need be readable
    SourceFile files[] = { *file };
    one.files.at = files;
    one.files.count = 1;
    reason_set(why, "%s does not compile", file->path);
    return compile_file(&(Compile){ .in = &one, .file = file, .what = what }, out, why);
}

static LLVMModuleRef parse(LLVMContextRef context, LLVMMemoryBufferRef buffer, const char *name, Reason *why) {
    LLVMModuleRef module = NULL;
    if (LLVMParseBitcodeInContext2(context, buffer, &module))
        reason_set(why, "%s: the compiler's output cannot be read", name);
    LLVMDisposeMemoryBuffer(buffer);
    if (module)
        LLVMSetIsNewDbgInfoFormat(module, false);
    return module;
}

static LLVMModuleRef compile_as(LLVMContextRef context, const FrontendInput *in, const SourceFile *file,
                                const Arguments *more, bool gnu_inline, Reason *why) {
    Text bitcode = { 0 };
    LLVMModuleRef module = NULL;
    reason_set(why, "%s does not compile%s", file->path, file->appended ? " with the rules or the driver" : "");
    if (compile_file(&(Compile){ in, file, CLANG_CODE, more, gnu_inline, NULL, NULL }, &bitcode, why))
        module = parse(context, LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode.at, bitcode.count, file->path),
                       file->path, why);
    vec_free(&bitcode);
    if (module && (in->rules || driver_weaves(in->driver)))
        weave_take_marks(module);
    return module;
}

static bool wants_model(LLVMValueRef v) {
    const char *name = LLVMGetValueName2(v, &(size_t){ 0 });
    bool intrinsic = strncmp(name, "llvm.", 5) == 0;
    return LLVMIsDeclaration(v) && LLVMGetFirstUse(v) && (intrinsic ? library_file(name) != NULL : !read_knows(name));
}

// How many functions are used that nobody here defines or models.
static uint32_t count_missing(LLVMModuleRef module) {
    uint32_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        n += wants_model(f) && !library_file(LLVMGetValueName2(f, &(size_t){ 0 }));
    return n;
}

// At -O0 clang leaves out the bodies of C99's "inline" functions (they are copies of what is
// defined elsewhere).  Under the rules of old GNU C they are there, so where functions are
// missing we try those, and take what has more.
static LLVMModuleRef compile(LLVMContextRef context, const FrontendInput *in, const SourceFile *file,
                             const Arguments *more, Reason *why) {
    LLVMModuleRef module = compile_as(context, in, file, more, false, why);
    uint32_t missing = module ? count_missing(module) : 0;
    if (!missing)
        return module;
    Reason unused;
    LLVMModuleRef other = compile_as(context, in, file, more, true, &unused);
    bool better = other && count_missing(other) < missing;
    if (better || other)
        LLVMDisposeModule(better ? module : other);
    return better ? other : module;
}

// Is the file of that number its original with checks, under the same arguments and rules for "inline"?
static bool is_copy(LLVMModuleRef module, const FrontendInput *in, uint32_t number, const Arguments *more,
                    Reason *why) {
    if (!in->copy || number >= in->copy->original->count)
        return true;
    FrontendInput before = *in;
    before.files = *in->copy->original;
    before.copy = NULL;
    LLVMModuleRef original = compile(LLVMGetModuleContext(module), &before, &before.files.at[number], more, why);
    bool same = original && same_code(original, module, in->copy, why);
    if (original)
        LLVMDisposeModule(original);
    return same;
}

// ---- linking ----
static void on_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    reason_set(context, "%s", text);
    LLVMDisposeMessage(text);
}

static bool link_into(LLVMModuleRef program, LLVMModuleRef part, Reason *why) {
    assert(program != part && LLVMGetModuleContext(program) == LLVMGetModuleContext(part));
    reason_set(why, "the files cannot be linked");
    LLVMContextRef context = LLVMGetModuleContext(program);
    LLVMContextSetDiagnosticHandler(context, on_diagnostic, why);
    bool good = !LLVMLinkModules2(program, part);
    LLVMContextSetDiagnosticHandler(context, NULL, NULL);
    return good;
}

// The compiled model.
static char *model_path(Arena *arena, uint32_t bits, const char *file) {
    assert(bits == 32 || bits == 64);
    return library_path(arena, arena_printf(arena, "%u/%.*s.bc", bits, (int)(strlen(file) - 2), file));
}

// Does the program mean another function of that name?  "int f()" says nothing about it.
static bool is_another(LLVMModuleRef program, LLVMValueRef model) {
    LLVMValueRef declared = LLVMGetNamedFunction(program, LLVMGetValueName2(model, &(size_t){ 0 }));
    if (!declared || !LLVMIsDeclaration(declared))
        return false;
    LLVMTypeRef type = LLVMGlobalGetValueType(declared);
    bool says_nothing = LLVMIsFunctionVarArg(type) && LLVMCountParamTypes(type) == 0;
    return !says_nothing && type != LLVMGlobalGetValueType(model);
}

// A model gives way to whatever the program defines itself, or declares otherwise.
static void make_weak(LLVMModuleRef program, LLVMModuleRef model) {
    for (LLVMValueRef f = LLVMGetFirstFunction(model); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) != LLVMExternalLinkage)
            continue;
        bool another = is_another(program, f);
        LLVMSetLinkage(f, another ? LLVMInternalLinkage : LLVMWeakAnyLinkage);
        if (another)
            LLVMSetValueName2(f, "__hone_model", strlen("__hone_model"));
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(model); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetInitializer(g) && LLVMGetLinkage(g) == LLVMExternalLinkage)
            LLVMSetLinkage(g, LLVMWeakAnyLinkage);
}

static bool link_model(LLVMModuleRef program, const FrontendInput *in, const char *file, Reason *why) {
    assert(file && *file);
    Arena *arena = arena_new();
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL, *path = model_path(arena, in->pointer_bits, file);
    LLVMModuleRef model = NULL;
    if (!path || LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        reason_set(why, "the library model %s is missing: build Hone again", file);
        LLVMDisposeMessage(message);
    } else {
        model = parse(LLVMGetModuleContext(program), buffer, path, why);
    }
    arena_free(arena);
    if (!model)
        return false;
    make_weak(program, model);
    return link_into(program, model, why);
}

// Models may call other models: until nothing is missing that we have.
static bool link_models(LLVMModuleRef program, const FrontendInput *in, Reason *why) {
    VEC(const char *) linked = { 0 };
    bool good = true;
    for (uint32_t before = 1; good && before != linked.count;) {
        VEC(const char *) files = { 0 };
        before = linked.count;
        for (int variables = 0; variables < 2; variables++) {
            LLVMValueRef v = variables ? LLVMGetFirstGlobal(program) : LLVMGetFirstFunction(program);
            for (; v; v = variables ? LLVMGetNextGlobal(v) : LLVMGetNextFunction(v)) {
                const char *file = wants_model(v) ? library_file(LLVMGetValueName2(v, &(size_t){ 0 })) : NULL;
                bool known = !file;
                for (uint32_t i = 0; i < linked.count && !known; i++)
                    known = strcmp(linked.at[i], file) == 0;
                if (known)
                    continue;
                vec_push(&linked, file);
                vec_push(&files, file);
            }
        }
        for (uint32_t i = 0; i < files.count && good; i++)
            good = link_model(program, in, files.at[i], why);
        vec_free(&files);
    }
    vec_free(&linked);
    return good;
}

// What is_constant and objectsize give without optimisation must be settled before sroa knows more of their operands:
// an optimiser knows more, too, but where the object is named at the place itself.
static bool is_settled(LLVMValueRef use) {
    LLVMValueRef base = LLVMGetOperand(use, 0);
    while (LLVMIsAGetElementPtrInst(base) ||
           (LLVMIsAConstantExpr(base) && LLVMGetConstOpcode(base) == LLVMGetElementPtr))
        base = LLVMGetOperand(base, 0);
    return LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base);
}

static void note_unoptimised(LLVMModuleRef module) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        bool size = !strncmp(name, "llvm.objectsize.", 16), constant = !strncmp(name, "llvm.is.constant.", 17);
        for (LLVMUseRef use = size || constant ? LLVMGetFirstUse(f) : NULL; use; use = LLVMGetNextUse(use))
            if (constant || !is_settled(LLVMGetUser(use)))
                notes_add(module, UNOPTIMISED_NOTE, name, length);
    }
}

// sroa drops accesses outside of a variable; where these matter only whole variables become registers.
static bool run_passes(LLVMModuleRef module, bool memory, Reason *why) {
    const char *passes =
        memory ? "function(lower-constant-intrinsics,mem2reg)" : "function(lower-constant-intrinsics,sroa)";
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    note_unoptimised(module);
    LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (error) {
        char *text = LLVMGetErrorMessage(error);
        reason_set(why, "LLVM: %s", text);
        LLVMDisposeErrorMessage(text);
    }
    LLVMSetIsNewDbgInfoFormat(module, false);
    return !error;
}

typedef VEC(LLVMModuleRef) VecModule;

// A call of a function that is watched stays a call, whatever the compiler knows of the name.
static void watched_arguments(const FrontendInput *in, Arena *arena, Arguments *out) {
    for (size_t i = 0; i < COUNT(in->events.functions) && in->events.functions[i]; i++)
        vec_push(out, arena_printf(arena, "-fno-builtin-%s", in->events.functions[i]));
    for (uint32_t i = 0; in->rules && i < in->rules->count; i++)
        for (uint32_t k = 0; k < in->rules->at[i].events.count; k++)
            vec_push(out, arena_printf(arena, "-fno-builtin-%s", in->rules->at[i].events.at[k].function));
}

// What the code does not show: a constructor or destructor that is declared as one behind its definition (late.h).
static bool note_late(LLVMModuleRef part, const FrontendInput *in, const SourceFile *file, Reason *why) {
    Arena *arena = arena_new();
    Text text = { 0 };
    const char *source = file_read(file->path, SIZE_MAX, arena, &(size_t){ 0 }, why);
    bool good = source != NULL, possible = good && late_is_possible(source);
    for (uint32_t i = 0; i < file->arguments.count; i++) // macros and files may come from there
        possible |= strstr(file->arguments.at[i], "structor") || !strncmp(file->arguments.at[i], "-i", 2);
    if (good && possible) {
        good = clang_text(in, file, CLANG_PREPROCESSED, &text, why);
        vec_push(&text, 0);
        const char *name = good ? late_attribute(text.at, arena) : NULL;
        if (name)
            notes_add(part, LATE_NOTE, name, strlen(name));
    }
    vec_free(&text);
    arena_free(arena);
    return good;
}

// A file is compiled again where the program defines functions that compilers take for the library's.
static bool compile_files(LLVMContextRef context, const FrontendInput *in, bool zeroed, VecModule *parts, Reason *why) {
    static const char zero[] = "-ftrivial-auto-var-init=zero";
    assert(in->files.count && !parts->count);
    Arena *arena = arena_new();
    Arguments more = { 0 };
    bool good = true;
    watched_arguments(in, arena, &more);
    if (zeroed)
        vec_push(&more, zero);
    for (uint32_t i = 0; i < in->files.count && good; i++) {
        LLVMModuleRef part = compile(context, in, &in->files.at[i], &more, why);
        good = part != NULL;
        if (good)
            vec_push(parts, part);
    }
    for (uint32_t i = 0; i < in->files.count && good; i++) {
        more.count = 0;
        own_arguments(arena, parts->count, parts->at, i, &more);
        bool own = more.count > 0;
        watched_arguments(in, arena, &more);
        if (zeroed)
            vec_push(&more, zero);
        LLVMModuleRef again = own ? compile(context, in, &in->files.at[i], &more, why) : parts->at[i];
        good = again != NULL;
        if (again && again != parts->at[i]) {
            LLVMDisposeModule(parts->at[i]);
            parts->at[i] = again;
        }
        good = good && is_copy(again, in, i, &more, why); // the code that is used: fabs() may be the program's own
        good = good && note_late(again, in, &in->files.at[i], why);
    }
    vec_free(&more);
    arena_free(arena);
    return good;
}

// The program as it is written, with the calls of rules: NULL where it cannot be compiled or linked.
static LLVMModuleRef compile_program(LLVMContextRef context, const FrontendInput *in, bool zeroed, Reason *why) {
    VecModule parts = { 0 };
    bool good = compile_files(context, in, zeroed, &parts, why) && parts.count;
    LLVMModuleRef program = parts.count ? parts.at[0] : NULL;
    for (uint32_t i = 1; i < parts.count; i++)
        if (good)
            good = link_into(program, parts.at[i], why);
        else
            LLVMDisposeModule(parts.at[i]);
    vec_free(&parts);
    if (good && in->rules)
        good = weave(program, in, why);
    if (good && driver_weaves(in->driver))
        good = weave_interrupts(program, in->driver, why);
    if (!good && program)
        LLVMDisposeModule(program);
    return good ? program : NULL;
}

LLVMModuleRef clang_compile(LLVMContextRef context, const FrontendInput *in, Reason *why) {
    assert(in->files.count);
    LLVMModuleRef program = compile_program(context, in, false, why);
    if (!program)
        return NULL;
    bool good = true;
    sequence_look(program);
    own_note(program);
    linker_decide(program);
    choose_variants(program, in->events.accesses);
    if (in->events.accesses)
        printed_check(program);
    LLVMValueRef entry = LLVMGetNamedFunction(program, in->entry);
    if (entry && LLVMCountParams(entry) && !strcmp(in->entry, "main"))
        good = link_model(program, in, "start.c", why);
    if (good && (LLVMGetNamedGlobal(program, "llvm.global_dtors") || linker_has_section(program, ".fini_array")))
        good = link_model(program, in, "exit.c", why);
    good = good && link_models(program, in, why) && (!in->driver || driver_check(program, in->driver, why));
    if (good) {
        instrument(program, events_of_memory(&in->events));
        good = run_passes(program, events_of_memory(&in->events), why);
    }
    if (good)
        formats_fold(program);
    else
        LLVMDisposeModule(program);
    return good ? program : NULL;
}

bool clang_weave(const FrontendInput *in, bool zeroed, const char *path, Reason *why) {
    assert(in->rules);
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef program = compile_program(context, in, zeroed, why);
    bool good = program != NULL;
    if (good && LLVMWriteBitcodeToFile(program, path)) {
        reason_set(why, "%.200s cannot be written", path);
        good = false;
    }
    if (program)
        LLVMDisposeModule(program);
    LLVMContextDispose(context);
    return good;
}
