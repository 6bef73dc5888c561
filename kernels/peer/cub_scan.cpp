// Host description of peer/cub-scan.
#include "kernels/peer/cub_scan.hpp"

#include <array>

#include "kernels/peer/family.hpp"
#include "kernels/scan/family.hpp"

namespace rooflens::kernels::peer {
namespace {

constexpr std::array kParameters{
    scan::kLengthParameter,
    scan::kExclusiveParameter,
};

models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return additions_work(n, n, n - 1);
}

models::Bytes device_memory(const Problem& problem) {
  return 2.0 * float_bytes(static_cast<double>(problem["n"])) + kLibraryBytes;
}

}  // namespace

constinit const Kernel cub_scan{
    .name = "peer/cub-scan",
    .family = "peer",
    .summary = "prefix sums of n elements by CUB",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
};

}  // namespace rooflens::kernels::peer
