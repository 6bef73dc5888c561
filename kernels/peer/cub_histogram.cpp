// Host description of peer/cub-histogram.
#include "kernels/peer/cub_histogram.hpp"

#include <array>

#include "kernels/peer/family.hpp"

namespace rooflens::kernels::peer {
namespace {

constexpr std::array kParameters{
    Parameter{"n", "bytes to count", std::int64_t{1} << 29, 1, std::int64_t{1} << 31},
};

models::Work work(const Problem& problem) {
  return library_work({models::Bytes(static_cast<double>(problem["n"])), float_bytes(kBins)});
}

models::Bytes device_memory(const Problem& problem) {
  return models::Bytes(static_cast<double>(problem["n"])) + float_bytes(kBins) + kLibraryBytes;
}

}  // namespace

constinit const Kernel cub_histogram{
    .name = "peer/cub-histogram",
    .family = "peer",
    .summary = "histogram of n bytes by CUB, 256 bins",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
};

}  // namespace rooflens::kernels::peer
