// expect: false(unreach-call)
// engines: match bmc impact circ
// One thread ends the program at once: the other may be faster.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);

void *end(void *unused) {
    abort();
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, end, 0);
    reach_error();
    return 0;
}
