// expect: true
// engines: bmc lazy slam
// options: --rule tests/regress/rules/uid.slic
// T40: T11 with privileges dropped before the early return.
int __VERIFIER_nondet_int(void);
int saved_uid, saved_euid;
int getuid_(void) {
    int r = __VERIFIER_nondet_int();
    return r == 0 ? 1 : r;
}
int geteuid_(void) {
    return __VERIFIER_nondet_int();
}
void seteuid_(int uid) {
}
extern void execv_(void);
int get_root(void) {
    if (saved_euid != 0)
        return -1;
    seteuid_(saved_euid);
    return 0;
}
void work(void) {
    int fp = __VERIFIER_nondet_int();
    if (!fp) {
        seteuid_(saved_uid);
        return;
    }
    seteuid_(saved_uid);
}
int main(void) {
    saved_uid = getuid_();
    saved_euid = geteuid_();
    seteuid_(saved_uid);
    if (get_root() == 0)
        work();
    execv_();
    return 0;
}
