#include "spec/compdb.h"
#include "spec/file.h"
#include "spec/json.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// An argument that is kept.  Its value follows directly, or is the next argument.
static const struct {
    const char *name;
    bool is_path; // the value is a path
    bool has_value;
} kept[] = {
    { "-include", true, true },
    { "-isystem", true, true },
    { "-iquote", true, true },
    { "-idirafter", true, true },
    { "-imacros", true, true },
    { "-I", true, true },
    { "-D", false, true },
    { "-U", false, true },
    { "-std=", false, true },
    { "-ansi", false, false },
    { "-funsigned-char", false, false },
    { "-fsigned-char", false, false },
    { "-fshort-enums", false, false },
    { "-fgnu89-inline", false, false },
    { "-fcommon", false, false },
    { "-fms-extensions", false, false },
    { "-pthread", false, false },
};

typedef VEC(const char *) Words;

// ---- a command as a shell would split it ----
static bool split_command(const char *command, Arena *arena, Words *words) {
    const char *at = command;
    for (;;) {
        while (isspace((unsigned char)*at))
            at++;
        if (!*at)
            return true;
        char *word = arena_alloc(arena, strlen(at) + 1), *out = word, quote = 0;
        for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
            if (quote ? *at == quote : *at == '"' || *at == '\'')
                quote = quote ? 0 : *at;
            else if (*at == '\\' && at[1] && (!quote || (quote == '"' && strchr("\"\\$`", at[1]))))
                *out++ = *++at;
            else
                *out++ = *at;
        }
        if (quote)
            return false;
        vec_push(words, word);
    }
}

static bool list_arguments(const Json *entry, Arena *arena, Words *words) {
    const Json *arguments = json_member(entry, "arguments");
    const char *command = json_text(entry, "command");
    if (!arguments || arguments->kind != JSON_ARRAY)
        return command && split_command(command, arena, words);
    for (const Json *a = arguments->first; a; a = a->next) {
        if (a->kind != JSON_STRING)
            return false;
        vec_push(words, a->text);
    }
    return true;
}

// ---- one entry ----
// Adds argument i to 'file' if it is one to keep; returns the place of the next one.
static uint32_t keep_argument(const Words *words, uint32_t i, const char *directory, Arena *arena, SourceFile *file) {
    assert(i < words->count);
    const char *word = words->at[i];
    for (size_t k = 0; k < COUNT(kept); k++) {
        size_t length = strlen(kept[k].name);
        bool joined = word[length] != 0;
        if (strncmp(word, kept[k].name, length) || (joined && !kept[k].has_value))
            continue;
        if (!kept[k].has_value) {
            vec_push(&file->arguments, word);
            return i + 1;
        }
        if (!joined && i + 1 == words->count)
            return i + 1;
        const char *value = joined ? word + length : words->at[i + 1];
        if (kept[k].is_path)
            value = path_from(directory, value, arena);
        if (length == 2 || kept[k].name[length - 1] == '=') {
            vec_push(&file->arguments, arena_printf(arena, "%s%s", kept[k].name, value));
        } else {
            vec_push(&file->arguments, kept[k].name);
            vec_push(&file->arguments, value);
        }
        return i + (joined ? 1 : 2);
    }
    return i + 1;
}

// One name for one file, so that entries which reach it by different ways are seen to be the same.
static const char *real_path(const char *path, Arena *arena) {
    char *real = realpath(path, NULL);
    if (!real)
        return path; // it is not there: said when it is read
    const char *copy = arena_strdup(arena, real);
    free(real);
    return copy;
}

static bool is_known(const CompDb *db, const char *path) {
    for (uint32_t i = 0; i < db->files.count; i++)
        if (!strcmp(db->files.at[i].path, path))
            return true;
    return false;
}

static bool set_bits(CompDb *db, const char *path, uint32_t bits, Reason *why) {
    assert(bits == 32 || bits == 64);
    if (db->pointer_bits && db->pointer_bits != bits) {
        reason_set(why, "%.300s: some files are compiled with -m32 and some with -m64", path);
        return false;
    }
    db->pointer_bits = bits;
    return true;
}

static bool read_entry(const char *path, const Json *entry, Arena *arena, CompDb *db, Reason *why) {
    const char *file = json_text(entry, "file"), *directory = json_text(entry, "directory");
    Words words = { 0 };
    if (!file || !list_arguments(entry, arena, &words)) {
        reason_set(why, "%.300s: an entry without a 'file' or without proper 'arguments' or 'command'", path);
        vec_free(&words);
        return false;
    }
    directory = path_from(path_directory(path, arena), directory ? directory : ".", arena);
    SourceFile source = { .path = real_path(path_from(directory, file, arena), arena) };
    bool fine = true;
    if (!path_ends_in(file, ".c") && !path_ends_in(file, ".i")) {
        db->skipped++;
    } else if (!is_known(db, source.path)) {
        for (uint32_t i = 1; i < words.count && fine;) {
            if (!strcmp(words.at[i], "-m32") || !strcmp(words.at[i], "-m64"))
                fine = set_bits(db, path, words.at[i][2] == '3' ? 32 : 64, why);
            i = keep_argument(&words, i, directory, arena, &source);
        }
        vec_push(&db->files, source);
    }
    vec_free(&words);
    return fine;
}

bool compdb_parse(const char *path, const char *text, Arena *arena, CompDb *db, Reason *why) {
    *db = (CompDb){ 0 };
    const Json *list = json_parse(path, text, arena, why);
    if (!list)
        return false;
    if (list->kind != JSON_ARRAY) {
        reason_set(why, "%.300s: a compilation database is a list of entries", path);
        return false;
    }
    for (const Json *entry = list->first; entry; entry = entry->next)
        if (!read_entry(path, entry, arena, db, why))
            return false;
    if (!db->files.count) {
        reason_set(why, "%.300s: there is no C file in this compilation database", path);
        return false;
    }
    return true;
}

bool compdb_read(const char *path, Arena *arena, CompDb *db, Reason *why) {
    const char *text = file_read(path, 100000000, arena, NULL, why);
    return text && compdb_parse(path, text, arena, db, why);
}
