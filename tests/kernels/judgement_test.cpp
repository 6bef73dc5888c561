// The verdict: verified only when the device and the CPU both say so, and a mismatch that names its element.
#include "kernels/judgement.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace rooflens::kernels {
namespace {

using models::VerificationStatus;

double twice(std::uint64_t i) { return 2.0 * static_cast<double>(i); }

TEST(Judge, VerifiesWhenBothChecksAgree) {
  const std::array<Sample, 2> samples{{{0, 0.0f}, {3, 6.0f}}};
  const auto verdict = judge({10, 0, 0, "elements"}, samples, twice, element_label);
  EXPECT_EQ(verdict.status, VerificationStatus::verified);
  EXPECT_EQ(verdict.detail, "all 10 elements checked on the device, 2 outputs by the CPU reference");
}

TEST(Judge, NamesTheFirstWrongElement) {
  const std::array<Sample, 2> samples{{{3, 7.0f}, {4, 9.0f}}};
  const auto verdict = judge({10, 2, 3, "elements"}, samples, twice, element_label);
  EXPECT_EQ(verdict.status, VerificationStatus::mismatch);
  EXPECT_EQ(verdict.detail, "element 3: expected 6, got 7; 2 of 10 elements wrong on the device's check");
}

TEST(Judge, NeverTakesPoisonForAResult) {
  const std::array<Sample, 1> samples{{{0, std::numeric_limits<float>::quiet_NaN()}}};
  const auto verdict = judge({1, 0, 0, "elements"}, samples, twice, element_label);
  EXPECT_EQ(verdict.status, VerificationStatus::mismatch);
  EXPECT_EQ(verdict.detail, "element 0: expected 0, got nan; 0 of 1 elements wrong on the device's check");
}

TEST(Judge, DoesNotTrustTheDeviceAlone) {
  const std::array<Sample, 1> samples{{{3, 7.0f}}};
  EXPECT_EQ(judge({10, 0, 0, "elements"}, samples, twice, element_label).status, VerificationStatus::mismatch);
}

TEST(Judge, FailsWhenTheDeviceAloneSeesAnError) {
  const std::array<Sample, 1> samples{{{3, 6.0f}}};
  const auto verdict = judge({10, 1, 3, "rows"}, samples, twice, element_label);
  EXPECT_EQ(verdict.status, VerificationStatus::mismatch);
  EXPECT_EQ(verdict.detail,
            "1 of 10 rows wrong on the device's check, the first at 3, but the CPU reference agrees with all 1 outputs "
            "fetched");
}

TEST(Labels, NameElementsOfMatricesByRowAndColumn) {
  EXPECT_EQ(matrix_label(10)(25), "element (2, 5)");
  EXPECT_EQ(element_label(25), "element 25");
  EXPECT_EQ(partial_label(25), "partial sum 25");
}

}  // namespace
}  // namespace rooflens::kernels
