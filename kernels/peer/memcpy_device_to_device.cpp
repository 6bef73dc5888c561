// Host description of peer/memcpy-device-to-device.
#include "kernels/peer/memcpy_device_to_device.hpp"

#include <array>

#include "kernels/peer/family.hpp"

namespace rooflens::kernels::peer {
namespace {

constexpr std::array kParameters{
    kElementsParameter,
};

models::Work work(const Problem& problem) {
  const models::Bytes array = float_bytes(static_cast<double>(problem["n"]));
  return library_work({array, array});
}

models::Bytes device_memory(const Problem& problem) { return 2.0 * float_bytes(static_cast<double>(problem["n"])); }

}  // namespace

constinit const Kernel memcpy_device_to_device{
    .name = "peer/memcpy-device-to-device",
    .family = "peer",
    .summary = "out = in by cudaMemcpyAsync",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
};

}  // namespace rooflens::kernels::peer
