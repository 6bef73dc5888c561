// A part of a GPU in a session of an earlier version: what of it is less than the whole.
#include "models/roofs/device_part.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/record/run_ceilings.hpp"
#include "models/roofs/board.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

DeviceProperties h200() { return fixtures::simulated_h200().device; }

DeviceProperties part(int sms) {
  DeviceProperties device = h200();
  device.whole_sm_count = device.sm_count;
  device.sm_count = sms;
  return device;
}

TEST(DevicePart, IsNamedWithWhatItShares) {
  EXPECT_EQ(sm_count_text(part(66)), "66 of 132 SMs");
  EXPECT_EQ(sharing_text(part(66)), "A part of the GPU: DRAM, L2, clocks and power are shared with the other 66 SMs.");
  EXPECT_THAT(*sharing_text(part(131)), HasSubstr("with the other SM."));
  EXPECT_EQ(sharing_text(h200()), std::nullopt);
  EXPECT_EQ(sm_count_text(h200()), "132 SMs");
  EXPECT_EQ(sm_count_text({}), "");
}

TEST(DevicePart, HasTheRoofsOfItsSmsAndAllOfDram) {
  const Ceilings whole = run_ceilings(h200(), {});
  const Ceilings half = run_ceilings(part(66), {});
  EXPECT_DOUBLE_EQ(half.best(Precision::fp32)->rate / whole.best(Precision::fp32)->rate, 0.5);
  EXPECT_DOUBLE_EQ(half.best(Level::shared)->rate / whole.best(Level::shared)->rate, 0.5);
  EXPECT_DOUBLE_EQ(half.best(Level::dram)->rate / whole.best(Level::dram)->rate, 1);
  ASSERT_TRUE(half.best(Precision::tensor_bf16)) << "the board is still known";
  EXPECT_DOUBLE_EQ(half.best(Precision::tensor_bf16)->rate / whole.best(Precision::tensor_bf16)->rate, 0.5);
  EXPECT_THAT(half.best(Precision::fp32)->origin.detail, HasSubstr("66 SM x 256 FLOP/clk"));
}

TEST(DevicePart, DrawsFromTheWholeL2) {
  const Board& a100 = *boards_named("A100 SXM4 80 GB").front();
  const Ceilings whole = data_sheet_ceilings(a100);
  const Ceilings half = data_sheet_ceilings(a100, 54);
  ASSERT_TRUE(whole.best(Level::l2) && half.best(Level::l2));
  EXPECT_EQ(half.best(Level::l2)->rate, whole.best(Level::l2)->rate);
  EXPECT_DOUBLE_EQ(half.best(Precision::tensor_bf16)->rate / whole.best(Precision::tensor_bf16)->rate, 0.5);
}

}  // namespace
}  // namespace rooflens::models
