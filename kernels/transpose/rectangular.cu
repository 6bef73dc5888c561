// for r, c in 0..n-1: out[c][r] = in[r][c]    through a tile of `rows` x 32 elements
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing while rows >= 8, the elements of a sector; 32 / rows words of padding a row keep the banks apart
// The threads of a block are numbered along the rows of the tile when it is written and along its columns when it is
// read.
#include "kernels/transpose/family.hpp"
#include "kernels/transpose/prepared.cuh"

namespace rooflens::kernels::transpose {

template <unsigned int Rows>
__global__ void rectangular_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  // A warp reads kTile / Rows columns; with as many words of padding they fall between each other's banks.
  __shared__ float tile[Rows][kTile + kTile / Rows];
  const int in_column = static_cast<int>(blockIdx.x * kTile + threadIdx.x);
  const int in_row = static_cast<int>(blockIdx.y * Rows + threadIdx.y);
  const bool inside = in_column < n && in_row < n;
  tile[threadIdx.y][threadIdx.x] = inside ? in[std::int64_t{in_row} * n + in_column] : 0.0F;
  __syncthreads();

  const unsigned int thread = threadIdx.y * kTile + threadIdx.x;
  const int out_row = static_cast<int>(blockIdx.x * kTile + thread / Rows);
  const int out_column = static_cast<int>(blockIdx.y * Rows + thread % Rows);
  if (out_row < n && out_column < n) {
    out[std::int64_t{out_row} * n + out_column] = tile[thread % Rows][thread / Rows];
  }
}

std::unique_ptr<Prepared> prepare_rectangular(const Problem& problem) {
  const std::int64_t rows = problem["rows"];
  const auto function =
      rows == 8 ? rectangular_kernel<8> : (rows == 16 ? rectangular_kernel<16> : rectangular_kernel<32>);
  return make_rows_prepared(problem, function, "rooflens::kernels::transpose::rectangular_kernel");
}

}  // namespace rooflens::kernels::transpose
