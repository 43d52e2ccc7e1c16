// expect: false
// engines: bmc
// replay: compiled program agrees
// says: fprintf, which the program defines, is called where the program calls it and there only
// A message to stderr has no effect, unless fprintf is the program's.
typedef struct Stream Stream;
extern Stream *stderr;
extern void reach_error(void);
int fprintf(Stream *stream, const char *format, ...) {
    (void)stream, (void)format;
    reach_error();
    return 0;
}
int main(void) {
    fprintf(stderr, "message");
    return 0;
}
