// netdb.c - <netdb.h>: addresses of names
//
// Which addresses there are, and how many, is the world's business.
#include "libc.h"

typedef struct Address { // struct addrinfo
    int flags, family, type, protocol;
    unsigned length;
    void *address;
    char *name;
    struct Address *next;
} Address;

enum { LARGEST = 128, LONGEST_NAME = 1025, SYSTEM = -11 };

static char *any_name(void) {
    char *name = __hone_malloc(LONGEST_NAME);
    name[LONGEST_NAME - 1] = 0;
    return name;
}

static Address *any_address(_Bool named) {
    Address *a = __hone_malloc(sizeof *a);
    a->flags = __hone_input_int("getaddrinfo");
    a->family = __hone_input_int("getaddrinfo");
    a->type = __hone_input_int("getaddrinfo");
    a->protocol = __hone_input_int("getaddrinfo");
    a->length = __hone_input_uint("getaddrinfo");
    __hone_assume(a->length <= LARGEST);
    a->address = __hone_malloc(LARGEST);
    a->name = named ? any_name() : NULL;
    return a;
}

int getaddrinfo(const char *name, const char *service, const Address *hints, Address **to) {
    (void)service;
    int error = __hone_input_int("getaddrinfo");
    if (error) {
        if (error == SYSTEM)
            __hone_fail("error number");
        return error;
    }
    Address *last = any_address(hints && name && __hone_input_bool("getaddrinfo"));
    *to = last;
    while (__hone_input_bool("getaddrinfo"))
        last = last->next = any_address(0);
    last->next = NULL;
    return 0;
}

void freeaddrinfo(Address *a) {
    while (a) {
        Address *next = a->next;
        __hone_free(a->address);
        if (a->name)
            __hone_free(a->name);
        __hone_free(a);
        a = next;
    }
}
