// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin: nothing is added.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
struct request { struct request *next; int status; };
int locked;
void acquire(void) { if (locked) reach_error(); locked = 1; }
void release(void) { if (!locked) reach_error(); locked = 0; }
int main(void) {
    struct request last = { 0, 0 }, first = { &last, 0 }, *request = N() ? &first : 0;
    unsigned packets = (unsigned)N(), packets_old;
    do {
        acquire();
        packets_old = packets;
        if (request) {
            request = request->next;
            release();
            packets += locked;
        }
    } while (packets != packets_old);
    release();
}
