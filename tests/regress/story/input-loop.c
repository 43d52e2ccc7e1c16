// expect: false(unreach-call)
// engines: bmc
// A protocol: the order of the inputs is the story.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int state = 0;
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (state == 0 && input == 3)
            state = 1;
        else if (state == 1 && input == 5)
            state = 2;
        else if (state == 2 && input == 7)
            reach_error();
        else
            return 0;
    }
}
