// expect: unknown(unmodelled: a __libc_start_main of the program's own
// engines: bmc
extern void reach_error(void);
int __libc_start_main(void *entry, int argc, char **argv) {
    (void)entry, (void)argc, (void)argv;
    reach_error();
    return 0;
}
int main(void) {
    return 0;
}
