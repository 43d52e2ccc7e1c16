extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int uid = 1, saved_uid, saved_euid;
int getuid_(void) {
    int r = __VERIFIER_nondet_int();
    __VERIFIER_assume(r != 0);
    return r;
}
int geteuid_(void) { return __VERIFIER_nondet_int(); }
void seteuid_(int v) { uid = v; }
int get_root(void) {
    if (saved_euid != 0)
        return -1;
    seteuid_(saved_euid);
    return 0;
}
void work(void) {
    int fp = __VERIFIER_nondet_int();
    if (!fp)
{ seteuid_(saved_uid); return; }
    seteuid_(saved_uid);
}
void exec(void) {
    saved_uid = 0;
}
int main(void) {
    saved_uid = getuid_();
    saved_euid = geteuid_();
    seteuid_(saved_uid);
    if (get_root() == 0)
        work();
    exec();
    return 0;
}
