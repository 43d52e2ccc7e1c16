#include "spec/rule/pack.h"
#include "base/options.h"
#include "spec/file.h"
#include <dirent.h>
#include <unistd.h>

// Beside the executable, or above the folder of the build.
static const char *pack_folder(Arena *arena) {
    char exe[4096];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n > 0 ? n : 0] = 0;
    for (int up = 0; up < 5; up++) {
        char *slash = strrchr(exe, '/');
        if (!slash)
            return NULL;
        *slash = 0;
        const char *folder = arena_printf(arena, "%s/rules", exe);
        if (access(arena_printf(arena, "%s/pthread-mutex.slic", folder), R_OK) == 0)
            return folder;
    }
    return NULL;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void pack_list(Arena *arena, RulePaths *out) {
    assert(!out->count);
    const char *folder = pack_folder(arena);
    DIR *dir = folder ? opendir(folder) : NULL;
    for (struct dirent *d; dir && (d = readdir(dir));)
        if (path_ends_in(d->d_name, ".slic") || path_ends_in(d->d_name, ".spc"))
            vec_push(out, arena_printf(arena, "%s/%s", folder, d->d_name));
    if (dir)
        closedir(dir);
    if (out->count)
        qsort(out->at, out->count, sizeof *out->at, by_name);
}

static const char *bare_name(const char *path, Arena *arena) {
    const char *name = path_name(path);
    return arena_strndup(arena, name, strcspn(name, "."));
}

const char *pack_find(const char *name, Arena *arena) {
    RulePaths all = { 0 };
    const char *found = NULL;
    pack_list(arena, &all);
    for (uint32_t i = 0; i < all.count && !found; i++)
        if (!strcmp(bare_name(all.at[i], arena), name))
            found = all.at[i];
    vec_free(&all);
    return found;
}

const char *pack_nearest(const char *name, Arena *arena) {
    RulePaths all = { 0 };
    pack_list(arena, &all);
    for (uint32_t i = 0; i < all.count; i++)
        all.at[i] = bare_name(all.at[i], arena);
    const char *nearest = options_nearest(name, all.at, all.count);
    vec_free(&all);
    return nearest;
}

const char *rule_summary(const Rule *rule, Arena *arena) {
    const char *about = rule->about;
    size_t n = 0;
    while (about[n] && !(about[n] == '.' && (about[n + 1] == '\n' || about[n + 1] == ' ')))
        n++;
    char *text = arena_strndup(arena, about, n);
    for (char *c = text; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    return text;
}
