// constant_memory/strided on the device.
#include "kernels/constant_memory/strided.hpp"

#include "kernels/constant_memory/prepared.cuh"

namespace rooflens::kernels::constant_memory {

std::unique_ptr<Prepared> prepare_strided(const Problem& problem) { return make_prepared(problem, problem["stride"]); }

}  // namespace rooflens::kernels::constant_memory
