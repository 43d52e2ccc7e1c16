// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin: unlock before lock.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int state;
void event_lock(void) { if (state == 1) reach_error(); state = 1; }
void event_unlock(void) { if (state == 0) reach_error(); state = 0; }
int main(void) {
    int held = N();
    while (N()) {
        if (held) { event_unlock(); held = 0; }
        else { event_lock(); held = 1; }
    }
}
