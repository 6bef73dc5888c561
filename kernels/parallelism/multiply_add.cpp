// Host description of parallelism/multiply-add.
#include "kernels/parallelism/multiply_add.hpp"

#include <array>

#include "kernels/parallelism/family.hpp"

namespace rooflens::kernels::parallelism {
namespace {

constexpr std::array kParameters{
    kChainElements,
    Parameter{"fused", "multiply-adds of 512 that are FMAs", 0, 0, 384, 128},
};

std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const auto fused = static_cast<double>(problem["fused"] * problem["n"]);
  const auto each = static_cast<double>((kChainFmas - problem["fused"]) * problem["n"]);
  return {{counter::kFfma, fused}, {counter::kFadd, each}, {counter::kFmul, each}};
}

}  // namespace

constinit const Kernel multiply_add{
    .name = "parallelism/multiply-add",
    .family = "parallelism",
    .summary =
        "the same as fma, but for `fused` of 512, in multiplications and additions: one operation an instruction",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<2 * kChainFmas>,
    .device_memory = device_memory,
    .partner = {"parallelism/fma", "FMA mix", "parameter fused"},
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::parallelism
