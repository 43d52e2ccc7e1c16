// expect: unknown(objects in one place)
// engines: lazy impact ufo slam
//
// Formulas of these engines let the objects of a loop share memory, so a path to the error has a model: it is no run,
// and must not be claimed to be one.
#include "loop-objects-true.c"
