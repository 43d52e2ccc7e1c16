// Breaks the rule linux-rcu.
int __VERIFIER_nondet_int(void);
void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);

int main(void) {
    rcu_read_lock();
    if (__VERIFIER_nondet_int())
        synchronize_rcu();
    rcu_read_unlock();
    return 0;
}
