#include "answer/replay/unforced.h"
#include "answer/run/stdin_text.h"
#include "answer/run/arguments.h"
#include "answer/run/run_slice.h"
#include "answer/story/story_place.h"
#include "program/edit.h"
#include <string.h>

// ---- library inputs ----
// Results of the library that are any value in reality too: the world outside decides.
static const char free_inputs[] =
    " rand random lrand48 mrand48 drand48 time clock clock_gettime gettimeofday getchar getc fgetc fgets gets fread "
    "getline getdelim read recv fopen freopen fclose fflush fseek ftell fwrite remove rename write send open creat "
    "close access unlink mkdir rmdir chdir chroot fchdir setuid seteuid setgid setegid setreuid setregid setgroups "
    "fsync ftruncate lseek pipe dup dup2 fcntl socket socketpair bind listen "
    "connect accept setsockopt shutdown gethostname getcwd getpid getppid fork getuid geteuid getgid getegid isatty "
    "getenv "
    "system pclose sleep usleep nanosleep pthread_cond_timedwait pthread_mutex_timedlock sem_timedwait getwchar "
    "fgetwc fgetws ";
static const char *const free_phrases[] = {
    "end of input",          "error number",  "write error", "number of arguments",
    "length of an argument", PART_OF_ELEMENT, OUTSIDE_READ,  "a string that is printed"
};

// What the standard leaves open and the real library does in one way, which is the model's for an input of 0.
static const char *const usual_at_zero[] = { "size of a comparison's result", "order of equal elements",
                                             "comparisons of qsort", "descriptor", "use of a closed descriptor" };

static bool is_choice(const Trace *t, const TraceInput *input) {
    for (size_t i = 0; i < COUNT(usual_at_zero) && input->kind == INPUT_LIBRARY; i++)
        if (!strcmp(name_text(t->names, input->name), usual_at_zero[i]))
            return true;
    return false;
}

bool unforced_is_unusual(const Trace *t, const TraceInput *input) {
    return is_choice(t, input) && (input->value.lo || input->value.hi);
}

static bool is_free(const Program *p, const char *name) {
    char word[80];
    for (size_t i = 0; i < COUNT(free_phrases); i++)
        if (!strcmp(name, free_phrases[i]))
            return true;
    if (!strcmp(name, SCANNED) || !strcmp(name, SCANNED_CHARACTER) || !strcmp(name, END_OF_SCAN))
        return !stdin_scans_strings(p);
    size_t length = strlen(name), end = strlen(MEMORY_FAILS);
    if (length > end && !strcmp(name + length - end, MEMORY_FAILS))
        return true;
    int n = snprintf(word, sizeof word, " %s ", name);
    return n < (int)sizeof word && strstr(free_inputs, word);
}

// Marks of what only the real library knows: the error hangs on them although no later step reads them.
static bool is_mark(const char *name) {
    return !strcmp(name, "number of a seed that was set before") || !strcmp(name, "strerror");
}

// ---- one influence after the other ----
#define WRITTEN_OUTSIDE "depends on what functions without body write"

typedef struct Finder {
    const Harness *h;
    const RunSlice *slice; // NULL: whatever the run took matters
    bool compiled;
    Unforced found;
} Finder;

static bool is_missing(const char *name) {
    return !strcmp(name, MISSING_ARGUMENT) || !strcmp(name, MISSING_RESULT);
}

static void find_open(Finder *f, const char *text) {
    assert(*text);
    if (!f->found.open)
        f->found.open = text;
}

// Where an address from the run means nothing to another process; but for null and the environment's memory.
static bool is_address(const RunResult *run, const Var *var, uint64_t value) {
    return var && var->pointer && value != 0 && !(run->environment && in_environment(value, 1));
}

// 'var': the variable that got it; NULL: an argument of the entry function.
static void look_at_input(Finder *f, const TraceInput *input, const Var *var) {
    const Harness *h = f->h;
    const Trace *t = &h->run->trace;
    const char *name = arena_strdup(h->arena, name_text(t->names, input->name));
    bool given = harness_gives(h, input) || (is_choice(t, input) && !unforced_is_unusual(t, input));
    if (is_missing(name) || !strcmp(name, INLINE_ASSEMBLY))
        f->found.decided = name;
    else if (input->kind == INPUT_UNINIT && !story_is_of_model(h->p, input->pos))
        find_open(f, arena_printf(h->arena, "depends on the uninitialised variable %s",
                                  var && var->c_name.id ? program_text(h->p, var->c_name) : name));
    else if (input->kind == INPUT_MEMORY)
        find_open(f, WRITTEN_OUTSIDE);
    else if (input->kind == INPUT_LIBRARY && !given && is_free(h->p, name))
        find_open(f, arena_printf(h->arena, "depends on a library input (%s)", name));
    else if (input->kind == INPUT_LIBRARY && !given)
        f->found.decided = name;
    else if (input->kind == INPUT_EXTERNAL && f->compiled && !given)
        f->found.decided = f->found.external = name;
    if (is_address(h->run, var, input->value.lo))
        find_open(f, arena_printf(h->arena, "depends on the value of a pointer (%s)", name));
}

