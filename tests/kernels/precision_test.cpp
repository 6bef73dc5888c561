// precision: the references against a plain simulation, and operations by format.
#include <gtest/gtest.h>

#include <set>

#include "kernels/precision/matrix.hpp"
#include "kernels/precision/stream.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

using models::Precision;

const Input kOnes = [](std::uint64_t) { return 1.0f; };
const Input kEntry = [](std::uint64_t entry) { return static_cast<float>(entry); };

TEST(PrecisionReference, PairsComeBackAfterThreeIterations) {
  // x = y = 1: (1, 1), (0, -1), (-1, 0), (1, 1)
  EXPECT_EQ(precision::stream_reference(kOnes, 0, 1, 5), 8 * 2);
  EXPECT_EQ(precision::stream_reference(kOnes, 1, 1, 5), 8 * -1);
  EXPECT_EQ(precision::stream_reference(kOnes, 2, 1, 5), 8 * -1);
  EXPECT_EQ(precision::stream_reference(kOnes, 3, 1, 5), 8 * 2);
  EXPECT_EQ(precision::stream_reference(kOnes, 4096, 2, 5), 16 * -1);
}

TEST(PrecisionReference, MatricesAddOneProductAnIteration) {
  EXPECT_EQ(precision::matrix_reference(kOnes, 3, 16, 0), 1);
  EXPECT_EQ(precision::matrix_reference(kOnes, 1, 16, 0), 1 + 16);
  EXPECT_EQ(precision::matrix_reference(kOnes, 5, 16, 0), 1 + 32);
}

TEST(PrecisionReference, NoEntryIsReadTwiceByAThreadOrAWarp) {
  std::set<std::uint64_t> entries;
  for (int value = 0; value < precision::kStreamFmas; ++value) {
    for (int lane = 0; lane < 2; ++lane) entries.insert(precision::stream_entry(77, value, lane));
  }
  EXPECT_EQ(entries.size(), 32u);

  const precision::MatrixEntries matrix{4, 32};
  entries.clear();
  for (int row = 0; row < 16; ++row) {
    for (int k = 0; k < 32; ++k) entries.insert({matrix.a(0, row, k), matrix.a(1, row, k)});
    for (int column = 0; column < 64; ++column) entries.insert(matrix.c(row, column));
  }
  for (int k = 0; k < 32; ++k) {
    for (int column = 0; column < 64; ++column) entries.insert(matrix.b(k, column));
  }
  EXPECT_EQ(entries.size(), 2u * 16 * 32 + 32 * 64 + 16 * 64);
}

TEST(PrecisionReference, TheWarpsOfABlockShareB) {
  const precision::MatrixEntries first{4, 16};
  const precision::MatrixEntries last{7, 16};
  EXPECT_EQ(first.b(3, 5), last.b(3, 5));
  EXPECT_NE(first.a(0, 3, 5), last.a(0, 3, 5));
  EXPECT_NE(first.c(3, 5), last.c(3, 5));
}

TEST(PrecisionReference, ThreadsReadTheirOwnEntries) {
  EXPECT_EQ(precision::stream_entry(5, 0, 0), 5u);
  EXPECT_EQ(precision::stream_entry(5, 0, 1), 5u + 2048);
  EXPECT_EQ(precision::stream_entry(5, 1, 0), 5u + 4096);
  EXPECT_NE(precision::matrix_reference(kEntry, 1, 16, 0), precision::matrix_reference(kEntry, 1, 16, 1024));
}

TEST(Precision, CountsSixteenFmasAnIteration) {
  struct Case {
    const char* name;
    Precision precision;
    double each;
  };
  for (const Case& expected :
       {Case{"precision/fma-fp64", Precision::fp64, 2}, Case{"precision/fma-fp32", Precision::fp32, 2},
        Case{"precision/fma-fp16x2", Precision::fp16, 4}, Case{"precision/fma-bf16x2", Precision::bf16, 4},
        Case{"precision/int32", Precision::int32, 1}, Case{"precision/dp4a", Precision::int32, 1}}) {
    const models::Work work = work_of(expected.name, {{"n", 100}, {"iterations", 10}});
    EXPECT_EQ(work.operations.size(), 1u);
    EXPECT_EQ(work.operations.at(expected.precision).value(), expected.each * 16000) << expected.name;
    EXPECT_EQ(memory_of(expected.name, {{"n", 100}}), 4 * 65536 + 400);
  }
  expect_traffic(work_of("precision/fma-fp32", {{"n", 100}}).requested, 6400, 400);
  expect_traffic(work_of("precision/fma-fp16x2", {{"n", 100}}).requested, 12800, 400);
  expect_traffic(work_of("precision/fma-fp32", {{"n", 4096}}).compulsory, 4 * 65536, 4 * 4096);
}

TEST(Precision, CountsTheMatrixOperationsOfAWarp) {
  struct Case {
    const char* name;
    Precision precision;
    double k;
  };
  for (const Case& expected : {Case{"precision/tensor-fp16", Precision::tensor_fp16, 16},
                               Case{"precision/tensor-bf16", Precision::tensor_bf16, 16},
                               Case{"precision/tensor-tf32", Precision::tensor_tf32, 8},
                               Case{"precision/tensor-fp8", Precision::tensor_fp8, 32},
                               Case{"precision/tensor-int8", Precision::tensor_int8, 32},
                               Case{"precision/tensor-fp64", Precision::tensor_fp64, 8}}) {
    const models::Work work = work_of(expected.name, {{"warps", 4}, {"iterations", 10}});
    EXPECT_EQ(work.operations.at(expected.precision).value(), 2 * 16 * 64 * expected.k * 40) << expected.name;
    EXPECT_EQ(work.requested.read.value(), 4 * 4 * (48 * expected.k + 1024));
    EXPECT_EQ(work.requested.written.value(), 4 * 4096);
    EXPECT_EQ(counter_of(expected.name, {{"warps", 4}}, counter::kGlobalStores), 64);
    EXPECT_EQ(counter_of(expected.name, {{"warps", 4}}, counter::kGlobalStoreSectors), 4 * 128);
  }
}

TEST(Precision, NeedsADeviceThatHasTheFormat) {
  using models::ComputeCapability;
  EXPECT_EQ(kernel_named("precision/fma-bf16x2").minimum_compute_capability, (ComputeCapability{8, 0}));
  EXPECT_EQ(kernel_named("precision/tensor-fp16").minimum_compute_capability, (ComputeCapability{7, 5}));
  EXPECT_EQ(kernel_named("precision/tensor-fp8").minimum_compute_capability, (ComputeCapability{8, 9}));
}

TEST(PrecisionCounters, EveryFmaIsOneInstructionOfAThread) {
  EXPECT_EQ(counter_of("precision/fma-fp32", {{"n", 100}, {"iterations", 10}}, counter::kFfma), 16000);
  EXPECT_EQ(counter_of("precision/fma-fp64", {{"n", 100}, {"iterations", 10}}, counter::kDfma), 16000);
  EXPECT_EQ(counter_of("precision/fma-fp32", {{"n", 100}}, counter::kGlobalLoads), 16 * 4);
  EXPECT_EQ(counter_of("precision/fma-fp16x2", {{"n", 100}}, counter::kGlobalLoadSectors), 32 * 13);
  EXPECT_EQ(counter_of("precision/int32", {{"n", 100}}, counter::kGlobalStores), 4);
}

}  // namespace
}  // namespace rooflens::kernels
