// expect: true
// engines: bmc
#include <stdlib.h>
typedef struct Stream Stream;
extern Stream *stderr;
extern void reach_error(void);
int fprintf(Stream *stream, const char *format, ...) {
    (void)stream, (void)format;
    exit(0);
}
int main(void) {
    fprintf(stderr, "%d %d\n", 1, 2);
    reach_error();
    return 0;
}
