// What the kernels of read_only are: their parameters, their work, and the counters that follow from their code.
#include "kernels/read_only/family.hpp"

#include <array>

namespace rooflens::kernels::read_only {
namespace {

constexpr std::array kDenseParameters{kElementsParameter};

constexpr std::array kStridedParameters{
    kElementsParameter,
    Parameter{"stride", "distance of neighbouring elements", 8, 1, 32},
};

models::Bytes strided_memory(const Problem& problem) { return window_memory(problem["n"], problem["stride"]); }

std::vector<ExpectedCounter> strided_counters(const Problem& problem) {
  return window_counters(problem["n"], problem["stride"]);
}

constexpr Kernel kNeighbours{
    .parameters = kDenseParameters, .work = work, .device_memory = dense_memory, .expected_counters = dense_counters};

}  // namespace

extern constexpr Kernel ldg = variant_of(kNeighbours, "read_only/ldg", "sums of eight neighbours, loads spelt __ldg");

extern constexpr Kernel restrict =
    variant_of(kNeighbours, "read_only/restrict",
               "the same from const __restrict__ pointers: the compiler finds the read-only loads itself");

extern constexpr Kernel strided =
    variant_of(kNeighbours, "read_only/strided",
               "the same with elements apart: read-only loads are no cure for bad patterns")
        .against({"read_only/ldg", "uncoalesced access", "parameter stride"})
        .with(&Kernel::parameters, kStridedParameters)
        .with(&Kernel::device_memory, strided_memory)
        .with(&Kernel::expected_counters, strided_counters);

}  // namespace rooflens::kernels::read_only
