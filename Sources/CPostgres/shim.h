#ifndef CPOSTGRES_SHIM_H
#define CPOSTGRES_SHIM_H
/* Debian keeps it in a folder of its own; the bare name would need a flag. */
#include <postgresql/libpq-fe.h>
#endif
