// expect: unknown(unmodelled: an access at an address made of numbers)
// engines: bmc
// The bytes of the address only choose among numbers: nobody can follow that, so nothing is claimed.
extern void reach_error(void);
static int target, *from = &target;
static unsigned char copy_of[2];
int main(void) {
    copy_of[1] = 1;
    unsigned long number = (unsigned long)from, made = 0;
    for (int i = 0; i < 3; i++)
        made |= (unsigned long)copy_of[number >> i & 1] << i;
    made += 0x12345678;
    *(int *)made = 1;
    if (target == 1)
        reach_error();
    return 0;
}
