// expect: true
// engines: match bmc
// Each thread has its own thread-local variable, with its first value.
#include <pthread.h>
extern void reach_error(void);
_Thread_local int mine = 5;

void *change(void *unused) {
    mine++;
    if (mine != 6)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t a;
    mine = 9;
    pthread_create(&a, 0, change, 0);
    int before = mine;
    pthread_join(a, 0);
    if (mine != 9 || before != 9)
        reach_error();
    return 0;
}
