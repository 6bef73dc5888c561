// What the catalogue's kernels say that counters read is what the collector reads, exactly, at a small awkward problem
// and at the defaults. A kernel that claims nothing is skipped.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "profiler/bench/cupti_collector.hpp"
#include "profiler/device/device.hpp"
#include "tests/device/catalogue_kernels.hpp"
#include "tests/device/kernels_gpu.hpp"

namespace rooflens::collect::cupti {
namespace {

using kernels::Kernel;
using kernels::Parameters;

class ExpectedCountersTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    kernels::require_gpu();
    if (IsSkipped() || HasFatalFailure()) return;
    device::select(0);
    if (kernel().expected_counters == nullptr) GTEST_SKIP() << "claims no counters";
  }

  static const Kernel& kernel() { return *kernels::find(GetParam()); }

  static void compare(const Parameters& parameters) {
    kernels::skip_unless_it_runs_here(kernel(), parameters);
    if (IsSkipped()) return;
    const kernels::Problem problem = make_problem(kernel(), parameters);
    const std::vector<kernels::ExpectedCounter> expected = kernel().expected_counters(problem);
    if (expected.empty()) return;
    const std::unique_ptr<kernels::Prepared> prepared = kernels::find_prepare(kernel().name)(problem);
    prepared->reset(true);
    const Request request{.name = std::string(kernel().name),
                          .launch = [&] { prepared->launch(); },
                          .reset = [&] { prepared->reset(false); },
                          .cache = models::CachePolicy::cold,
                          .repetitions = 0};
    const auto collector = make_cupti_collector({}, [] { return device::sample_clocks(0); });
    const Capture capture = collector->capture({&request, 1}).front();
    for (const auto& [name, value] : expected) {
      const std::optional<double> measured = capture.counters.value(std::string(name));
      EXPECT_EQ(measured, value) << kernel().name << " (" << kernels::describe(parameters) << "): " << name
                                 << ": expected " << std::to_string(value) << ", measured "
                                 << (measured ? std::to_string(*measured) : "nothing");
    }
  }
};

TEST_P(ExpectedCountersTest, AreMeasuredAtASmallProblem) { compare(kernels::base_problem(kernel())); }
TEST_P(ExpectedCountersTest, AreMeasuredAtTheDefaults) { compare({}); }

INSTANTIATE_TEST_SUITE_P(Catalogue, ExpectedCountersTest, testing::ValuesIn(kernels::kernel_names()),
                         kernels::kernel_test_name);

}  // namespace
}  // namespace rooflens::collect::cupti
