#include "base/sandbox/sandbox.h"
#include "base/sandbox/landlock.h"
#include "base/limits.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <unistd.h>

extern char **environ;

typedef VEC(const char *) Words;

typedef struct Job { // something to be run in a sandbox
    const char *path;
    const char *const *arguments, *const *environment; // each ends with NULL
    const char *directory;                             // absolute
    Tenant tenant;
    Words readable;       // absolute paths, beside the system's
    const char *writable; // absolute path of a directory, or NULL
    const char *linked;   // what 'path' is a link to; NULL: it is none
    ProcessLimits limits;
    Arena *arena;
} Job;

static const char *const libraries[] = { "/lib",       "/lib32",     "/lib64",      "/libx32",          "/usr/lib",
                                         "/usr/lib32", "/usr/lib64", "/usr/libx32", "/etc/ld.so.cache", NULL };
static const char *const toolbox[] = {
    "/usr", "/bin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache", "/etc/alternatives", NULL
};
static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", NULL };

static const char *const *system_files(const Job *job) {
    return job->tenant == TENANT_COMPILER ? toolbox : libraries;
}

static Start start_of(const Job *job) {
    return (Start){ .path = job->path,
                    .arguments = job->arguments,
                    .environment = job->environment,
                    .directory = job->directory,
                    .limits = job->limits,
                    .locked = job->tenant == TENANT_PROGRAM };
}

// ---- bubblewrap ----
static void add(Words *words, const char *option, const char *path) {
    vec_push(words, option);
    vec_push(words, path);
    vec_push(words, path);
}

// Mounts come in this order: what comes later lies above.
static void add_mounts(const Job *job, Words *words) {
    if (strcmp(job->directory, "/") != 0) {
        vec_push(words, "--dir");
        vec_push(words, job->directory);
    }
    for (uint32_t i = 0; i < job->readable.count; i++)
        add(words, "--ro-bind-try", job->readable.at[i]);
    for (const char *const *path = system_files(job); *path; path++)
        add(words, "--ro-bind-try", *path);
    for (const char *const *path = devices; *path; path++)
        add(words, "--dev-bind-try", *path);
    if (job->linked) {
        vec_push(words, "--symlink");
        vec_push(words, job->linked);
        vec_push(words, job->path);
    }
    if (job->writable)
        add(words, "--bind", job->writable);
}

static void wrap(const Job *job, Words *words) {
    static const char *const before[] = { "bwrap",
                                          "--unshare-all",
                                          "--die-with-parent",
                                          "--new-session",
                                          "--cap-drop",
                                          "ALL",
                                          "--json-status-fd",
                                          "3",
                                          "--seccomp",
                                          "4" };
    static_assert(FIRST_GIVEN == 3, "the numbers above");
    for (size_t i = 0; i < COUNT(before); i++)
        vec_push(words, before[i]);
    add_mounts(job, words);
    const char *const after[] = { "--remount-ro", "/", "--chdir", job->directory, "--", job->path };
    for (size_t i = 0; i < COUNT(after); i++)
        vec_push(words, after[i]);
    for (uint32_t i = 1; job->arguments[i]; i++)
        vec_push(words, job->arguments[i]);
    vec_push(words, NULL);
}

// The end of a pipe that the filter can be read from.
static int filter_file(const SeccompFilter *filter) {
    int ends[2];
    size_t bytes = filter->count * sizeof filter->at[0];
    static_assert(sizeof filter->at <= 65536, "fits into a pipe");
    if (pipe2(ends, O_CLOEXEC))
        return -1;
    bool written = write(ends[1], filter->at, bytes) == (ssize_t)bytes;
    close(ends[1]);
    if (!written)
        close(ends[0]);
    return written ? lift_file(ends[0]) : -1;
}

// Bubblewrap writes the program's exit code to its status file only if it has set up everything and executed the
// program, which cannot write there.  A signal is 128 + its number.
static bool read_status(const Text *status, ProcessResult *r, Reason *why) {
    static const char key[] = "\"exit-code\":";
    const char *code = strstr(status->at, key);
    if (!code && r->end == PROCESS_TIMED_OUT && strstr(status->at, "\"child-pid\":"))
        return true;
    if (!code) {
        int n = (int)strcspn(r->output.at, "\n");
        if (n)
            reason_set(why, "%.*s", n < 150 ? n : 150, r->output.at);
        else
            reason_set(why, "bwrap: sets up nothing and says nothing");
        return false;
    }
    r->end = PROCESS_EXITED;
    r->code = atoi(code + sizeof key - 1);
    if (r->code > 128 && r->code <= 128 + 64) {
        r->signal = r->code - 128;
        r->end = r->signal == SIGXCPU || r->signal == SIGKILL ? PROCESS_TIMED_OUT : PROCESS_KILLED;
    }
    return true;
}

