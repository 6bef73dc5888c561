// stencil1d on a device: buffers, random inputs, verification. The variants differ in the launch, and in where the
// coefficients are: in global memory or among the arguments, which are constant memory.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/device/with_constant.cuh"
#include "kernels/stencil1d/family.hpp"

namespace rooflens::kernels::stencil1d {

/// (in, coefficients, out, n). CoefficientArgument: const float*, Coefficients.
template <typename CoefficientArgument>
using Launch = KernelLaunch<const float*, CoefficientArgument, float*, std::int64_t>;

template <typename CoefficientArgument>
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch<CoefficientArgument> launch);

extern template std::unique_ptr<Prepared> make_prepared(const Problem&, Launch<const float*>);
extern template std::unique_ptr<Prepared> make_prepared(const Problem&, Launch<Coefficients>);

}  // namespace rooflens::kernels::stencil1d
