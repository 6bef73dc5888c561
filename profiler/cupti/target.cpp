// Asks a context's device what its counters allow.
#include <map>
#include <mutex>
#include <utility>

#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/unavailable.hpp"

namespace rooflens::collect::cupti {
namespace {

void check_supported(const Api& api, int device) {
  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_DeviceSupported, params);
  params.cuDevice = device;
  params.api = CUPTI_PROFILER_RANGE_PROFILING;
  check(api, api.ProfilerDeviceSupported(&params), "asking whether the device can be profiled");
  if (params.isSupported == CUPTI_PROFILER_CONFIGURATION_SUPPORTED) return;
  std::string why = "the device is not supported";
  const auto blames = [](CUpti_Profiler_Support_Level level) {
    return level == CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED || level == CUPTI_PROFILER_CONFIGURATION_DISABLED;
  };
  if (blames(params.architecture)) why = "its architecture is too old (compute capability 7.5 is the least)";
  if (blames(params.vGpu)) why = "it is a virtual GPU whose profiling is switched off";
  if (blames(params.confidentialCompute)) why = "it runs in confidential-compute mode";
  if (blames(params.sli)) why = "it is part of an SLI group";
  if (blames(params.cmp)) why = "it is a mining processor";
  if (blames(params.wsl)) why = "WSL does not allow it here";
  throw Unavailable("counters cannot be read on this device: " + why, kTimesAlone);
}

// Asked once for each device of the process: it takes 120 ms.
std::vector<std::uint8_t> counter_availability(const Api& api, CUcontext context, int device) {
  static std::mutex mutex;
  static auto* known = new std::map<int, std::vector<std::uint8_t>>;
  const std::lock_guard lock(mutex);
  std::vector<std::uint8_t>& image = (*known)[device];
  if (!image.empty()) return image;
  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_GetCounterAvailability, availability);
  availability.ctx = context;
  check(api, api.ProfilerGetCounterAvailability(&availability), "asking for the available counters");
  std::vector<std::uint8_t> answer(availability.counterAvailabilityImageSize);
  availability.pCounterAvailabilityImage = answer.data();
  check(api, api.ProfilerGetCounterAvailability(&availability), "asking for the available counters");
  return image = std::move(answer);
}

}  // namespace

void initialize_profiler(const Api& api) {
  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_Initialize, params);
  check(api, api.ProfilerInitialize(&params), "initialising CUPTI's profiler");
}

std::string chip_name(const Api& api, int device) {
  initialize_profiler(api);
  ROOFLENS_CUPTI_PARAMS(CUpti_Device_GetChipName, chip);
  chip.deviceIndex = static_cast<std::size_t>(device);
  check(api, api.DeviceGetChipName(&chip), "asking for the chip's name");
  return chip.pChipName;
}

HostProfiler open_target(const std::shared_ptr<const Api>& api, CUcontext context, int device) {
  initialize_profiler(*api);
  check_supported(*api, device);
  std::vector<std::uint8_t> image = counter_availability(*api, context, device);
  return HostProfiler(api, chip_name(*api, device), std::move(image));
}

}  // namespace rooflens::collect::cupti
