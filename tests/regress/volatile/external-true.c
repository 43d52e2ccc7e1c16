// expect: true
// engines: bmc impact
extern volatile unsigned char device;
extern void reach_error(void);
static volatile int own = 3; // an ordinary variable
int main(void) {
    int first = device, second = device;
    if (first + second > 510 || own != 3)
        reach_error();
    return 0;
}
