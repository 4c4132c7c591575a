/* checked_files.h: the harness beside the check of files. In each of them something is called
 * check_result; here the harness's is tests_result(). */
#ifndef ARB_TESTS_CHECKED_FILES_H
#define ARB_TESTS_CHECKED_FILES_H

#define check_result tests_result
#include "check.h"
#undef check_result

#include "collection/check_files.h"

#endif
