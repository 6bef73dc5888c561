// Every threshold that a conclusion hangs on, from thresholds.def, which says what each divides and where it comes from.
#pragma once

namespace rooflens::models {

#ifdef ROOFLENS_MOVES_THRESHOLDS  // tests/bench/thresholds.cpp: what changes if one moves?
#define ROOFLENS_THRESHOLD(name, value, divides, source) inline double name = value;
#else
#define ROOFLENS_THRESHOLD(name, value, divides, source) inline constexpr double name = value;
#endif
#include "models/base/thresholds.def"
#undef ROOFLENS_THRESHOLD

}  // namespace rooflens::models
