// for i in 0..n-1: a[i] = b[i] + c[i] * d[i]  one thread per element
// the vector triad of Schoenauer: one more array than the triad of STREAM, which is saxpy here
// flops 2n, bytes read 12n, bytes written 4n; intensity 1/8 FLOP/B
#include "kernels/triad/prepared.cuh"

namespace rooflens::kernels::triad {

constexpr unsigned int kOneDBlock = 256;

__global__ void one_d_kernel(const float* __restrict__ b, const float* __restrict__ c, const float* __restrict__ d,
                             float* __restrict__ a, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) a[i] = fmaf(c[i], d[i], b[i]);
}

std::unique_ptr<Prepared> prepare_one_d(const Problem& problem) {
  const unsigned int grid = grid_for(problem["n"], kOneDBlock);
  return make_prepared(problem, {ROOFLENS_NAMED(triad, one_d_kernel), dim3(grid), dim3(kOneDBlock)});
}

}  // namespace rooflens::kernels::triad
