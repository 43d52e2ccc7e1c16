#include "report/own_files.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_ours(const char *path) {
    char line[200] = "";
    FILE *in = fopen(path, "r");
    bool ours = in && fgets(line, sizeof line, in) && strstr(line, OWN_MARK);
    if (in)
        fclose(in);
    return ours;
}

bool own_may_write(const char *path, Reason *why) {
    struct stat st;
    if (lstat(path, &st) != 0 || (S_ISREG(st.st_mode) && is_ours(path)))
        return true;
    reason_set(why, "%.300s is not a file that Hone made: it is not overwritten", path);
    return false;
}

bool own_write(const char *directory, const char *name, const Text *text, Arena *arena, Reason *why) {
    assert(text->count && strstr(text->at, OWN_MARK)); // else it would not be ours the next time
    const char *path = arena_printf(arena, "%s/%s", directory, name);
    if (!own_may_write(path, why))
        return false;
    FILE *out = fopen(path, "w");
    bool good = out && fwrite(text->at, 1, text->count, out) == text->count;
    good = out && fclose(out) == 0 && good;
    if (!good)
        reason_set(why, "cannot write %.300s: %s", path, strerror(errno));
    return good;
}

// Files of an earlier run, which this one may not have.
static void remove_old(const char *directory, bool (*is_old)(const char *name), Arena *arena) {
    DIR *d = opendir(directory);
    for (struct dirent *e; d && (e = readdir(d));) {
        const char *path = arena_printf(arena, "%s/%s", directory, e->d_name);
        if (is_old(e->d_name) && is_ours(path))
            remove(path);
    }
    if (d)
        closedir(d);
}

bool own_directory(const char *directory, uint32_t n, const char *const names[], bool (*is_old)(const char *name),
                   Reason *why) {
    assert(directory && *directory);
    Arena *arena = arena_new();
    struct stat st;
    bool good = (mkdir(directory, 0777) == 0 || errno == EEXIST) && stat(directory, &st) == 0 && S_ISDIR(st.st_mode);
    if (!good)
        reason_set(why, "cannot make the directory %.300s: %s", directory, strerror(errno ? errno : ENOTDIR));
    for (uint32_t i = 0; i < n && good; i++)
        good = own_may_write(arena_printf(arena, "%s/%s", directory, names[i]), why);
    if (good)
        remove_old(directory, is_old, arena);
    arena_free(arena);
    return good;
}

// ---- the Makefile ----
void make_quote(Text *out, const char *word) {
    text_add(out, " '");
    for (const char *c = word; *c; c++)
        text_add(out, *c == '$' ? "$$" : *c == '\'' ? "'\\''" : "%c", *c);
    text_add(out, "'");
}

const char *absolute_path(const char *path, Arena *arena) {
    char *real = realpath(path, NULL);
    const char *copy = arena_strdup(arena, real ? real : path);
    free(real);
    return copy;
}

// Options with their values; of directories the absolute paths.
void make_arguments(const SourceFile *file, Arena *arena, Text *out) {
    for (uint32_t i = 0; i < file->arguments.count; i++) {
        const char *word = file->arguments.at[i];
        bool before =
            i && (!strcmp(file->arguments.at[i - 1], "-I") || !strcmp(file->arguments.at[i - 1], "-isystem") ||
                  !strcmp(file->arguments.at[i - 1], "-include"));
        if (before)
            word = absolute_path(word, arena);
        else if (!strncmp(word, "-I", 2) && word[2])
            word = arena_printf(arena, "-I%s", absolute_path(word + 2, arena));
        make_quote(out, word);
    }
}

void make_objects(const SourceFiles *files, const char *flags, const char *then, Arena *arena, Text *out) {
    for (uint32_t i = 0; i < files->count; i++) {
        const SourceFile *file = &files->at[i];
        text_add(out, "source%u.o: %s\n\t$(CC) $(CFLAGS) %s", i + 1, absolute_path(file->path, arena), flags);
        make_arguments(file, arena, out);
        text_add(out, " -c -o $@ $<\n%s", then);
    }
}
