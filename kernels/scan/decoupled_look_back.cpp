// Host description of scan/decoupled-look-back.
#include "kernels/scan/decoupled_look_back.hpp"

#include <array>

#include "kernels/scan/family.hpp"

namespace rooflens::kernels::scan {
namespace {

constexpr std::array kLookBackParameters{
    kLengthParameter,
    Parameter{"items", "elements per thread of a tile of 256 threads", 32, 4, 32, 1, true},
    kExclusiveParameter,
};

models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return scan_work(n, n - 1);
}

models::Bytes device_memory(const Problem& problem) {
  const std::int64_t tiles = ceil_div(problem["n"], 256 * problem["items"]);
  return two_arrays(problem) + models::Bytes(8.0 * static_cast<double>(tiles + 1));
}

}  // namespace

constinit const Kernel decoupled_look_back{
    .name = "scan/decoupled-look-back",
    .family = "scan",
    .summary = "one pass: each tile adds what the tiles before it have published",
    .parameters = kLookBackParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
};

}  // namespace rooflens::kernels::scan
