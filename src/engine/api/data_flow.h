// data_flow.h - which bytes of memory hold data: values that came from arguments of calls
//
// To match states by the shape of a container and by predicates on its data, the two must be told apart: a key in a
// tree node is data, its colour and the number of nodes are not.  Types do not say which is which; where the bytes came
// from does.  So the values of arguments are followed while the program runs: through assignments, calls and returns,
// into memory and back.  A value computed from data is data; what data only decides (a branch, an index, a comparison)
// is not.
//
// Between calls only memory has data: a saved flow is a list of cells, each as wide as the store that wrote it.
#ifndef DATA_FLOW_H
#define DATA_FLOW_H
#include "base/map.h"
#include "program/run/state.h"

typedef struct DataCell {
    uint64_t address;
    uint32_t bytes;
} DataCell;
typedef VEC(DataCell) DataCells;

typedef struct DataFlow DataFlow;
DataFlow *data_flow_new(const Program *p, Interpreter *it);
void data_flow_free(DataFlow *f);

// Call it around each step: before, with the edge that will be taken, and after.  'arguments': the parameters (bit i:
// number i) of this call that get data.
void data_flow_before(DataFlow *f, Stepper *s, EdgeId edge, uint64_t arguments);
void data_flow_after(DataFlow *f, Stepper *s, EdgeId edge);

uint32_t data_flow_at(const DataFlow *f, uint64_t address);  // bytes of the cell that starts there; 0: none
void data_flow_save(const DataFlow *f, DataCells *cells);    // appends
void data_flow_restore(DataFlow *f, const DataCells *cells); // one function is open
#endif
