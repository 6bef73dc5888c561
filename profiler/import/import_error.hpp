// A file that is not what `import` reads, with what to do about it.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace rooflens::imports {

class ImportError : public std::runtime_error {
 public:
  ImportError(const std::string& what, std::string hint) : std::runtime_error(what), hint_(std::move(hint)) {}
  [[nodiscard]] const std::string& hint() const { return hint_; }

 private:
  std::string hint_;
};

/// How such a file is made.
inline constexpr const char* kHowToMakeIt =
    "ncu --csv --page raw --print-units base --log-file ncu.csv APP; of a report that is there already: "
    "ncu --import FILE.ncu-rep --csv --page raw --print-units base > ncu.csv";

}  // namespace rooflens::imports