// What a call of another type does not hand over is an input without a step of its own.
static bool has_missing(const Trace *t) {
    for (uint32_t i = 0; i < t->inputs.count; i++)
        if (is_missing(name_text(t->names, t->inputs.at[i].name)))
            return true;
    return false;
}

// The steps of a run take its inputs in order; those before are arguments of the entry function.
static void look_at_steps(Finder *f) {
    const Program *p = f->h->p;
    const RunResult *run = f->h->run;
    const Trace *t = &run->trace;
    uint32_t on_path = 0;
    for (uint32_t i = 0; i < run->path.count; i++)
        on_path += p->edges.at[run->path.at[i]].cmd.kind == CMD_INPUT;
    bool whole = run->path.count == run->steps && on_path <= t->inputs.count && !has_missing(t);
    uint32_t next = whole ? t->inputs.count - on_path : t->inputs.count;
    for (uint32_t i = 0; i < next; i++)
        look_at_input(f, &t->inputs.at[i], NULL);
    for (uint32_t i = 0; whole && i < run->path.count; i++) {
        const Cmd *cmd = &p->edges.at[run->path.at[i]].cmd;
        bool recorded = f->slice && i >= f->slice->first && i - f->slice->first < f->slice->steps.count;
        bool matters = !recorded || f->slice->steps.at[i - f->slice->first].matters;
        if (cmd->kind == CMD_INPUT && (matters || is_mark(name_text(t->names, t->inputs.at[next].name))))
            look_at_input(f, &t->inputs.at[next], &p->vars.at[cmd->var]);
        if (cmd->kind == CMD_HAVOC && matters && cmd->text.id && !strcmp(program_text(p, cmd->text), INLINE_ASSEMBLY))
            f->found.decided = INLINE_ASSEMBLY;
        else if (cmd->kind == CMD_HAVOC && matters)
            find_open(f, WRITTEN_OUTSIDE);
        next += cmd->kind == CMD_INPUT;
    }
}

// The texts of main's arguments can be given, but for the program's own name.
static bool is_argument(const Harness *h, uint32_t number) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->run->trace.inputs.count; i++)
        n += argument_is(&h->run->trace, &h->run->trace.inputs.at[i], LENGTH_OF_ARGUMENT);
    for (uint32_t i = 1; i < n; i++)
        if (argument_object(h->p, i) == number)
            return true;
    return false;
}

static void look_at_memory(Finder *f) {
    const Harness *h = f->h;
    if (!f->slice) {
        if (run_unwritten(h->run) > argument_bytes(h->p, &h->run->trace))
            find_open(f, "depends on uninitialised memory");
        return;
    }
    for (uint32_t i = 0; i < f->slice->initial.count; i++) {
        const RunObject *o = &f->slice->initial.at[i];
        const Object *site = &h->p->objects.at[o->site];
        if (site->external || is_argument(h, o->number))
            continue;
        Name name = site->c_name.id ? site->c_name : site->name;
        find_open(f, arena_printf(h->arena, "depends on uninitialised memory (%s)", program_text(h->p, name)));
    }
}

static bool has_threads(const Program *p, const RunResult *run) {
    for (uint32_t i = 0; i < run->path.count; i++)
        if (p->edges.at[run->path.at[i]].cmd.kind == CMD_THREAD_CREATE)
            return true;
    return run->trace.schedule.count > 0;
}

Unforced unforced_find(const Harness *h, bool compiled) {
    RunSlice slice;
    bool threads = has_threads(h->p, h->run);
    bool sliced = !threads && run_slice(h->p, h->run, SLICE_ALL, &slice);
    Finder f = { .h = h, .slice = sliced ? &slice : NULL, .compiled = compiled };
    look_at_steps(&f);
    look_at_memory(&f);
    f.found.order_only = threads && !f.found.open;
    if (threads)
        find_open(&f, "depends on the order in which threads run");
    if (sliced)
        run_slice_free(&slice);
    return f.found;
}
