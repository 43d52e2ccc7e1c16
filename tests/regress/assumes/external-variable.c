// expect: true
// engines: bmc
// says: the external variable limit may hold anything
// What another file defines has any value at the start.
extern void reach_error(void);
extern int limit;
int main(void) {
    int before = limit;
    if (before != limit)
        reach_error();
    return 0;
}
