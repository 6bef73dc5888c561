// What the kernels of constant_memory are: their parameters, their work, and the counters that follow from their code.
#include "kernels/constant_memory/family.hpp"

#include <array>

namespace rooflens::kernels::constant_memory {
namespace {

constexpr std::array kUniformParameters{kElementsParameter};

constexpr std::array kStridedParameters{
    kElementsParameter,
    Parameter{"stride", "entries between neighbouring lanes", 1, 1, 32},
};

constexpr Kernel kTableSums{.parameters = kUniformParameters,
                            .work = work,
                            .device_memory = two_arrays,
                            .expected_counters = expected_counters};

}  // namespace

extern constexpr Kernel uniform =
    variant_of(kTableSums, "constant_memory/uniform",
               "sums of a table in constant memory, every lane the same entry: one read per warp");

extern constexpr Kernel strided =
    variant_of(kTableSums, "constant_memory/strided",
               "the same table, every lane another entry: constant reads one after the other")
        .against({"constant_memory/uniform", "serialised constant reads", "32 addresses per warp"})
        .with(&Kernel::parameters, kStridedParameters);

}  // namespace rooflens::kernels::constant_memory
