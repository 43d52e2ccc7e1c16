// expect: unknown(unmodelled: call of tsearch)
// engines: bmc
// Was 'true': tsearch calls the function that it is given.
#include <search.h>
extern void reach_error(void);
static int compare(const void *a, const void *b) {
    if (a != b)
        reach_error();
    return 0;
}
int main(void) {
    void *root = 0;
    int one = 1, two = 2;
    tsearch(&one, &root, compare);
    tsearch(&two, &root, compare);
    return 0;
}
