// coalescing/contiguous on the device.
#include "kernels/coalescing/contiguous.hpp"

#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

std::unique_ptr<Prepared> prepare_contiguous(const Problem& problem) {
  return make_prepared(problem, contiguous_pattern(problem));
}

}  // namespace rooflens::kernels::coalescing
