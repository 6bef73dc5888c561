// coalescing/stride on the device.
#include "kernels/coalescing/stride.hpp"

#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

std::unique_ptr<Prepared> prepare_stride(const Problem& problem) {
  return make_prepared(problem, stride_pattern(problem));
}

}  // namespace rooflens::kernels::coalescing
