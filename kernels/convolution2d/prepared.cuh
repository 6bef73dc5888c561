// convolution2d on a device: buffers, random inputs, verification. The variants differ in the launch, and in where the
// filter is: in global memory or among the arguments, which are constant memory.
#pragma once

#include <memory>

#include "kernels/convolution2d/family.hpp"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/device/with_constant.cuh"

namespace rooflens::kernels::convolution2d {

/// (in, filter, out, n). FilterArgument: const float*, Filter.
template <typename FilterArgument>
using Launch = KernelLaunch<const float*, FilterArgument, float*, int>;

template <typename FilterArgument>
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch<FilterArgument> launch);

extern template std::unique_ptr<Prepared> make_prepared(const Problem&, Launch<const float*>);
extern template std::unique_ptr<Prepared> make_prepared(const Problem&, Launch<Filter>);

}  // namespace rooflens::kernels::convolution2d
