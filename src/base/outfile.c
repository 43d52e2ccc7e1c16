#include "base/outfile.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- before the work ----
static bool can_write(const OutFile *f, Reason *why) {
    bool is_there = access(f->path, F_OK) == 0;
    int file = open(f->path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | (is_there ? 0 : O_CREAT), 0666);
    if (file < 0 && errno != ENXIO) { // a pipe that nobody reads from yet is fine
        reason_set(why, "cannot write %.300s: %s", f->path, strerror(errno));
        return false;
    }
    if (file >= 0)
        close(file);
    if (!is_there)
        remove(f->path);
    return true;
}

// Two names of one regular file; devices and pipes may be written to several times.
static bool is_same(const char *a, const char *b) {
    struct stat x, y;
    if (stat(a, &x) || stat(b, &y))
        return !strcmp(a, b);
    return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool is_free(const OutFiles *files, uint32_t i, const Options *options, Reason *why) {
    const OutFile *f = &files->at[i];
    for (uint32_t k = 0; k < options->files.count; k++)
        if (is_same(f->path, options->files.at[k])) {
            reason_set(why, "%s would overwrite the input file %.300s", f->option, options->files.at[k]);
            return false;
        }
    for (uint32_t k = 0; k < i; k++)
        if (is_same(f->path, files->at[k].path)) {
            reason_set(why, "%s and %s name the same file: %.300s", files->at[k].option, f->option, f->path);
            return false;
        }
    return true;
}

bool outfiles_check(const Options *options, Reason *why) {
    assert(options && why);
    Arena *arena = arena_new();
    OutFiles files = options_outfiles(options, arena);
    bool good = true;
    for (uint32_t i = 0; i < files.count && good; i++)
        good = is_free(&files, i, options, why) && can_write(&files.at[i], why);
    vec_free(&files);
    arena_free(arena);
    return good;
}

// ---- afterwards ----
// Where the member wrote it, or NULL.
static const char *written_to(const char *path, const Desk *desk) {
    char name[1000];
    assert(path && desk);
    snprintf(name, sizeof name, "file:%s", path);
    return desk_told(desk, name);
}

bool outfile_is_written(const char *path, const Desk *desk) {
    return written_to(path, desk) != NULL;
}

bool outfile_copy(const char *path, const Desk *desk, Reason *why) {
    char buffer[4096];
    const char *from = written_to(path, desk);
    FILE *in = from ? fopen(from, "r") : NULL, *out = in ? fopen(path, "w") : NULL;
    bool good = !in || out;
    for (size_t n; out && good && (n = fread(buffer, 1, sizeof buffer, in)) > 0;)
        good = fwrite(buffer, 1, n, out) == n;
    good = (!out || fclose(out) == 0) && good;
    if (in)
        fclose(in);
    if (!good)
        reason_set(why, "cannot write %.300s: %s", path, strerror(errno));
    return good;
}

bool outfiles_copy(const Options *options, const Desk *desk, Reason *why) {
    assert(options && desk && why);
    Arena *arena = arena_new();
    OutFiles files = options_outfiles(options, arena);
    bool good = true;
    for (uint32_t i = 0; i < files.count; i++)
        good = outfile_copy(files.at[i].path, desk, why) && good;
    vec_free(&files);
    arena_free(arena);
    return good;
}
