// driver.h - a driver without main, as C text (--entries, --threads)
//
// Each function gets a caller without parameters, behind the file that declares it: it makes the arguments.
//
//   a pointer to an object of known size, of more than a byte: a fresh object on the heap with any contents;
//   another pointer: any pointer from outside, as of a function without body;
//   anything else: any value.
//
// DRIVER_MAIN calls 'init', goes on where that returns 0 or nothing, calls entries in a loop, and then 'exit'.  Or
// instead of calling them it makes a thread that does (DRIVER_THREADS), so that there may be any number of each.
//
// With interrupts (--isr, --task) DRIVER_MAIN makes a thread for each interrupt, which waits for it, runs FUNC and
// waits again; itself it calls the program's main, and then tasks for ever.
#ifndef DRIVER_H
#define DRIVER_H
#include "frontend/rules/prototype.h"
#include <llvm-c/Core.h>

typedef enum DriverRole {
    DRIVER_INIT,
    DRIVER_EXIT,
    DRIVER_ENTRY,
    DRIVER_MAIN_PROGRAM,
    DRIVER_ISR,
    DRIVER_SWITCH, // turns interrupts off or on: no part of the driver's text
} DriverRole;

typedef struct DriverPart {
    const char *function;
    DriverRole role;
    const Prototype *prototype;
    uint32_t file; // that declares it
} DriverPart;

bool driver_add_part(const FrontendInput *in, const DriverPart *part, uint32_t number, Arena *arena, Text *out,
                     Reason *why);
typedef enum DriverWay { DRIVER_CALLS, DRIVER_THREADS } DriverWay;
// With interrupts: main and the tasks (ENTRY) are one thread, each interrupt another.
void driver_add_interrupts(uint32_t n, const DriverPart parts[], Text *out);
// Behind linking: the functions that are called have bodies.  False with a message.
bool driver_check(LLVMModuleRef program, const Driver *driver, Reason *why);
void driver_add_main(uint32_t n, const DriverPart parts[], DriverWay way, Text *out);
#endif
