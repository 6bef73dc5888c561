// gemm: the reference, and the bytes and FLOPs of its variants.
#include <gtest/gtest.h>

#include "kernels/counter_names.hpp"
#include "kernels/gemm/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(SgemmReference, MultipliesRowsByColumns) {
  const Input a = [](std::uint64_t i) { return static_cast<float>(i + 1); };  // 1 2 / 3 4
  const Input b = [](std::uint64_t i) { return static_cast<float>(i + 5); };  // 5 6 / 7 8
  EXPECT_EQ(gemm::reference(a, b, 2, 0), 1 * 5 + 2 * 7);
  EXPECT_EQ(gemm::reference(a, b, 2, 1), 1 * 6 + 2 * 8);
  EXPECT_EQ(gemm::reference(a, b, 2, 2), 3 * 5 + 4 * 7);
  EXPECT_EQ(gemm::reference(a, b, 2, 3), 3 * 6 + 4 * 8);
}

TEST(Sgemm, NaiveRequestsEightBytesPerMultiplyAdd) {
  const models::Work work = work_of("gemm/naive", {{"n", 100}});
  EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 2e6);
  expect_traffic(work.requested, 8e6, 40000);
  expect_traffic(work.compulsory, 80000, 40000);
  EXPECT_EQ(memory_of("gemm/naive", {{"n", 100}}), 120000);
}

TEST(Sgemm, TiledRequestsAThirtySecondOfIt) {
  const models::Work work = work_of("gemm/tiled", {{"n", 320}});
  const double cube = 320.0 * 320 * 320;
  expect_traffic(work.requested, 8 * cube / 32, 4 * 320.0 * 320);
  expect_traffic(work.ideal_l2, 8 * cube / 32, 4 * 320.0 * 320);
  EXPECT_EQ(work_of("gemm/naive", {{"n", 320}}).ideal_l2.read, work.ideal_l2.read);
}

TEST(Sgemm, CountsAStartedTileAsATile) {
  expect_traffic(work_of("gemm/tiled", {{"n", 100}}).requested, 8 * 4 * 1e4, 4e4);  // ceil(100 / 32) = 4
}

TEST(Sgemm, TensorCoreWorkIsItsOwnPrecisionWithTwoByteInputs) {
  const models::Work work = work_of("gemm/tensor-core-bf16", {{"n", 1280}});
  EXPECT_EQ(work.operations.size(), 1u);
  EXPECT_EQ(work.operations.at(models::Precision::tensor_bf16).value(), 2.0 * 1280 * 1280 * 1280);
  expect_traffic(work.requested, 4.0 * 1280 * 1280 * 10, 4.0 * 1280 * 1280);
  expect_traffic(work.compulsory, 4.0 * 1280 * 1280, 4.0 * 1280 * 1280);
  EXPECT_EQ(memory_of("gemm/tensor-core-bf16", {{"n", 1280}}), 8.0 * 1280 * 1280);
}

TEST(Sgemm, TensorCoreNeedsAmpere) {
  EXPECT_EQ(kernel_named("gemm/tensor-core-bf16").minimum_compute_capability, (models::ComputeCapability{8, 0}));
}

TEST(Sgemm, RegisterTilesRequestAHundredAndTwentyEighthOfIt) {
  for (const char* name : {"gemm/register-tiled", "gemm/vectorised", "gemm/launch-bounds", "gemm/max-registers"}) {
    expect_traffic(work_of(name, {{"n", 256}}).requested, 8.0 * 256 * 256 * 2, 4.0 * 256 * 256);
    expect_traffic(work_of(name, {{"n", 100}}).requested, 8.0 * 1e4, 4e4);  // one started tile
  }
}

TEST(Sgemm, HalfWorkIsFp16OutsideTheTensorCores) {
  const models::Work work = work_of("gemm/half2", {{"n", 256}});
  EXPECT_EQ(work.operations.size(), 1u);
  EXPECT_EQ(work.operations.at(models::Precision::fp16).value(), 2.0 * 256 * 256 * 256);
  expect_traffic(work.requested, 4.0 * 256 * 256 * 2, 4.0 * 256 * 256);
  EXPECT_EQ(memory_of("gemm/half2", {{"n", 256}}), 8.0 * 256 * 256);
  EXPECT_EQ(counter_of("gemm/half2", {{"n", 128}}, counter::kGlobalStoreSectors), 2 * 128.0 * 128 * 4 / 32);
}

TEST(Sgemm, BothTensorFormatsDoTheSameWork) {
  const models::Work work = work_of("gemm/tensor-core-fp16", {{"n", 1280}});
  EXPECT_EQ(work.operations.at(models::Precision::tensor_fp16).value(), 2.0 * 1280 * 1280 * 1280);
  expect_traffic(work.requested, 4.0 * 1280 * 1280 * 10, 4.0 * 1280 * 1280);
}

TEST(Sgemm, ATileCostsWhatItCostsHoweverLittleOfItIsUsed) {
  EXPECT_EQ(counter_of("gemm/naive", {{"n", 33}}, counter::kFfma), 33.0 * 33 * 33);
  EXPECT_EQ(counter_of("gemm/tiled", {{"n", 33}}, counter::kFfma), 64.0 * 64 * 64);
  EXPECT_EQ(counter_of("gemm/vectorised", {{"n", 33}}, counter::kFfma), 128.0 * 128 * 40);  // slices of 8
}

TEST(Sgemm, SharedInstructionsOfOneRegisterTile) {
  // 128 x 128 x 8: one slice, 8 warps; per k 16 loads one element wide or 4 four wide; 8 stores or 4 + 1.
  EXPECT_EQ(counter_of("gemm/register-tiled", {{"n", 8}}, counter::kSharedLoads), 8.0 * 8 * 16);
  EXPECT_EQ(counter_of("gemm/register-tiled", {{"n", 8}}, counter::kSharedStores), 8.0 * 8);
  EXPECT_EQ(counter_of("gemm/register-tiled", {{"n", 8}}, counter::kSharedWavefronts), 8.0 * (128 + 8));
  EXPECT_EQ(counter_of("gemm/vectorised", {{"n", 8}}, counter::kSharedLoads), 8.0 * 8 * 4);
  EXPECT_EQ(counter_of("gemm/vectorised", {{"n", 8}}, counter::kSharedStores), 8.0 * 5);
}

TEST(Sgemm, SectorsAreClaimedWhereTheyAreWhole) {
  EXPECT_EQ(counter_of("gemm/naive", {{"n", 32}}, counter::kGlobalLoadSectors), 5.0 * 32 * 32);
  EXPECT_EQ(counter_of("gemm/naive", {{"n", 33}}, counter::kGlobalLoadSectors), std::nullopt);
  EXPECT_EQ(counter_of("gemm/vectorised", {{"n", 128}}, counter::kGlobalLoadSectors), 2 * 128.0 * 128 / 8);
  EXPECT_EQ(counter_of("gemm/vectorised", {{"n", 100}}, counter::kGlobalLoadSectors), std::nullopt);
}

}  // namespace
}  // namespace rooflens::kernels
