// What the world answers: standard input, files, errors.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/time.h>

int main(void) {
    int c, n = 0, file;
    struct timeval now;
    while ((c = getchar()) != EOF && c != 'q')
        n++;
    if (c == 'q')
        puts("q");
    file = open("/etc/none", O_RDONLY);
    if (file < 0 && errno == ENOENT)
        puts("none");
    gettimeofday(&now, NULL);
    if (now.tv_sec > now.tv_usec)
        puts("late");
    if (fprintf(stderr, "%d\n", n) < 0)
        return 2;
    return 0;
}
