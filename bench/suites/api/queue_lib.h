// queue_lib.h - a queue of jobs with priorities by TAILQ of <sys/queue.h> (libc, or libbsd)
#ifndef QUEUE_LIB_H
#define QUEUE_LIB_H
#include <stdbool.h>

struct queue;
struct queue *queue_new(void);
void queue_free(struct queue *q);
void queue_put(struct queue *q, int priority); // behind those of the same priority
bool queue_take(struct queue *q);
unsigned queue_cancel(struct queue *q, int priority); // all jobs of that priority; how many there were
bool queue_is_sorted(const struct queue *q);
#endif
