// Breaks the rule linux-gfp.
int __VERIFIER_nondet_int(void);
typedef struct {
    int raw;
} spinlock_t;
void spin_lock(spinlock_t *l);
void spin_unlock(spinlock_t *l);
int spin_trylock(spinlock_t *l);
void *kmalloc(unsigned long size, unsigned flags);
enum { GFP_ATOMIC = 0xa20, GFP_KERNEL = 0xcc0 };
static spinlock_t l;

static void *get(int atomic) {
    return kmalloc(16, atomic ? GFP_ATOMIC : GFP_KERNEL);
}

int main(void) {
    spin_lock(&l);
    get(__VERIFIER_nondet_int());
    spin_unlock(&l);
    return 0;
}
