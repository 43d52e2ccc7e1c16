// run:
// exit: 255
// main returns -1; the shell sees its low byte.
int main(void) {
    return -1;
}
