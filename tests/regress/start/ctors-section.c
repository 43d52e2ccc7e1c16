// expect: unknown(unmodelled: what is in section .ctors
// engines: bmc
extern void reach_error(void);
static void old_way(void) {
    reach_error();
}
__attribute__((section(".ctors"), used)) static void (*entry)(void) = old_way;
int main(void) {
    return 0;
}
