// Sums, scans and histograms with one small fault each, under the catalogue's own verification: every fault must be
// seen, and at its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/catalogue.hpp"
#include "kernels/histogram/prepared.cuh"
#include "kernels/reduction/prepared.cuh"
#include "kernels/scan/prepared.cuh"
#include "tests/device/kernels_gpu.hpp"

namespace rooflens::kernels {

// One thread, one element after the other, but for element 300.
__global__ void sum_all_without_element_300(const float* in, float* sum, std::int64_t n) {
  if (threadIdx.x != 0) return;
  float own = 0.0f;
  for (std::int64_t i = 0; i < n; ++i) own += i == 300 ? 0.0f : in[i];
  *sum = own;
}

__global__ void scan_without_element_300(const float* in, float* out, std::int64_t n) {
  if (threadIdx.x != 0) return;
  float own = 0.0f;
  for (std::int64_t i = 0; i < n; ++i) out[i] = own += i == 300 ? 0.0f : in[i];
}

__global__ void scan_without_the_last(const float* in, float* out, std::int64_t n) {
  if (threadIdx.x != 0) return;
  float own = 0.0f;
  for (std::int64_t i = 0; i < n - 1; ++i) out[i] = own += in[i];
}

__global__ void count_without_element_300(const std::uint32_t* in, std::uint32_t* counts, std::int64_t n,
                                          unsigned int /*bins*/) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n && i != 300) atomicAdd(counts + in[i], 1U);
}

namespace {

using testing::EndsWith;
using testing::MatchesRegex;
using testing::StartsWith;

constexpr std::int64_t kLength = 1000;

class SumsMutation : public testing::Test {
 protected:
  void SetUp() override { require_gpu(); }

  static std::string verdict(const std::unique_ptr<Prepared>& prepared) {
    prepared->reset(true);
    prepared->launch();
    const models::Verification result = prepared->verify();
    EXPECT_EQ(result.status, models::VerificationStatus::mismatch);
    return result.detail;
  }

  static std::string scan_verdict(void (*function)(const float*, float*, std::int64_t)) {
    const Problem problem = make_problem(*find("scan/segmented"), {{"n", kLength}});
    return verdict(scan::make_prepared(problem, scan::Launch{function, "", dim3(1), dim3(32)}, kLength));
  }
};

TEST_F(SumsMutation, ALostElementOfTheOneSumIsSeen) {
  const Kernel& kernel = *find("reduction/last-block");
  const KernelLaunch<const float*, float*, std::int64_t> launch{sum_all_without_element_300, "", dim3(1), dim3(32)};
  reduction::SumPlan plan;
  plan.launch = [=](const reduction::SumBuffers& b) { launch(b.in, b.sum, b.n); };
  const std::string detail =
      verdict(reduction::make_prepared_sum(make_problem(kernel, {{"n", kLength}}), std::move(plan)));
  EXPECT_THAT(detail, StartsWith("the sum: expected "));
  EXPECT_THAT(detail, EndsWith("1 of 1 sums wrong on the device's check"));
}

TEST_F(SumsMutation, ALostElementOfAScanIsSeenFromThereOn) {
  const std::string detail = scan_verdict(scan_without_element_300);
  EXPECT_THAT(detail, StartsWith("element 300: expected "));
  EXPECT_THAT(detail, EndsWith("700 of 1000 elements wrong on the device's check"));
}

TEST_F(SumsMutation, AMissingLastPrefixIsSeen) {
  const std::string detail = scan_verdict(scan_without_the_last);
  EXPECT_THAT(detail, StartsWith("element 999: expected "));
  EXPECT_THAT(detail, EndsWith("got nan; 1 of 1000 elements wrong on the device's check"));
}

TEST_F(SumsMutation, ALostCountIsSeen) {
  const Problem problem = make_problem(*find("histogram/atomic"), {{"n", kLength}, {"bins", 4}, {"input", 2}});
  const std::string detail =
      verdict(histogram::make_prepared(problem, histogram::Launch{count_without_element_300, "", dim3(4), dim3(256)}));
  EXPECT_THAT(detail, MatchesRegex("bin [0-3]: expected 1000, got 999; 1 of 4 bins wrong on the device's check"));
}

}  // namespace
}  // namespace rooflens::kernels
