// sha256.c - the digest SHA-256, after FIPS 180-4
#include "base/sha256.h"
#include <string.h>

enum { ROUNDS = 64, BLOCK = 64, STATE = 8 };

// The first 32 bits of the fractional parts of square roots (start) and cube
// roots (rounds) of the first primes: computed, so that no table can have a slip.
typedef struct Constants {
    uint32_t start[STATE], round[ROUNDS];
} Constants;

// The largest x with x^power <= n * 2^(32 * power); its low 32 bits are the fraction.
static uint32_t root_fraction(uint32_t n, int power) {
    uint64_t low = 0, high = (uint64_t)1 << 37; // roots of n < 312 are below 2^5
    while (high - low > 1) {
        uint64_t x = low + (high - low) / 2;
        unsigned __int128 square = (unsigned __int128)x * x; // below 2^74
        bool fits;
        if (power == 2) {
            fits = square <= (unsigned __int128)n << 64;
        } else { // x^3 <= n * 2^96, where x^3 < 2^111
            fits = square * x <= (unsigned __int128)n << 96;
        }
        if (fits)
            low = x;
        else
            high = x;
    }
    return (uint32_t)low;
}

static bool is_prime(uint32_t n) {
    for (uint32_t d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n > 1;
}

static const Constants *constants(void) {
    static Constants c;
    static bool ready;
    for (uint32_t n = 2, i = 0; !ready && i < ROUNDS; n++) {
        if (!is_prime(n))
            continue;
        if (i < STATE)
            c.start[i] = root_fraction(n, 2);
        c.round[i++] = root_fraction(n, 3);
    }
    ready = true;
    return &c;
}

static uint32_t turn(uint32_t x, int n) {
    return x >> n | x << (32 - n);
}

static void digest_block(uint32_t state[STATE], const uint8_t *block) {
    const Constants *k = constants();
    uint32_t w[ROUNDS], s[STATE];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
               block[4 * i + 3];
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    memcpy(s, state, sizeof s);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t sum = turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25), choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t first = s[7] + sum + choice + k->round[i] + w[i];
        uint32_t other = turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22);
        uint32_t second = other + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += first;
        s[0] = first + second;
    }
    for (int i = 0; i < STATE; i++)
        state[i] += s[i];
}

void sha256(const void *bytes, size_t n, char out[SHA256_TEXT]) {
    assert(bytes || !n);
    uint32_t state[STATE];
    uint8_t last[2 * BLOCK] = { 0 };
    const uint8_t *at = bytes;
    memcpy(state, constants()->start, sizeof state);
    size_t left = n;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK)
        digest_block(state, at);
    if (left)
        memcpy(last, at, left);
    last[left] = 0x80;
    assert(left < BLOCK);
    size_t end = left + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    for (int i = 0; i < 8; i++)
        last[end - 1 - (size_t)i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    for (size_t i = 0; i < end; i += BLOCK)
        digest_block(state, last + i);
    for (int i = 0; i < STATE; i++)
        snprintf(out + 8 * i, 9, "%08x", state[i]);
}
