// The closed form of one counter of a catalogue kernel in one line, for the tests of this folder.
#pragma once

#include "kernels/global_access.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {

/// Throws std::invalid_argument when the kernel claims nothing for that counter.
inline double expected_of(std::string_view name, const std::map<std::string, std::int64_t>& parameters,
                          std::string_view counter) {
  const Kernel& kernel = kernel_named(name);
  if (kernel.expected_counters != nullptr) {
    for (const ExpectedCounter& expected : kernel.expected_counters(make_problem(kernel, parameters))) {
      if (expected.name == counter) return expected.value;
    }
  }
  throw std::invalid_argument(std::string(counter));
}

}  // namespace rooflens::kernels
