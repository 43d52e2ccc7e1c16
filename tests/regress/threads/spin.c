// expect: false(unreach-call)
// engines: match bmc
// One thread goes around for ever, and touches nothing: the other one is not kept from its error.
#include <pthread.h>
extern void reach_error(void);

void *spin(void *unused) {
    for (;;)
        ;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, spin, 0);
    reach_error();
    return 0;
}
