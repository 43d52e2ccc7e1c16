#include "frontend/reach.h"

static void add_directory(Reach *reach, const char *file, Arena *arena) {
    const char *slash = strrchr(file, '/');
    vec_push(&reach->readable, !slash ? "." : slash == file ? "/" : arena_strndup(arena, file, (size_t)(slash - file)));
}

// Adds the path in argument 'i', if there is one; returns the place of the next argument.
static uint32_t add_argument(Reach *reach, const SourceFile *file, uint32_t i, Arena *arena) {
    static const char *const options[] = { "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I" };
    const char *word = file->arguments.at[i];
    for (size_t k = 0; k < COUNT(options); k++) {
        size_t length = strlen(options[k]);
        if (strncmp(word, options[k], length) != 0)
            continue;
        bool apart = !word[length] && i + 1 < file->arguments.count;
        const char *path = apart ? file->arguments.at[i + 1] : word + length;
        if (!strcmp(options[k], "-include") || !strcmp(options[k], "-imacros"))
            add_directory(reach, path, arena);
        else
            vec_push(&reach->readable, path);
        return i + 1 + apart;
    }
    return i + 1;
}

void reach_sources(const FrontendInput *in, Arena *arena, Reach *reach) {
    for (uint32_t i = 0; i < in->files.count; i++) {
        add_directory(reach, in->files.at[i].path, arena);
        for (uint32_t k = 0; k < in->files.at[i].arguments.count;)
            k = add_argument(reach, &in->files.at[i], k, arena);
    }
}

void reach_free(Reach *reach) {
    vec_free(&reach->readable);
}
