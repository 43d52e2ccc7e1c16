// expect: false(unreach-call)
// engines: impact lazy bmc
// Privileges are kept where the file cannot be opened.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int uid, saved_uid, saved_euid;
int getuid_(void) { int r = N(); while (r == 0) { } return r; }
int geteuid_(void) { return N(); }
void seteuid_(int v) { uid = v; }
int get_root(void) { if (saved_euid != 0) return -1; seteuid_(saved_euid); return 0; }
void work(void) { int fp = N(); if (!fp) return; seteuid_(saved_uid); }
int main(void) {
    uid = 1;
    saved_uid = getuid_();
    saved_euid = geteuid_();
    seteuid_(saved_uid);
    if (get_root() == 0) work();
    if (uid == 0) reach_error();
}
