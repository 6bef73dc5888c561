// What the device tests with one case for each catalogue kernel share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/catalogue.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/prepared.hpp"
#include "kernels/device/requirements.hpp"
#include "tests/kernels/awkward_problems.hpp"

namespace rooflens::kernels {

inline std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const Kernel* kernel : catalogue()) names.emplace_back(kernel->name);
  return names;
}

inline std::string kernel_test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace_if(
      name, [](char c) { return c == '/' || c == '-'; }, '_');
  return name;
}

/// Skips where the device cannot hold the problem or is too old, or a peer's library is missing.
inline void skip_unless_it_runs_here(const Kernel& kernel, const Parameters& parameters) {
  const Problem problem = make_problem(kernel, parameters);
  try {
    require_device(kernel, problem);
  } catch (const DeviceError& error) {
    GTEST_SKIP() << error.what();
  }
  if (kernel.family() != "peer") return;
  try {
    find_prepare(kernel.name)(make_problem(kernel, base_problem(kernel)));
  } catch (const DeviceError& error) {
    if (std::string_view(error.what()).find("unavailable") == std::string_view::npos) throw;
    GTEST_SKIP() << error.what();
  }
}

}  // namespace rooflens::kernels
