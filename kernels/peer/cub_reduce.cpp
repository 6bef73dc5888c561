// Host description of peer/cub-reduce.
#include "kernels/peer/cub_reduce.hpp"

#include <array>

#include "kernels/peer/family.hpp"

namespace rooflens::kernels::peer {
namespace {

constexpr std::array kParameters{
    kElementsParameter,
};

models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return additions_work(n, 1, n - 1);
}

models::Bytes device_memory(const Problem& problem) {
  return float_bytes(static_cast<double>(problem["n"]) + 1) + kLibraryBytes;
}

}  // namespace

constinit const Kernel cub_reduce{
    .name = "peer/cub-reduce",
    .family = "peer",
    .summary = "sum of n elements by CUB",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
};

}  // namespace rooflens::kernels::peer
