// Keeps the rule linux-sleep.
int __VERIFIER_nondet_int(void);
typedef struct {
    int raw;
} spinlock_t;
void spin_lock(spinlock_t *l);
void spin_unlock(spinlock_t *l);
int spin_trylock(spinlock_t *l);
void msleep(unsigned ms);
static spinlock_t l;

int main(void) {
    spin_lock(&l);
    int busy = __VERIFIER_nondet_int();
    spin_unlock(&l);
    if (busy)
        msleep(10);
    return 0;
}
