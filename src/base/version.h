// version.h - which Hone this is
#ifndef VERSION_H
#define VERSION_H
#define HONE_VERSION "0.1"
#endif
