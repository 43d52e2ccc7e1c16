// stdin_text.h - the standard input of a run
//
// The models of getchar, fgetc, getc, scanf, fgets, getline, fread and read (libc/) take what they read as inputs, and
// as bytes of new objects.  From these the bytes are made that the real functions would read in the same way.  It is an
// attempt: from which stream fgetc reads, what stands between the numbers in the format of scanf, and which objects
// the models made is not known here.  The compiled program shows whether it was right.
#ifndef STDIN_TEXT_H
#define STDIN_TEXT_H
#include "base/base.h"
#include "program/run/interpret.h"

// Names of inputs of scanf: whether a conversion fits or a string goes on, and the values; what %c reads; the end.
#define SCANNED "scanf"
#define SCANNED_CHARACTER "character of scanf"
#define END_OF_SCAN "end of scanf"
#define PART_OF_ELEMENT "part of an element" // of fread: so many bytes of one that is not whole

enum { STDIN_MOST = 60000 }; // bytes: what a pipe holds

// Appends the bytes to 'out', zeros among them; its 'count' says how many.  False: the run read none in these ways.
bool stdin_text(const Program *p, const Trace *t, Text *out);
// Does the program scan strings?  Their inputs have the same names, and are not read from anywhere.
bool stdin_scans_strings(const Program *p);
#endif
