// Analytic work of a catalogue kernel in one line, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>

#include "kernels/catalogue.hpp"

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

/// What the kernel claims to read in `counter`, or -1 when it claims nothing about it.
inline double expected_counter(std::string_view name, std::string_view counter,
                               const std::map<std::string, std::int64_t>& parameters) {
  const Kernel& kernel = kernel_named(name);
  if (kernel.expected_counters == nullptr) return -1;
  for (const ExpectedCounter& expected : kernel.expected_counters(make_problem(kernel, parameters))) {
    if (expected.name == counter) return expected.value;
  }
  return -1;
}

inline void expect_traffic(const models::Traffic& traffic, double read, double written) {
  EXPECT_EQ(traffic.read.value(), read);
  EXPECT_EQ(traffic.written.value(), written);
}

}  // namespace rooflens::kernels
