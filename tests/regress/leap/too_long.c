// expect: unknown(error proved reachable, run too long
// engines: leap
// timeout: 40
// options: --stats
// says: loop at line .*, forward: entry .*; exit
// The error lies behind 2^62 rounds: that it is reached is proved, the run is not made.
extern void reach_error(void);

int main(void) {
    unsigned long i = 0;
    while (i < 0x4000000000000000ul)
        i++;
    reach_error();
}
