// expect: true
// engines: impact lazy chc iufo vboxes portfolio
// A protocol: where it is, is kept in 'state', what must not happen in 'flag'.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int state = 8464, next = 0, flag = 0, sent = 0;
    while (1) {
        switch (state) {
        case 8464:
            if (__VERIFIER_nondet_int())
                flag = flag == 0 ? 1 : flag;
            next = 8480;
            state = 8448;
            break;
        case 8480:
            sent++;
            next = 8496;
            state = 8448;
            break;
        case 8496:
            if (flag == 1)
                flag = 2;
            state = 8512;
            break;
        case 8512:
            if (flag == 3)
                reach_error();
            state = __VERIFIER_nondet_int() ? 8464 : 3;
            break;
        case 8448:
            if (sent > 1000)
                return 0;
            state = next;
            break;
        default:
            return 0;
        }
    }
}
