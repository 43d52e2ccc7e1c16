// expect: true
// engines: impact lazy
// Twin of t11: privileges are dropped first.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int uid, saved_uid, saved_euid;
int getuid_(void) { int r = N(); while (r == 0) { } return r; }
int geteuid_(void) { return N(); }
void seteuid_(int v) { uid = v; }
int get_root(void) { if (saved_euid != 0) return -1; seteuid_(saved_euid); return 0; }
void work(void) { int fp = N(); seteuid_(saved_uid); if (!fp) return; }
int main(void) {
    uid = 1;
    saved_uid = getuid_();
    saved_euid = geteuid_();
    seteuid_(saved_uid);
    if (get_root() == 0) work();
    if (uid == 0) reach_error();
}
