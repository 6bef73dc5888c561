#include "models/roofs/device_part.hpp"

#include <fmt/core.h>

#include <utility>

namespace rooflens::models {

DeviceProperties part_of(DeviceProperties whole, int sms) {
  if (sms <= 0 || sms >= whole.sm_count) return whole;
  DeviceProperties part = std::move(whole);
  part.whole_sm_count = part.sm_count;
  part.sm_count = sms;
  part.name = fmt::format("{} ({})", part.name, sm_count_text(part));
  return part;
}

double sm_share(const DeviceProperties& device) {
  return device.whole_sm_count ? static_cast<double>(device.sm_count) / *device.whole_sm_count : 1;
}

std::string sm_count_text(const DeviceProperties& device) {
  if (device.sm_count <= 0) return "";
  return device.whole_sm_count ? fmt::format("{} of {} SMs", device.sm_count, *device.whole_sm_count)
                               : fmt::format("{} SMs", device.sm_count);
}

std::optional<std::string> sharing_text(const DeviceProperties& device) {
  if (!device.whole_sm_count) return std::nullopt;
  const int others = *device.whole_sm_count - device.sm_count;
  return fmt::format("A part of the GPU: DRAM, L2, clocks and power are shared with the other {}.",
                     others == 1 ? "SM" : fmt::format("{} SMs", others));
}

double mean_over_sms_correction(const CounterSet& counters, const DeviceProperties& device) {
  if (!device.whole_sm_count || device.sm_count <= 0) return 1;
  const auto sum = counters.value(kCyclesActiveSum);
  const auto mean = counters.value(kCyclesActiveMean);
  const double averaged = sum && mean && *sum > 0 && *mean > 0 ? *sum / *mean : *device.whole_sm_count;
  return averaged / device.sm_count;
}

}  // namespace rooflens::models
