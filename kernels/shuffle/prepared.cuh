// shuffle on a device: buffers, random input, verification.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/shuffle/exchange.hpp"

namespace rooflens::kernels::shuffle {

inline constexpr unsigned int kAllLanes = 0xffffffffU;

/// (in, out, n, exchange)
using Function = void (*)(const float*, float*, std::int64_t, Exchange);

[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Kind kind, const Exchange& exchange,
                                                      Function function, const char* name);

/// The parameters width and `by`.
[[nodiscard]] inline Exchange exchange_of(const Problem& problem, const char* by) {
  return {static_cast<int>(problem["width"]), static_cast<int>(problem[by]), 0, 0};
}

}  // namespace rooflens::kernels::shuffle
