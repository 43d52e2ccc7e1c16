// run:
// Threads and what they wait for: mutex, condition, read-write and spin lock,
// semaphore, barrier, once, values for each thread.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static pthread_key_t key;
static sem_t done;
static int ready, total;
static void start(void) {
    total += 1000;
}
static void *work(void *x) {
    pthread_once(&once, start);
    pthread_setspecific(key, x);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    total += *(int *)x;
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_wrlock(&lock);
    total++;
    pthread_rwlock_unlock(&lock);
    pthread_spin_lock(&spin);
    total += 100;
    pthread_spin_unlock(&spin);
    sem_post(&done);
    return pthread_getspecific(key);
}
int main(void) {
    pthread_t threads[2];
    int values[2] = { 3, 4 }, sum = 0, left;
    sem_init(&done, 0, 0);
    pthread_key_create(&key, NULL);
    pthread_spin_init(&spin, 0);
    pthread_barrier_init(&barrier, NULL, 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &values[i]);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(threads[i], &result);
        sum += *(int *)result;
    }
    sem_wait(&done);
    sem_wait(&done);
    sem_getvalue(&done, &left);
    printf("%d %d %d %d\n", total, sum, left, pthread_barrier_wait(&barrier));
    printf("%d ", pthread_mutex_trylock(&mutex));
    printf("%d %d\n", pthread_mutex_trylock(&mutex) != 0, pthread_rwlock_tryrdlock(&lock));
}
