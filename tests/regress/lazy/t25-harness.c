// expect: true
// engines: impact lazy
// The shape of a driver's harness: entry points called in any order, a lock that must be used rightly.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int LOCK;
void lock(void) { if (LOCK == 0) LOCK = 1; else reach_error(); }
void unlock(void) { if (LOCK == 1) LOCK = 0; else reach_error(); }
void do_read(void) { lock(); if (N()) { unlock(); return; } unlock(); }
void do_write(void) { int held = 0; if (N()) { lock(); held = 1; } while (N()) { } if (held) unlock(); }
void control(void) { }
int ready;
void init(void) { ready = 1; }
void unload(void) { ready = 0; }
int main(void) {
    init();
    while (N())
        switch (N()) {
        case 0: do_read(); break;
        case 1: do_write(); break;
        default: control(); break;
        }
    unload();
    if (LOCK || ready) reach_error();
}
