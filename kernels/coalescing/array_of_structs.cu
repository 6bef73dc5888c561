// coalescing/array-of-structs on the device.
#include "kernels/coalescing/array_of_structs.hpp"

#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

std::unique_ptr<Prepared> prepare_array_of_structs(const Problem& problem) {
  return make_prepared(problem, array_of_structs_pattern(problem));
}

}  // namespace rooflens::kernels::coalescing
