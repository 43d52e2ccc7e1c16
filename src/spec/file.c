#include "spec/file.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Opens a regular file; other kinds (a directory, a pipe that never ends) are refused.
static int open_regular(const char *path, size_t most, size_t *size, Reason *why) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    if (fd < 0 || fstat(fd, &st)) {
        reason_set(why, "%.300s: %s", path, strerror(errno));
    } else if (S_ISDIR(st.st_mode)) {
        reason_set(why, "%.300s: is a directory", path);
    } else if (!S_ISREG(st.st_mode)) {
        reason_set(why, "%.300s: is not a regular file", path);
    } else if ((uint64_t)st.st_size > most) {
        reason_set(why, "%.300s: too large: %llu MB, at most %llu are read", path,
                   (unsigned long long)(st.st_size / 1000000), (unsigned long long)(most / 1000000));
    } else {
        *size = (size_t)st.st_size;
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

char *file_read(const char *path, size_t most, Arena *arena, size_t *length, Reason *why) {
    assert(path && why);
    size_t size, got = 0;
    int fd = open_regular(path, most, &size, why);
    if (fd < 0)
        return NULL;
    char *text = arena_alloc(arena, size + 1);
    for (ssize_t n; got < size && (n = read(fd, text + got, size - got)) > 0;)
        got += (size_t)n;
    close(fd);
    text[got] = 0;
    if (length) {
        *length = got;
    } else if (memchr(text, 0, got)) {
        reason_set(why, "%.300s: is not a text file", path);
        return NULL;
    }
    return text;
}

bool file_check(const char *path, size_t most, Reason *why) {
    size_t size;
    int fd = open_regular(path, most, &size, why);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

char *path_from(const char *base, const char *path, Arena *arena) {
    assert(base && path);
    if (path[0] == '/' || !strcmp(base, "."))
        return arena_strdup(arena, path);
    return arena_printf(arena, "%s/%s", base, path);
}

char *path_directory(const char *path, Arena *arena) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        return arena_strdup(arena, ".");
    return arena_strndup(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

const char *path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool path_ends_in(const char *path, const char *ending) {
    assert(*ending);
    size_t n = strlen(path), m = strlen(ending);
    return n > m && !strcmp(path + n - m, ending);
}
