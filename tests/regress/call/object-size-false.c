// expect: false
// engines: bmc
// The unsafe twin of object-size.c: the size is known.
extern void reach_error(void);
static char text[12];
int main(void) {
    if (__builtin_object_size(text, 0) == 12)
        reach_error();
    return 0;
}
