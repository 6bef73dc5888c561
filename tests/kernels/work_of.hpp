// Analytic work of a catalogue kernel in one line, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "kernels/catalogue.hpp"
#include "kernels/counter_names.hpp"

namespace rooflens::kernels {

inline const Kernel& kernel_named(std::string_view name) {
  const Kernel* kernel = find(name);
  if (kernel == nullptr) throw std::invalid_argument(std::string(name));
  return *kernel;
}

inline models::Work work_of(std::string_view name, const std::map<std::string, std::int64_t>& parameters) {
  const Kernel& kernel = kernel_named(name);
  return kernel.work(make_problem(kernel, parameters));
}

inline double memory_of(std::string_view name, const std::map<std::string, std::int64_t>& parameters) {
  const Kernel& kernel = kernel_named(name);
  return kernel.device_memory(make_problem(kernel, parameters)).value();
}

/// What a kernel expects of each counter that it claims.
inline std::map<std::string_view, double> counters_of(std::string_view name,
                                                      const std::map<std::string, std::int64_t>& parameters) {
  const Kernel& kernel = kernel_named(name);
  std::map<std::string_view, double> values;
  if (kernel.expected_counters == nullptr) return values;
  for (const ExpectedCounter& expected : kernel.expected_counters(make_problem(kernel, parameters))) {
    values.emplace(expected.name, expected.value);
  }
  return values;
}

/// What it expects of one; nothing when it claims nothing.
inline std::optional<double> counter_of(std::string_view name, const std::map<std::string, std::int64_t>& parameters,
                                        std::string_view counter) {
  const auto values = counters_of(name, parameters);
  const auto found = values.find(counter);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

inline void expect_traffic(const models::Traffic& traffic, double read, double written) {
  EXPECT_EQ(traffic.read.value(), read);
  EXPECT_EQ(traffic.written.value(), written);
}

}  // namespace rooflens::kernels
