// expect: true
// engines: bmc impact
// Objects of a section are written by their names and read as an array.
extern void reach_error(void);
extern int __start_numbers[], __stop_numbers[];
static int a __attribute__((section("numbers"), used)) = 1;
int b __attribute__((section("numbers"))) = 2, c __attribute__((section("numbers"))) = 4;
int main(void) {
    int sum = 0;
    b = 7;
    for (int *p = __start_numbers; p != __stop_numbers; p++)
        sum += *p;
    if (sum != 12 || __stop_numbers - __start_numbers != 3)
        reach_error();
    return 0;
}
