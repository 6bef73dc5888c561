// The counters that a catalogue kernel expects, by name, for the tests of this folder.
#pragma once

#include <map>
#include <string>

#include "kernels/counter_names.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {

inline std::map<std::string_view, double> counters_of(std::string_view name,
                                                      const std::map<std::string, std::int64_t>& parameters) {
  const Kernel& kernel = kernel_named(name);
  std::map<std::string_view, double> values;
  if (kernel.expected_counters == nullptr) return values;
  for (const ExpectedCounter& counter : kernel.expected_counters(make_problem(kernel, parameters))) {
    EXPECT_TRUE(values.emplace(counter.name, counter.value).second) << name << " says " << counter.name << " twice";
  }
  return values;
}

}  // namespace rooflens::kernels
