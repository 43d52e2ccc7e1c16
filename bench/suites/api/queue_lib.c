// queue_lib.c - a queue of jobs with priorities by TAILQ of <sys/queue.h>
//
// BUG: queue_cancel goes on from a job that it has freed.
#include "queue_lib.h"
#include <stdlib.h>
#include <sys/queue.h>

struct job {
    int priority;
    TAILQ_ENTRY(job) jobs;
};
TAILQ_HEAD(jobs, job);
struct queue {
    struct jobs jobs;
};

struct queue *queue_new(void) {
    struct queue *q = malloc(sizeof *q);
    TAILQ_INIT(&q->jobs);
    return q;
}

void queue_free(struct queue *q) {
    while (queue_take(q))
        ;
    free(q);
}

void queue_put(struct queue *q, int priority) {
    struct job *new = malloc(sizeof *new), *job;
    new->priority = priority;
    TAILQ_FOREACH(job, &q->jobs, jobs)
    if (job->priority < priority)
        break;
    if (job)
        TAILQ_INSERT_BEFORE(job, new, jobs);
    else
        TAILQ_INSERT_TAIL(&q->jobs, new, jobs);
}

bool queue_take(struct queue *q) {
    struct job *job = TAILQ_FIRST(&q->jobs);
    if (!job)
        return false;
    TAILQ_REMOVE(&q->jobs, job, jobs);
    free(job);
    return true;
}

unsigned queue_cancel(struct queue *q, int priority) {
    unsigned n = 0;
    struct job *job, *next;
    for (job = TAILQ_FIRST(&q->jobs); job; job = next) {
        next = TAILQ_NEXT(job, jobs);
        if (job->priority != priority)
            continue;
        TAILQ_REMOVE(&q->jobs, job, jobs);
        free(job);
#ifdef BUG
        next = TAILQ_NEXT(job, jobs);
#endif
        n++;
    }
    return n;
}

bool queue_is_sorted(const struct queue *q) {
    const struct job *job, *before = NULL;
    TAILQ_FOREACH(job, &q->jobs, jobs) {
        if (before && before->priority < job->priority)
            return false;
        before = job;
    }
    return true;
}
