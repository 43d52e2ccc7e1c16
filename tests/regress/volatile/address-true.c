// expect: true
// engines: bmc impact
// says: volatile memory that the program names by its address is the environment's
struct Device {
    volatile unsigned control, status;
};
static struct Device *const device = (struct Device *)0x40021000;
extern void reach_error(void);
int main(void) {
    device->control |= 4;
    unsigned status = device->status & 7;
    if (status > 7)
        reach_error();
    return 0;
}
