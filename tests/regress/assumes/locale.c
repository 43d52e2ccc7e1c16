// expect: true
// engines: bmc
// options: --property assert
// says: the locale of the environment is the C locale
// In the C locale no character above 127 is a letter.
#include <assert.h>
#include <ctype.h>
#include <locale.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    setlocale(LC_ALL, "");
    assert(c < 128 || !isalpha(c));
    return 0;
}
