// coalescing/struct-of-arrays on the device.
#include "kernels/coalescing/struct_of_arrays.hpp"

#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

std::unique_ptr<Prepared> prepare_struct_of_arrays(const Problem& problem) {
  return make_prepared(problem, struct_of_arrays_pattern(problem));
}

}  // namespace rooflens::kernels::coalescing
