// Host description of parallelism/multiply-add.
#include "kernels/parallelism/multiply_add.hpp"

#include <array>

#include "kernels/parallelism/family.hpp"

namespace rooflens::kernels::parallelism {
namespace {

constexpr std::array kParameters{
    kChainElements,
};

std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const auto each = static_cast<double>(kChainFmas * problem["n"]);
  return {{counter::kFfma, 0}, {counter::kFadd, each}, {counter::kFmul, each}};
}

}  // namespace

constinit const Kernel multiply_add{
    .name = "parallelism/multiply-add",
    .family = "parallelism",
    .summary = "the same as fma in multiplications and additions: one operation an instruction",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<2 * kChainFmas>,
    .device_memory = device_memory,
    .partner = {"parallelism/fma", "FMA mix", "no FMA at all"},
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::parallelism
