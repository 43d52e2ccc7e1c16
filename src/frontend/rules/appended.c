#include "frontend/rules/appended.h"
#include "spec/file.h"
#include <errno.h>

const char *appended_argument(const SourceFile *file, Arena *arena) {
    return file->appended ? arena_printf(arena, "-iquote%s", path_directory(file->path, arena)) : NULL;
}

// A path as a text of C.
static void add_quoted(FILE *out, const char *path) {
    fputc('"', out);
    for (const char *s = path; *s; s++)
        fprintf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    fputc('"', out);
}

const char *appended_path(const SourceFile *file, const char *directory, uint32_t number, Arena *arena, Reason *why) {
    if (!file->appended)
        return file->path;
    assert(directory);
    const char *ending = path_ends_in(file->path, ".i") ? "i" : "c";
    const char *path = arena_printf(arena, "%s/appended%u.%s", directory, number, ending);
    size_t length;
    const char *text = file_read(file->path, SIZE_MAX, arena, &length, why);
    FILE *out = text ? fopen(path, "w") : NULL;
    if (text && !out)
        reason_set(why, "%.200s: %s", path, strerror(errno));
    if (!out)
        return NULL;
    fputs("# 1 ", out);
    add_quoted(out, file->path);
    fputc('\n', out);
    fwrite(text, 1, length, out);
    fprintf(out, "\n%s", file->appended);
    bool good = !ferror(out);
    good = fclose(out) == 0 && good;
    if (!good)
        reason_set(why, "%.200s cannot be written", path);
    return good ? path : NULL;
}
