// schedule on a device: buffers, random input, verification of results and records.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/schedule/record.hpp"

namespace rooflens::kernels::schedule {

/// (in, out, n, rounds, records)
using Launch = KernelLaunch<const float*, float*, std::int64_t, int, Record*>;

[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch);

}  // namespace rooflens::kernels::schedule
