// Keeps the rule linux-spin-lock.
int __VERIFIER_nondet_int(void);
typedef struct {
    int raw;
} spinlock_t;
void spin_lock(spinlock_t *l);
void spin_unlock(spinlock_t *l);
int spin_trylock(spinlock_t *l);
static spinlock_t list, dev;

int main(void) {
    spin_lock(&list);
    if (spin_trylock(&dev))
        spin_unlock(&dev);
    spin_unlock(&list);
    return 0;
}