// These return whether the job was run; else 'why' says why not, and nothing of it was executed.
static bool run_in_bubblewrap(const Job *job, ProcessResult *r, Reason *why) {
    SeccompFilter filter;
    Words words = { 0 };
    Text status = { 0 };
    int ends[2];
    const char *bwrap = find_tool("bwrap", job->arena);
    *r = (ProcessResult){ 0 };
    reason_set(why, "bwrap: %s", !bwrap ? "not installed" : "no filter of system calls for this machine");
    if (!bwrap || !seccomp_make(job->tenant, true, &filter))
        return false;
    int rules = filter_file(&filter);
    reason_set(why, "bwrap: %s", strerror(errno));
    if (rules < 0 || pipe2(ends, O_CLOEXEC | O_NONBLOCK)) {
        close(rules);
        return false;
    }
    ends[1] = lift_file(ends[1]);
    wrap(job, &words);
    Start s = start_of(job);
    s.path = bwrap;
    s.arguments = words.at;
    s.directory = "/";
    s.given[0] = ends[1];
    s.given[1] = rules;
    start_process(&s, r);
    close(ends[1]);
    close(rules);
    text_add(&status, "%s", "");
    read_available(ends[0], &status);
    close(ends[0]);
    bool ran = read_status(&status, r, why);
    vec_free(&status);
    vec_free(&words);
    return ran;
}

// ---- Landlock ----
static bool allow_all(const Job *job, int rules) {
    bool good = true;
    for (const char *const *path = system_files(job); *path; path++)
        good = good && landlock_allow(rules, *path, LANDLOCK_READ);
    for (const char *const *path = devices; *path; path++)
        good = good && landlock_allow(rules, *path, path == devices ? LANDLOCK_WRITE : LANDLOCK_READ);
    for (uint32_t i = 0; i < job->readable.count; i++)
        good = good && landlock_allow(rules, job->readable.at[i], LANDLOCK_READ);
    return good && (!job->writable || landlock_allow(rules, job->writable, LANDLOCK_WRITE));
}

static bool run_in_landlock(const Job *job, ProcessResult *r, Reason *why) {
    SeccompFilter filter;
    *r = (ProcessResult){ 0 };
    reason_set(why, "no filter of system calls for this machine");
    if (!seccomp_make(job->tenant, false, &filter))
        return false;
    int rules = landlock_new();
    if (rules < 0) {
        reason_set(why, "Landlock: %s", errno == ENOSYS ? "not in this kernel" : strerror(errno));
        return false;
    }
    Start s = start_of(job);
    s.rules = lift_file(rules);
    s.filter = &filter;
    bool good = s.rules > 0 && allow_all(job, s.rules);
    if (!good)
        reason_set(why, "Landlock: %s", strerror(errno));
    if (good)
        start_process(&s, r);
    if (s.rules > 0)
        close(s.rules);
    if (good && r->end == PROCESS_NOT_STARTED)
        reason_set(why, "%.150s", r->output.at);
    return good && r->end != PROCESS_NOT_STARTED;
}

// ---- both ----
static void refuse(ProcessResult *r, const char *format, const char *first, const char *second) {
    process_result_free(r);
    text_add(&r->output, format, first, second);
}

static void run_job(const Job *job, ProcessResult *r) {
    Reason first, second;
    if (run_in_bubblewrap(job, r, &first))
        return;
    process_result_free(r);
    if (!run_in_landlock(job, r, &second))
        refuse(r, "no sandbox works here: %s; %s", first.text, second.text);
}

void sandbox_run(const char *executable, const char *const arguments[], const char *directory, Protection protection,
                 const ProcessLimits *limits, ProcessResult *r) {
    static const char *const nothing[] = { NULL };
    Words words = { 0 };
    vec_push(&words, executable);
    for (uint32_t i = 0; arguments[i]; i++)
        vec_push(&words, arguments[i]);
    vec_push(&words, NULL);
    Job job = { .path = executable, .arguments = words.at, .environment = nothing, .limits = *limits };
    job.arena = arena_new();
    job.directory = protection == PROTECT_SANDBOX ? "/" : directory;
    job.tenant = TENANT_PROGRAM;
    char absolute[PATH_MAX];
    if (!realpath(executable, absolute))
        *r = (ProcessResult){ 0 }, refuse(r, "%s: %s", executable, strerror(errno));
    else if (protection == PROTECT_SANDBOX) {
        job.path = absolute;
        vec_push(&job.readable, absolute);
        run_job(&job, r);
    } else if (protection == PROTECT_LIMITS_ONLY) {
        Start s = start_of(&job);
        start_process(&s, r);
    } else
        *r = (ProcessResult){ 0 }, refuse(r, "--replay none%s%s", "", "");
    arena_free(job.arena);
    vec_free(&job.readable);
    vec_free(&words);
}

