// Breaks the rule linux-sleep.
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
    if (__VERIFIER_nondet_int())
        msleep(10);
    spin_unlock(&l);
    return 0;
}
