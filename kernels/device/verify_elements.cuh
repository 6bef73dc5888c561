// Verification of kernels whose every output element can be recomputed by itself: all on the device, samples on the
// CPU.
#pragma once

#include <cstdint>

#include "kernels/device/count_wrong.cuh"
#include "kernels/device/gather.cuh"
#include "kernels/sample.hpp"

namespace rooflens::kernels {

/// Outputs that the CPU reference recomputes besides the device's check of all.
inline constexpr std::size_t kElementSamples = 4096;

/// `accept(i)` runs on the device and says whether output element i is right. `seed` picks the samples. Synchronises.
template <typename Accept>
[[nodiscard]] models::Verification verify_elements(const float* output, std::uint64_t count, Accept accept,
                                                   std::uint64_t seed, const Reference& reference, const Label& label) {
  const DeviceCheck check = count_wrong(count, accept, "elements");
  std::vector<std::uint64_t> indices = sample_indices(count, kElementSamples, seed);
  if (check.wrong > 0) indices.insert(indices.begin(), check.first_wrong);
  return judge(check, gather(output, indices), reference, label);
}

}  // namespace rooflens::kernels
