// older.h: headers that other headers included in older compilers. It is included first if a
// submission that forgot one of them does not compile without it.
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
