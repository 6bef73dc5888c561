// Every catalogue kernel on a real device, at awkward problems that follow from its parameters' limits, against its
// checks: a new kernel needs no line here. Under compute-sanitizer leave out the full sizes, and let
// ROOFLENS_TEST_EFFORT (0.01) say which share of the usual effort a problem may take.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>

#include "kernels/catalogue.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/prepared.hpp"
#include "kernels/device/requirements.hpp"
#include "tests/device/catalogue_kernels.hpp"
#include "tests/device/kernels_gpu.hpp"
#include "tests/kernels/awkward_problems.hpp"

namespace rooflens::kernels {
namespace {

using models::VerificationStatus;

class KernelTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    require_gpu();
    if (!IsSkipped() && !HasFatalFailure()) skip_unless_it_runs_here(kernel(), base_problem(kernel()));
  }

  static const Kernel& kernel() { return *find(GetParam()); }

  static std::unique_ptr<Prepared> prepare(const Parameters& parameters) {
    return find_prepare(kernel().name)(make_problem(kernel(), parameters));
  }

  static void expect_verified(const Parameters& parameters) {
    SCOPED_TRACE(describe(parameters));
    const auto prepared = prepare(parameters);
    prepared->reset(true);
    prepared->launch();
    const models::Verification result = prepared->verify();
    EXPECT_EQ(result.status, VerificationStatus::verified) << result.detail;
  }
};

// Those that are cheap enough for the tool that the tests run under, and the cheapest in any case.
std::vector<Parameters> problems_within_effort(const Kernel& kernel) {
  std::vector<Parameters> problems = awkward_problems(kernel);
  const char* text = std::getenv("ROOFLENS_TEST_EFFORT");
  const double share = text ? std::atof(text) : 1;
  const auto allowed = [&](double part) {
    return [&kernel, effort = Effort{part * kQuick.operations, part * kQuick.requested_bytes, kQuick.memory_bytes}](
               const Parameters& parameters) { return affordable(kernel, parameters, effort); };
  };
  for (double part = share; part < 1; part *= 2) {
    if (std::ranges::none_of(problems, allowed(part))) continue;
    std::erase_if(problems, std::not_fn(allowed(part)));
    break;
  }
  return problems;
}

TEST_P(KernelTest, ComputesWhatTheReferenceDoesEveryTime) {
  for (const Parameters& parameters : problems_within_effort(kernel())) {
    SCOPED_TRACE(describe(parameters));
    const auto prepared = prepare(parameters);
    for (int repetition = 0; repetition < 2; ++repetition) {
      prepared->reset(true);
      prepared->launch();
      const models::Verification result = prepared->verify();
      ASSERT_EQ(result.status, VerificationStatus::verified) << result.detail;
    }
  }
}

TEST_P(KernelTest, IsNotVerifiedWhenNothingWasLaunched) {
  for (const Parameters& parameters : awkward_problems(kernel())) {
    SCOPED_TRACE(describe(parameters));
    const auto prepared = prepare(parameters);
    prepared->launch();
    prepared->reset(true);
    EXPECT_EQ(prepared->verify().status, VerificationStatus::mismatch);
  }
}

TEST_P(KernelTest, KeepsItsOutputWhenResetWithoutPoison) {
  const auto prepared = prepare(base_problem(kernel()));
  prepared->reset(true);
  prepared->launch();
  prepared->reset(false);
  const models::Verification result = prepared->verify();
  EXPECT_EQ(result.status, VerificationStatus::verified) << result.detail;
}

TEST_P(KernelTest, SaysWhatItLaunches) {
  for (const Parameters& parameters : awkward_problems(kernel())) {
    SCOPED_TRACE(describe(parameters));
    const auto launches = prepare(parameters)->launches();
    if (kernel().family() == "peer") {  // what a library launches is its own affair
      EXPECT_TRUE(launches.empty());
      continue;
    }
    EXPECT_FALSE(launches.empty());
    for (const models::Launch& launch : launches) {
      EXPECT_THAT(launch.function, testing::StartsWith("rooflens::kernels::" + std::string(kernel().family()) + "::"));
      EXPECT_GE(launch.grid.count(), 1u);
      EXPECT_GE(launch.block.count(), 1u);
      EXPECT_GT(launch.registers_per_thread, 0);
      EXPECT_TRUE(kernel().spills || launch.local_bytes_per_thread == 0) << launch.local_bytes_per_thread;
      EXPECT_GE(launch.blocks_per_sm.value_or(0), 1);
      EXPECT_GE(launch.count, 1u);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, KernelTest, testing::ValuesIn(kernel_names()), kernel_test_name);

class FullSizeKernelTest : public KernelTest {};

TEST_P(FullSizeKernelTest, ComputesWhatTheReferenceDoes) {
  skip_unless_it_runs_here(kernel(), {});
  if (!IsSkipped()) expect_verified({});
}

TEST_P(FullSizeKernelTest, ComputesWhatTheReferenceDoesBeyondThirtyTwoBitIndices) {
  const std::optional<Parameters> parameters = beyond_32_bits(kernel());
  if (!parameters) GTEST_SKIP() << "no problem of this kernel has more than 2^31 elements and takes little time";
  skip_unless_it_runs_here(kernel(), *parameters);
  if (!IsSkipped()) expect_verified(*parameters);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, FullSizeKernelTest, testing::ValuesIn(kernel_names()), kernel_test_name);

TEST(DeviceCatalogue, HasADeviceHalfForEveryKernel) {
  for (const Kernel* kernel : catalogue()) EXPECT_NE(find_prepare(kernel->name), nullptr) << kernel->name;
  EXPECT_EQ(find_prepare("no/such"), nullptr);
}

TEST(SizeText, UsesDecimalUnitsAndThreeDigits) {
  EXPECT_EQ(size_text(models::Bytes(2147483648.0)), "2.15 GB");
  EXPECT_EQ(size_text(models::Bytes(1.2e9)), "1.2 GB");
  EXPECT_EQ(size_text(models::Bytes(999.9e6)), "1 GB");
  EXPECT_EQ(size_text(models::Bytes(512)), "0.512 kB");
  EXPECT_EQ(size_text(models::Bytes(1e15)), "1e+03 TB");
}

class RequireDevice : public testing::Test {
 protected:
  void SetUp() override { require_gpu(); }

  static std::string refusal(const Kernel& kernel) {
    try {
      require_device(kernel, make_problem(kernel, {}));
    } catch (const DeviceError& error) {
      return error.what();
    }
    return "accepted";
  }

  Kernel kernel_{.name = "test/huge",
                 .summary = "",
                 .parameters = {},
                 .minimum_compute_capability = {5, 0},
                 .work = nullptr,
                 .device_memory = [](const Problem&) { return models::Bytes(900e12); }};
};

TEST_F(RequireDevice, SaysHowMuchMemoryIsMissing) {
  EXPECT_THAT(refusal(kernel_), testing::MatchesRegex("test/huge needs 900 TB of DRAM, .* [MGT]B are free"));
}

TEST_F(RequireDevice, SaysWhichComputeCapabilityIsMissing) {
  kernel_.minimum_compute_capability = {99, 0};
  EXPECT_THAT(refusal(kernel_), testing::StartsWith("test/huge needs compute capability 99.0, this device has "));
}

}  // namespace
}  // namespace rooflens::kernels
