// expect: true
// engines: bmc locks
// options: --property no-data-race
// An object is filled before a thread is made that gets it.
#include <pthread.h>
#include <stdlib.h>
struct job {
    int from, to;
};

void *work(void *argument) {
    struct job *job = argument;
    int sum = 0;
    for (int i = job->from; i < job->to; i++)
        sum += i;
    return sum ? NULL : NULL;
}

int main(void) {
    pthread_t t;
    struct job *job = malloc(sizeof *job);
    if (!job)
        return 1;
    job->from = 1;
    job->to = 3;
    pthread_create(&t, NULL, work, job);
    return 0;
}
