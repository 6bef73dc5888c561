// Kernels with one small fault each, under the catalogue's own verification: every fault must be seen, and at its
// place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/catalogue.hpp"
#include "kernels/copy/prepared.cuh"
#include "kernels/gemm/prepared.cuh"
#include "kernels/reduction/prepared.cuh"
#include "kernels/transpose/prepared.cuh"
#include "kernels/vector_add/prepared.cuh"
#include "tests/device/kernels_gpu.hpp"

namespace rooflens::kernels {

// Each thread takes one output element of a one-dimensional grid.
__device__ std::int64_t global_thread() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

__global__ void add_without_the_last(const float* a, const float* b, float* c, std::int64_t n) {
  const std::int64_t i = global_thread();
  if (i < n - 1) c[i] = a[i] + b[i];
}

__global__ void add_one_bit_off_at_777(const float* a, const float* b, float* c, std::int64_t n) {
  const std::int64_t i = global_thread();
  if (i < n) c[i] = i == 777 ? nextafterf(a[i] + b[i], 4.0f) : a[i] + b[i];
}

__global__ void copy_the_neighbour_at_17(const float* in, float* out, std::int64_t n) {
  const std::int64_t i = global_thread();
  if (i < n) out[i] = in[i == 17 ? 18 : i];
}

__global__ void transpose_not_at_all(const float* in, float* out, int n) {
  const std::int64_t i = global_thread();
  if (i < std::int64_t{n} * n) out[i] = in[i];
}

__global__ void sum_without_element_300(const float* in, float* partials, std::int64_t n) {
  if (threadIdx.x != 0) return;
  float sum = 0.0f;
  for (std::int64_t i = global_thread(); i < n && i < global_thread() + blockDim.x; ++i) sum += i == 300 ? 0.0f : in[i];
  partials[blockIdx.x] = sum;
}

__device__ float product(const float* a, const float* b, int n, int row, int column, int from, int to) {
  float sum = 0.0f;
  for (int k = from; k < to; ++k) sum += a[row * n + k] * b[k * n + column];
  return sum;
}

// Element i of C in full, but at (2, 3) without the last product.
__global__ void multiply_short_at_2_3(const float* a, const float* b, float* c, int n) {
  const auto i = static_cast<int>(global_thread());
  if (i < n * n) c[i] = product(a, b, n, i / n, i % n, 0, i == 2 * n + 3 ? n - 1 : n);
}

// All elements right, but (5, 0) and (5, 1) in each other's place.
__global__ void multiply_swapped_at_5_0(const float* a, const float* b, float* c, int n) {
  const auto i = static_cast<int>(global_thread());
  if (i >= n * n) return;
  const int column = i / n == 5 && i % n < 2 ? 1 - i % n : i % n;
  c[i] = product(a, b, n, i / n, column, 0, n);
}

namespace {

class Mutation : public testing::Test {
 protected:
  void SetUp() override { require_gpu(); }

  static std::string verdict(const std::unique_ptr<Prepared>& prepared) {
    prepared->reset(true);
    prepared->launch();
    const models::Verification result = prepared->verify();
    EXPECT_EQ(result.status, models::VerificationStatus::mismatch);
    return result.detail;
  }

  static Problem problem(const char* kernel, std::int64_t n) { return make_problem(*find(kernel), {{"n", n}}); }
};

using testing::EndsWith;
using testing::StartsWith;

constexpr unsigned int kBlock = 256;

TEST_F(Mutation, AMissingLastSumIsSeen) {
  const std::string detail = verdict(vector_add::make_prepared(problem("vector_add/one-d", 100000),
                                                               {add_without_the_last, "", dim3(391), dim3(kBlock)}));
  EXPECT_THAT(detail, StartsWith("element 99999: expected "));
  EXPECT_THAT(detail, EndsWith("got nan; 1 of 100000 elements wrong on the device's check"));
}

TEST_F(Mutation, ASumInItsLastBitIsSeen) {
  const std::string detail = verdict(vector_add::make_prepared(problem("vector_add/one-d", 100000),
                                                               {add_one_bit_off_at_777, "", dim3(391), dim3(kBlock)}));
  EXPECT_THAT(detail, StartsWith("element 777: expected "));
}

TEST_F(Mutation, ACopiedNeighbourIsSeen) {
  const std::string detail = verdict(
      copy::make_prepared(problem("copy/float4", 100000), {copy_the_neighbour_at_17, "", dim3(391), dim3(kBlock)}));
  EXPECT_THAT(detail, StartsWith("element 17: expected "));
}

TEST_F(Mutation, AnUntransposedMatrixIsSeen) {
  const std::string detail = verdict(
      transpose::make_prepared(problem("transpose/tiled", 100), {transpose_not_at_all, "", dim3(40), dim3(kBlock)}));
  EXPECT_THAT(detail, StartsWith("element (0, 1): expected "));
  EXPECT_THAT(detail, EndsWith("9900 of 10000 elements wrong on the device's check"));  // the diagonal stays
}

TEST_F(Mutation, ALostElementOfASumIsSeen) {
  const std::string detail = verdict(reduction::make_prepared(problem("reduction/sequential", 1000),
                                                              {sum_without_element_300, "", dim3(4), dim3(kBlock)}));
  EXPECT_THAT(detail, StartsWith("partial sum 1: expected "));
  EXPECT_THAT(detail, EndsWith("1 of 4 partial sums wrong on the device's check"));
}

TEST_F(Mutation, ALostProductIsSeen) {
  const std::string detail = verdict(
      gemm::make_prepared<float>(problem("gemm/naive", 200), {multiply_short_at_2_3, "", dim3(157), dim3(kBlock)}));
  EXPECT_THAT(detail, StartsWith("element (2, 3): expected "));
  EXPECT_THAT(detail, EndsWith("1 of 200 rows wrong on the device's check"));
}

TEST_F(Mutation, SwappedElementsAreSeen) {
  const std::string detail = verdict(
      gemm::make_prepared<float>(problem("gemm/naive", 200), {multiply_swapped_at_5_0, "", dim3(157), dim3(kBlock)}));
  EXPECT_THAT(detail, StartsWith("element (5, 0): expected "));
}

}  // namespace
}  // namespace rooflens::kernels
