// A part of a GPU as a machine of its own: some SMs with all of L2 and DRAM. What differs from a whole GPU, and what
// counters that look at the whole one say of a part.
//
// CUPTI's counters of SMs see every SM of the GPU, and those outside the part are idle. Sums stay right, for idle SMs
// add nothing. So do maxima, and shares of "peak_sustained_active" (achieved occupancy, tensor pipe active): they are
// sums over sums of active cycles, to which idle SMs add to neither. Means over SMs are too low, by the idle ones.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/base/device_properties.hpp"
#include "models/counters/counters.hpp"
#include "models/counters/names.hpp"

namespace rooflens::models {

/// `sms` SMs of the device, named "NVIDIA H200 (66 of 132 SMs)". The device as it is for all of its SMs or more, and
/// where their number is not known.
[[nodiscard]] DeviceProperties part_of(DeviceProperties whole, int sms);

/// SMs of the machine over those of its GPU; 1 for a whole one.
[[nodiscard]] double sm_share(const DeviceProperties& device);

/// "66 SMs", "66 of 132 SMs"; empty where the number is not known.
[[nodiscard]] std::string sm_count_text(const DeviceProperties& device);

/// What a part shares with the rest of its GPU, in a sentence; nothing for a whole GPU.
[[nodiscard]] std::optional<std::string> sharing_text(const DeviceProperties& device);

/// Counters of the same cycles, as a sum and as a mean over SMs.
inline constexpr std::string_view kCyclesActiveSum = counter::kSmCyclesActiveSum;
inline constexpr std::string_view kCyclesActiveMean = counter::kSmCyclesActiveAvg;

/// What a mean over SMs is to be multiplied with to be one over the SMs of the machine: 1 for a whole GPU. For a part
/// it is the number of SMs that the mean is over (a sum over a mean of the same cycles; all of the GPU where that was
/// not counted) over those of the part.
[[nodiscard]] double mean_over_sms_correction(const CounterSet& counters, const DeviceProperties& device);

}  // namespace rooflens::models
