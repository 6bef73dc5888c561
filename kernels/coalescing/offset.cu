// coalescing/offset on the device.
#include "kernels/coalescing/offset.hpp"

#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

std::unique_ptr<Prepared> prepare_offset(const Problem& problem) {
  return make_prepared(problem, offset_pattern(problem));
}

}  // namespace rooflens::kernels::coalescing
