// A file that is not what `import` reads, with what to do about it.
#pragma once

#include "models/base/trouble.hpp"

namespace rooflens::imports {

class ImportError : public models::Trouble {
 public:
  using Trouble::Trouble;
};

/// How such a file is made.
inline constexpr const char* kHowToMakeIt =
    "ncu --csv --page raw --print-units base --log-file ncu.csv APP; of a report that is there already: "
    "ncu --import FILE.ncu-rep --csv --page raw --print-units base > ncu.csv";

}  // namespace rooflens::imports
