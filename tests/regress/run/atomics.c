// run:
// C11 atomics and the builtins, in one thread.
#include <stdatomic.h>
#include <stdio.h>
int main(void) {
    _Atomic int n = 5;
    atomic_llong big = 1;
    n += 3;
    printf("%d ", n++);
    printf("%d ", atomic_fetch_sub(&n, 2));
    printf("%d\n", atomic_load(&n));
    int expected = 1;
    printf("%d ", atomic_compare_exchange_strong(&n, &expected, 50));
    printf("%d ", expected);
    printf("%d ", atomic_compare_exchange_strong(&n, &expected, 50));
    printf("%d\n", atomic_exchange(&n, 9));
    atomic_fetch_or(&big, 1LL << 40);
    printf("%lld\n", atomic_load_explicit(&big, memory_order_acquire));
    int plain = 7;
    printf("%d ", __sync_fetch_and_add(&plain, 3));
    printf("%d ", __sync_add_and_fetch(&plain, 1));
    printf("%d ", __sync_val_compare_and_swap(&plain, 11, 20));
    printf("%d\n", plain);
    printf("%d ", __atomic_nand_fetch(&plain, 6, __ATOMIC_SEQ_CST));
    printf("%d\n", __atomic_exchange_n(&plain, 1, __ATOMIC_RELAXED));
    atomic_flag flag = ATOMIC_FLAG_INIT;
    printf("%d ", atomic_flag_test_and_set(&flag));
    printf("%d\n", atomic_flag_test_and_set(&flag));
}
