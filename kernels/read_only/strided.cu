// read_only/strided on the device.
#include "kernels/read_only/strided.hpp"

#include "kernels/read_only/prepared.cuh"

namespace rooflens::kernels::read_only {

std::unique_ptr<Prepared> prepare_strided(const Problem& problem) { return make_ldg(problem, problem["stride"]); }

}  // namespace rooflens::kernels::read_only
