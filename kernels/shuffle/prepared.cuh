// shuffle on a device: buffers, random input, verification.
#pragma once

#include <memory>

#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/shuffle/exchange.hpp"
#include "kernels/shuffle/family.hpp"

namespace rooflens::kernels::shuffle {

inline constexpr unsigned int kAllLanes = 0xffffffffU;

/// (in, out, n, exchange)
using Function = void (*)(const float*, float*, std::int64_t, Exchange);

/// The parameters width and `by`.
[[nodiscard]] inline Exchange exchange_of(const Problem& problem, const char* by) {
  return {static_cast<int>(problem["width"]), static_cast<int>(problem[by]), 0, 0};
}

struct Exchanged {
  std::int64_t n;
  Kind kind;
  Exchange exchange;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    const std::int64_t source = source_element(kind, exchange, static_cast<std::int64_t>(i));
    return source < n ? in[0](static_cast<std::uint64_t>(source)) : 0.0F;
  }
};

[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, Kind kind,
                                                             const Exchange& exchange, Function function,
                                                             const char* name) {
  const std::int64_t n = problem["n"];
  const bool arrays = kind == Kind::xor_array || kind == Kind::swap_by_index;
  const auto expected = [n, kind, exchange](const RandomInputs<1>& in, std::uint64_t i) {
    return reference(in[0], static_cast<std::uint64_t>(n), kind, exchange, i);
  };
  const KernelLaunch<const float*, float*, std::int64_t, Exchange> launch{
      function, name, dim3(grid_for(n, kBlock * (arrays ? kHeld : 1))), dim3(kBlock)};
  return prepare_array_map({n, n}, random_inputs<1>(), Exchanged{n, kind, exchange}, expected, element_label, launch, n,
                           exchange);
}

}  // namespace rooflens::kernels::shuffle
