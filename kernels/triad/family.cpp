// The kernels of triad: a stream of three arrays into a fourth, a multiply-add an element.
#include "kernels/streaming.hpp"

namespace rooflens::kernels::triad {
namespace {

using Triad = Stream<3, 2, counter::kFfma>;

}  // namespace

extern constexpr Kernel one_d =
    variant_of(Triad::kFloat1, "triad/one-d", "a = b + c d: one thread per element, 4-byte accesses")
        .against({"triad/float4", "narrow accesses", "4 of 16 bytes per access"});

extern constexpr Kernel float4 = variant_of(
    Triad::kFloat4, "triad/float4", "a = b + c d: 16-byte accesses: a quarter of the instructions for the same bytes");

}  // namespace rooflens::kernels::triad
