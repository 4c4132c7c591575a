/* py_epd.h: declares the function that reads EPD. */
#ifndef PY_EPD_H
#define PY_EPD_H

#include "py_module.h"

extern PyMethodDef py_epd_functions[];

#endif
