// sha256.h - the digest SHA-256 (FIPS 180-4), to tell whether texts are the same
#ifndef SHA256_H
#define SHA256_H
#include "base/base.h"

enum { SHA256_TEXT = 65 }; // as hexadecimal digits, with the ending 0

void sha256(const void *bytes, size_t n, char out[SHA256_TEXT]);
#endif
