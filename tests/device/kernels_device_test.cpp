// Every catalogue kernel on a real device, at awkward sizes, against its checks. Under compute-sanitizer leave out the
// full sizes: --gtest_filter=-*FullSize*
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/catalogue.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/prepared.hpp"
#include "kernels/device/requirements.hpp"
#include "tests/device/kernels_gpu.hpp"

namespace rooflens::kernels {
namespace {

using models::VerificationStatus;

using Parameters = std::map<std::string, std::int64_t>;

std::vector<Parameters> sizes(std::initializer_list<std::int64_t> list) {
  std::vector<Parameters> result;
  for (const std::int64_t n : list) result.push_back({{"n", n}});
  return result;
}

// Ones, primes, one less and one more than a warp, a tile or a vector.
std::vector<Parameters> awkward_sizes(const Kernel& kernel) {
  if (kernel.name == "sgemm/tensor-core-bf16") return sizes({128, 256, 384, 1024});
  if (kernel.family == "sgemm") return sizes({1, 2, 31, 32, 33, 100, 257, 1000});
  if (kernel.family == "transpose") return sizes({1, 7, 31, 32, 33, 100, 1000, 1025});
  if (kernel.family != "reduction") return sizes({1, 2, 3, 4, 5, 31, 33, 1000, 1023, 1025, 1000003});
  std::vector<Parameters> result;
  for (const std::int64_t block : {32, 64, 128, 256, 512, 1024}) {
    for (const std::int64_t n : {1, 31, 33, 1000, 1024, 1000003}) result.push_back({{"n", n}, {"block", block}});
  }
  return result;
}

// Kernels that are compiled for fewer registers than they need.
bool spills_on_purpose(const Kernel& kernel) {
  return kernel.name == "sgemm/launch-bounds" || kernel.name == "sgemm/max-registers";
}

std::string describe(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters) text += name + " = " + std::to_string(value) + " ";
  return text;
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const Kernel* kernel : catalogue()) result.emplace_back(kernel->name);
  return result;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == '-'; }, '_');
  return name;
}

class KernelTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    require_gpu();
    if (IsSkipped() || HasFatalFailure()) return;
    skip_unless_it_fits(awkward_sizes(kernel()).front());
  }

  static const Kernel& kernel() { return *find(GetParam()); }

  void skip_unless_it_fits(const Parameters& parameters) {
    try {
      require_device(kernel(), make_problem(kernel(), parameters));
    } catch (const DeviceError& error) {
      GTEST_SKIP() << error.what();
    }
  }

  static std::unique_ptr<Prepared> prepare(const Parameters& parameters) {
    return find_prepare(kernel().name)(make_problem(kernel(), parameters));
  }

  static void expect_verified(const Parameters& parameters) {
    const auto prepared = prepare(parameters);
    prepared->reset(true);
    prepared->launch();
    const models::Verification result = prepared->verify();
    EXPECT_EQ(result.status, VerificationStatus::verified) << result.detail;
  }
};

TEST_P(KernelTest, ComputesWhatTheReferenceDoesEveryTime) {
  for (const Parameters& parameters : awkward_sizes(kernel())) {
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
  for (const Parameters& parameters : awkward_sizes(kernel())) {
    SCOPED_TRACE(describe(parameters));
    const auto prepared = prepare(parameters);
    prepared->launch();
    prepared->reset(true);
    const models::Verification result = prepared->verify();
    EXPECT_EQ(result.status, VerificationStatus::mismatch);
    EXPECT_THAT(result.detail, testing::HasSubstr("got nan"));
  }
}

TEST_P(KernelTest, KeepsItsOutputWhenResetWithoutPoison) {
  const auto prepared = prepare(awkward_sizes(kernel()).back());
  prepared->reset(true);
  prepared->launch();
  prepared->reset(false);
  const models::Verification result = prepared->verify();
  EXPECT_EQ(result.status, VerificationStatus::verified) << result.detail;
}

TEST_P(KernelTest, SaysWhatItLaunches) {
  for (const Parameters& parameters : awkward_sizes(kernel())) {
    SCOPED_TRACE(describe(parameters));
    const auto launches = prepare(parameters)->launches();
    ASSERT_EQ(launches.size(), 1u);
    const models::Launch& launch = launches.front();
    EXPECT_THAT(launch.function, testing::StartsWith("rooflens::kernels::" + std::string(kernel().family) + "::"));
    EXPECT_GE(launch.grid.count(), 1u);
    EXPECT_GE(launch.block.count(), 32u);
    EXPECT_GT(launch.registers_per_thread, 0);
    if (!spills_on_purpose(kernel())) EXPECT_EQ(launch.local_bytes_per_thread, 0u);
    EXPECT_GE(launch.blocks_per_sm.value_or(0), 1);
    EXPECT_EQ(launch.count, 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, KernelTest, testing::ValuesIn(names()), test_name);

class FullSizeKernelTest : public KernelTest {};

TEST_P(FullSizeKernelTest, ComputesWhatTheReferenceDoes) {
  skip_unless_it_fits({});
  if (!IsSkipped()) expect_verified({});
}

TEST_P(FullSizeKernelTest, ComputesWhatTheReferenceDoesBeyondThirtyTwoBitIndices) {
  Parameters parameters{{"n", (std::int64_t{1} << 31) + 1001}};
  if (kernel().family == "transpose") parameters["n"] = 46400;  // squared, just above 2^31
  if (kernel().family == "sgemm") GTEST_SKIP() << "n^3 operations at such a size take too long";
  skip_unless_it_fits(parameters);
  if (!IsSkipped()) expect_verified(parameters);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, FullSizeKernelTest, testing::ValuesIn(names()), test_name);

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
                 .family = "test",
                 .summary = "",
                 .parameters = {},
                 .minimum_compute_capability = {5, 0},
                 .work = nullptr,
                 .device_memory = [](const Problem&) { return models::Bytes(900e12); }};
};

TEST_F(RequireDevice, SaysHowMuchMemoryIsMissing) {
  EXPECT_THAT(refusal(kernel_), testing::MatchesRegex("test/huge needs 900 TB of device memory, .* [MGT]B are free"));
}

TEST_F(RequireDevice, SaysWhichComputeCapabilityIsMissing) {
  kernel_.minimum_compute_capability = {99, 0};
  EXPECT_THAT(refusal(kernel_), testing::StartsWith("test/huge needs compute capability 99.0, this device has "));
}

}  // namespace
}  // namespace rooflens::kernels
