#include "base/process.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

bool read_small(const char *path, char *buffer, size_t room) {
    assert(path && room > 1);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t n = read(fd, buffer, room - 1);
    close(fd);
    buffer[n > 0 ? n : 0] = 0;
    return n > 0;
}

// Fields 14-17 of /proc/PID/stat are user and system time, of itself and of the
// children it has waited for, in clock ticks; field 24 is resident pages.
static ProcessUse use_of(pid_t pid) {
    char path[64], text[1024];
    ProcessUse use = { 0 };
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (!read_small(path, text, sizeof text))
        return use;
    char *after_name = strrchr(text, ')'); // the name may hold blanks and brackets
    unsigned long user, sys;
    long waited_user, waited_sys, pages;
    if (after_name && sscanf(after_name + 1,
                             " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld"
                             " %*d %*d %*d %*d %*u %*u %ld",
                             &user, &sys, &waited_user, &waited_sys, &pages) == 5) {
        double ticks = (double)user + (double)sys + (double)waited_user + (double)waited_sys;
        use.cpu = ticks / (double)sysconf(_SC_CLK_TCK);
        use.megabytes = (double)pages * (double)sysconf(_SC_PAGESIZE) / 1e6;
    }
    return use;
}

// Adds the children of each thread of 'pid'.
void process_children(pid_t pid, Pids *pids) {
    char path[64], text[16384];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    if (!tasks)
        return;
    for (struct dirent *task; (task = readdir(tasks));) {
        snprintf(path, sizeof path, "/proc/%d/task/%.12s/children", (int)pid, task->d_name);
        if (task->d_name[0] == '.' || !read_small(path, text, sizeof text))
            continue;
        char *at = text, *end;
        for (long child; (child = strtol(at, &end, 10)) > 0; at = end)
            vec_push(pids, (pid_t)child);
    }
    closedir(tasks);
}

ProcessUse process_tree_use(pid_t root) {
    assert(root > 0);
    Pids pids = { 0 };
    ProcessUse sum = { 0 };
    vec_push(&pids, root);
    for (uint32_t i = 0; i < pids.count; i++) {
        ProcessUse use = use_of(pids.at[i]);
        sum.cpu += use.cpu;
        sum.megabytes += use.megabytes;
        process_children(pids.at[i], &pids);
    }
    vec_free(&pids);
    return sum;
}

// Field 20 of /proc/PID/stat.
static uint32_t threads_of(pid_t pid) {
    char path[64], text[1024];
    unsigned n = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    char *after_name = read_small(path, text, sizeof text) ? strrchr(text, ')') : NULL;
    if (after_name)
        sscanf(after_name + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %u", &n);
    return n;
}

uint32_t process_tree_threads(pid_t root) {
    Pids pids = { 0 };
    uint32_t sum = 0;
    vec_push(&pids, root);
    for (uint32_t i = 0; i < pids.count; i++) {
        sum += threads_of(pids.at[i]);
        process_children(pids.at[i], &pids);
    }
    vec_free(&pids);
    return sum;
}

// Stopped first, so that none of them starts another one meanwhile.
void process_end_tree(pid_t root) {
    assert(root > 1); // 0 and -1 would be everybody
    Pids pids = { 0 };
    vec_push(&pids, root);
    for (uint32_t i = 0; i < pids.count; i++) {
        kill(pids.at[i], SIGSTOP);
        process_children(pids.at[i], &pids);
    }
    for (uint32_t i = 0; i < pids.count; i++)
        kill(pids.at[i], SIGKILL);
    vec_free(&pids);
}

double process_cpu(const struct rusage *use) {
    return (double)(use->ru_utime.tv_sec + use->ru_stime.tv_sec) +
           (double)(use->ru_utime.tv_usec + use->ru_stime.tv_usec) * 1e-6;
}
