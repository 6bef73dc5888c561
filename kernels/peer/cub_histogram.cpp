// Host description of peer/cub-histogram.
#include "kernels/peer/cub_histogram.hpp"

#include <array>

#include "kernels/histogram/family.hpp"
#include "kernels/peer/family.hpp"

namespace rooflens::kernels::peer {
namespace {

constexpr std::array kParameters{
    histogram::kLengthParameter,
    histogram::kBinsParameter,
    histogram::kInputParameter,
};

models::Work work(const Problem& problem) {
  return library_work(
      {float_bytes(static_cast<double>(problem["n"])), float_bytes(static_cast<double>(problem["bins"]))});
}

models::Bytes device_memory(const Problem& problem) { return histogram::histogram_memory(problem) + kLibraryBytes; }

}  // namespace

constinit const Kernel cub_histogram{
    .name = "peer/cub-histogram",
    .family = "peer",
    .summary = "histogram of n elements by CUB",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
};

}  // namespace rooflens::kernels::peer
