// expect: false(unreach-call)
// engines: match circ
// timeout: 60
// The twin of peterson.c that gives way before it says what it wants.
#include <pthread.h>
extern void reach_error(void);
int wants[2], turn, inside;

void *process(void *argument) {
    int me = argument != 0, other = !me;
    for (;;) {
        turn = other;
        wants[me] = 1;
        while (wants[other] && turn == other)
            ;
        inside++;
        if (inside != 1)
            reach_error();
        inside--;
        wants[me] = 0;
    }
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, process, &turn);
    process(0);
    return 0;
}
