// driver.h - a driver without main, as C text (--entries)
//
// Each function gets a caller without parameters, behind the file that declares it: it makes the arguments.
//
//   a pointer to an object of known size, of more than a byte: a fresh object on the heap with any contents;
//   another pointer: any pointer from outside, as of a function without body;
//   anything else: any value.
//
// DRIVER_MAIN calls 'init', goes on where that returns 0 or nothing, calls entries in a loop, and then 'exit'.
#ifndef DRIVER_H
#define DRIVER_H
#include "frontend/rules/prototype.h"

typedef enum DriverRole { DRIVER_INIT, DRIVER_EXIT, DRIVER_ENTRY } DriverRole;

typedef struct DriverPart {
    const char *function;
    DriverRole role;
    const Prototype *prototype;
    uint32_t file; // that declares it
} DriverPart;

bool driver_add_part(const FrontendInput *in, const DriverPart *part, uint32_t number, Arena *arena, Text *out,
                     Reason *why);
void driver_add_main(uint32_t n, const DriverPart parts[], Text *out);
#endif