// ---- tools ----
static void add_text(Words *words, Arena *arena, const char *name, const char *value) {
    vec_push(words, arena_printf(arena, "%s=%s", name, value));
}

void process_run(const char *const arguments[], double seconds, ProcessResult *r) {
    Arena *arena = arena_new();
    Words environment = { 0 };
    bool own_place = *limits_tempdir() != 0; // a compiler that is killed leaves files: there they are removed
    for (char **e = environ; *e; e++)
        if (strncmp(*e, "LC_", 3) != 0 && strncmp(*e, "LANG", 4) != 0 && !(own_place && strncmp(*e, "TMPDIR=", 7) == 0))
            vec_push(&environment, *e);
    vec_push(&environment, "LC_ALL=C"); // we read messages
    if (own_place)
        add_text(&environment, arena, "TMPDIR", limits_tempdir());
    vec_push(&environment, NULL);
    Start s = { .path = find_tool(arguments[0], arena), .arguments = arguments, .environment = environment.at };
    s.limits = (ProcessLimits){ seconds, seconds, 0 };
    *r = (ProcessResult){ 0 };
    if (s.path)
        start_process(&s, r);
    else
        refuse(r, "%s is not there%s", arguments[0], "");
    vec_free(&environment);
    arena_free(arena);
}

// A path is seen under the name it was given and under its real one.
static void make_readable(Job *job, const char *path) {
    char real[PATH_MAX];
    const char *names[2] = { path, realpath(path, real) };
    if (*path != '/')
        names[0] = arena_printf(job->arena, "%s/%s", job->directory, path);
    if (strstr(names[0], "/.."))
        names[0] = NULL;
    for (int i = 0; i < 2; i++)
        if (names[1] && names[i])
            vec_push(&job->readable, arena_strdup(job->arena, names[i]));
}

static bool is_of_system(const char *path) {
    return !strncmp(path, "/usr/", 5) || !strncmp(path, "/bin/", 5);
}

// A compiler that is not in /usr has its headers and tools beside the directory it is in.
static void add_toolchain(Job *job) {
    char real[PATH_MAX];
    if (!realpath(job->path, real))
        return;
    if (!is_of_system(job->path) && strcmp(real, job->path) != 0)
        job->linked = arena_strdup(job->arena, real);
    if (is_of_system(real))
        return;
    char *slash = strrchr(real, '/');
    *slash = 0;
    if (slash - real >= 4 && !strcmp(slash - 4, "/bin"))
        slash[-4] = 0;
    if (*real)
        vec_push(&job->readable, arena_strdup(job->arena, real));
}

void confined_run(const char *const arguments[], const Reach *reach, double seconds, ProcessResult *r) {
    char here[PATH_MAX], place[PATH_MAX];
    Words environment = { 0 };
    Job job = { .arguments = arguments, .tenant = TENANT_COMPILER, .limits = { seconds, seconds, 0 } };
    job.arena = arena_new();
    job.directory = getcwd(here, sizeof here) ? here : "/";
    job.path = find_tool(arguments[0], job.arena);
    job.writable = realpath(reach->writable, place);
    const char *path = getenv("PATH");
    // a folder of links to tools is not seen there, the tools are
    add_text(&environment, job.arena, "PATH",
             path ? arena_printf(job.arena, "%s:/usr/bin:/bin", path) : "/usr/bin:/bin");
    add_text(&environment, job.arena, "TMPDIR", job.writable ? job.writable : "/");
    add_text(&environment, job.arena, "HOME", job.writable ? job.writable : "/");
    add_text(&environment, job.arena, "LC_ALL", "C");
    add_text(&environment, job.arena, "CCACHE_DISABLE", "1"); // its files are out of reach
    vec_push(&environment, NULL);
    job.environment = environment.at;
    *r = (ProcessResult){ 0 };
    if (!job.path)
        refuse(r, "%s is not there%s", arguments[0], "");
    else if (!job.writable)
        refuse(r, "%s: %s", reach->writable, strerror(errno));
    else {
        add_toolchain(&job);
        for (uint32_t i = 0; i < reach->readable.count; i++)
            make_readable(&job, reach->readable.at[i]);
        run_job(&job, r);
    }
    vec_free(&environment);
    vec_free(&job.readable);
    arena_free(job.arena);
}
