// constant_memory/uniform on the device.
#include "kernels/constant_memory/uniform.hpp"

#include "kernels/constant_memory/prepared.cuh"

namespace rooflens::kernels::constant_memory {

std::unique_ptr<Prepared> prepare_uniform(const Problem& problem) { return make_prepared(problem, 0); }

}  // namespace rooflens::kernels::constant_memory
