// Keeps the rule linux-rcu.
int __VERIFIER_nondet_int(void);
void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);

int main(void) {
    rcu_read_lock();
    rcu_read_lock();
    rcu_read_unlock();
    rcu_read_unlock();
    synchronize_rcu();
    return 0;
}
