// expect: false
// engines: bmc impact
// replay: not confirmed: depends on
// A device may change its register between two reads.
extern volatile struct {
    int status, data[4];
} device;
extern void reach_error(void);
int main(void) {
    int first = device.data[2], second = device.data[2];
    if (first != second)
        reach_error();
    return 0;
}
