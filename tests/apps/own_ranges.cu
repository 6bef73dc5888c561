// The program counts with CUPTI's range profiler, without subscribing, in the middle of its launches.
// flags: -ldl -lcuda
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include "looked_up.cuh"

__global__ void turn_ranged(std::uint32_t* x) { x[app::index()] = app::mix(x[app::index()]); }

int main() {
  const int n = 1 << 16;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  const auto turn = [&](int times) {
    for (int k = 0; k < times; ++k) turn_ranged<<<n / 256, 256>>>(x);
    CHECK(cudaDeviceSynchronize());
  };
  turn(500);
  CUcontext context = nullptr;
  CHECK(cuCtxGetCurrent(&context));
  CUpti_Profiler_Initialize_Params initialize = {CUpti_Profiler_Initialize_Params_STRUCT_SIZE};
  std::printf("initialized %d\n", LOOKED_UP(cuptiProfilerInitialize)(&initialize));
  CUpti_Profiler_GetCounterAvailability_Params available = {CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE};
  available.ctx = context;
  std::printf("available %d\n", LOOKED_UP(cuptiProfilerGetCounterAvailability)(&available));
  CUpti_RangeProfiler_Enable_Params enable = {CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE};
  enable.ctx = context;
  std::printf("enabled %d\n", LOOKED_UP(cuptiRangeProfilerEnable)(&enable));
  turn(500);
  CUpti_RangeProfiler_Disable_Params disable = {CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE};
  disable.pRangeProfilerObject = enable.pRangeProfilerObject;
  std::printf("disabled %d\n", LOOKED_UP(cuptiRangeProfilerDisable)(&disable));
  turn(500);
  app::print("numbers", app::checksum_of_device(x, n));
}
