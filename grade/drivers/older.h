// older.h: headers that others brought along in older compilers. Included first where a submission,
// which forgot one of them, does not compile without.
#ifndef LAB3_OLDER_H
#define LAB3_OLDER_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#endif
