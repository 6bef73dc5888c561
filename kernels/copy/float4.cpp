// Host description of copy/float4.
#include "kernels/copy/float4.hpp"

#include <array>

#include "kernels/bytes.hpp"

namespace rooflens::kernels::copy {
namespace {

constexpr std::array kParameters{
    Parameter{"n", "elements per array", std::int64_t{1} << 28, 1, std::int64_t{1} << 33},
};

models::Work work(const Problem& problem) {
  const models::Bytes array = float_bytes(static_cast<double>(problem["n"]));
  models::Work work;
  work.requested = {array, array};
  work.ideal_l2 = {whole_sectors(array), whole_sectors(array)};
  work.compulsory = work.requested;
  return work;
}

models::Bytes device_memory(const Problem& problem) { return 2.0 * float_bytes(static_cast<double>(problem["n"])); }

}  // namespace

constinit const Kernel float4{
    .name = "copy/float4",
    .family = "copy",
    .summary = "out = in: 16-byte accesses, the nearest a kernel comes to the DRAM roof",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
};

}  // namespace rooflens::kernels::copy
