// What the kernels of saxpy are: their parameters, their work, and the counters that follow from their code.
#include "kernels/saxpy/family.hpp"

namespace rooflens::kernels::saxpy {

extern constexpr Kernel one_d =
    variant_of(Saxpy::kFloat1, "saxpy/one-d", "z = a x + y: one thread per element, 4-byte accesses")
        .against({"saxpy/float4", "narrow accesses", "4 of 16 bytes per access"});

extern constexpr Kernel float4 = variant_of(
    Saxpy::kFloat4, "saxpy/float4", "z = a x + y: 16-byte accesses: a quarter of the instructions for the same bytes");

}  // namespace rooflens::kernels::saxpy
