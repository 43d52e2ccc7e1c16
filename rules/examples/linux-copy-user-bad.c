// Breaks the rule linux-copy-user.
// options: --entries dev_write
int __VERIFIER_nondet_int(void);
unsigned long copy_from_user(void *to, const void *from, unsigned long n);
void write_register(int value);

long dev_write(const char *user) {
    int command = 0;
    copy_from_user(&command, user, sizeof command);
    write_register(command);
    return 0;
}
