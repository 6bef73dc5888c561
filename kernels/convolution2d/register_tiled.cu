// for y, x in 0..n-1: out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx]
// a thread computes 4 columns of 8 rows (of 4 from r = 4 on) and reads each row of its window once, 16 bytes at a time
// flops 2 (2r + 1)^2 n^2, bytes read 4 (rows + 2r) / rows (1 + 2 side / 4) n^2 (less what lies outside the image; side:
// r, but 4 for r = 3 and 8 for r = 7), bytes written 4n^2
// compulsory 8n^2; wasted: little; the filter is an operand of the multiply-adds, straight from constant memory
#include "kernels/convolution2d/prepared.cuh"
#include "kernels/device/four.cuh"

namespace rooflens::kernels::convolution2d {

template <int kRadius, bool kAligned>
__global__ void __launch_bounds__(kBlockColumns* kBlockRows)
    register_tiled_kernel(const float* __restrict__ in, const __grid_constant__ Filter filter, float* __restrict__ out,
                          int n) {
  constexpr int kRows = thread_rows(kRadius);
  constexpr int kSide = 4 * side_groups(kRadius);
  const int column = static_cast<int>(blockIdx.x * kBlockColumns + threadIdx.x) * kThreadColumns;
  const int row = static_cast<int>(blockIdx.y * kBlockRows + threadIdx.y) * kRows;
  if (column >= n || row >= n) return;

  float sums[kRows][kThreadColumns] = {};
#pragma unroll
  for (int y = -kRadius; y < kRows + kRadius; ++y) {
    float line[kSide + kThreadColumns + kSide] = {};
    const int columns = row + y >= 0 && row + y < n ? n : 0;  // outside the image a row has none
#pragma unroll
    for (int x = -kSide; x <= kSide; x += 4) {
      load_four<kAligned>(&line[kSide + x], in + std::int64_t{row + y} * n, column + x, columns);
    }
#pragma unroll
    for (int i = 0; i < kRows; ++i) {
      const int dy = y - i;  // the line's place in the window of output row i
      if (dy < -kRadius || dy > kRadius) continue;
#pragma unroll
      for (int dx = -kRadius; dx <= kRadius; ++dx) {
        const float weight = filter.at[(dy + kRadius) * (2 * kRadius + 1) + dx + kRadius];
#pragma unroll
        for (int j = 0; j < kThreadColumns; ++j) sums[i][j] += weight * line[kSide + j + dx];
      }
    }
  }
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    if (row + i < n) store_four<kAligned>(&out[std::int64_t{row + i} * n], sums[i], column, n);
  }
}

std::unique_ptr<Prepared> prepare_register_tiled(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return with_constant<1, kMostRadius>(problem["radius"], [&](auto radius) {
    return make_prepared<Filter>(
        problem, {n % 4 == 0 ? register_tiled_kernel<radius(), true> : register_tiled_kernel<radius(), false>,
                  "rooflens::kernels::convolution2d::register_tiled_kernel",
                  dim3(grid_for(n, kBlockColumns * kThreadColumns), grid_for(n, kBlockRows * thread_rows(radius()))),
                  dim3(kBlockColumns, kBlockRows)});
  });
}

}  // namespace rooflens::kernels::convolution2d
