// Keeps the rule linux-mutex.
int __VERIFIER_nondet_int(void);
struct mutex {
    int owner;
};
void mutex_lock(struct mutex *m);
int mutex_lock_interruptible(struct mutex *m);
void mutex_unlock(struct mutex *m);
static struct mutex m;

static int op(void) {
    if (mutex_lock_interruptible(&m))
        return -4;
    mutex_unlock(&m);
    return 0;
}

int main(void) {
    while (__VERIFIER_nondet_int())
        op();
    return 0;
}
