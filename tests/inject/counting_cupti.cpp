// What plans and counts in the CUPTI of CUDA 12 and 13.2 that tests stand for: scripted_cupti.cpp, behind the names
// that the library looks up. Every metric counts 1000 in a launch.
#include "tests/inject/scripted_cupti.hpp"

namespace {

rooflens::inject::CuptiScript& script() {
  static auto& own = *new rooflens::inject::CuptiScript;
  return own;
}

const rooflens::collect::cupti::Api& scripted() {
  static const auto api = rooflens::inject::scripted_cupti(script());
  return *api;
}

}  // namespace

/// Contexts whose counters are enabled, and windows that were opened.
extern "C" int counting_cupti_enabled() { return script().enabled; }
extern "C" int counting_cupti_windows() { return script().windows; }

#define ROOFLENS_FORWARD(name, parameters) \
  extern "C" CUptiResult cupti##name(parameters* p) { return scripted().name(p); }
ROOFLENS_FORWARD(ProfilerInitialize, CUpti_Profiler_Initialize_Params)
ROOFLENS_FORWARD(ProfilerDeviceSupported, CUpti_Profiler_DeviceSupported_Params)
ROOFLENS_FORWARD(ProfilerGetCounterAvailability, CUpti_Profiler_GetCounterAvailability_Params)
ROOFLENS_FORWARD(DeviceGetChipName, CUpti_Device_GetChipName_Params)
ROOFLENS_FORWARD(ProfilerHostInitialize, CUpti_Profiler_Host_Initialize_Params)
ROOFLENS_FORWARD(ProfilerHostDeinitialize, CUpti_Profiler_Host_Deinitialize_Params)
ROOFLENS_FORWARD(ProfilerHostGetBaseMetrics, CUpti_Profiler_Host_GetBaseMetrics_Params)
ROOFLENS_FORWARD(ProfilerHostGetMetricProperties, CUpti_Profiler_Host_GetMetricProperties_Params)
ROOFLENS_FORWARD(ProfilerHostConfigAddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params)
ROOFLENS_FORWARD(ProfilerHostGetConfigImageSize, CUpti_Profiler_Host_GetConfigImageSize_Params)
ROOFLENS_FORWARD(ProfilerHostGetConfigImage, CUpti_Profiler_Host_GetConfigImage_Params)
ROOFLENS_FORWARD(ProfilerHostGetNumOfPasses, CUpti_Profiler_Host_GetNumOfPasses_Params)
ROOFLENS_FORWARD(ProfilerHostEvaluateToGpuValues, CUpti_Profiler_Host_EvaluateToGpuValues_Params)
ROOFLENS_FORWARD(RangeProfilerEnable, CUpti_RangeProfiler_Enable_Params)
ROOFLENS_FORWARD(RangeProfilerDisable, CUpti_RangeProfiler_Disable_Params)
ROOFLENS_FORWARD(RangeProfilerSetConfig, CUpti_RangeProfiler_SetConfig_Params)
ROOFLENS_FORWARD(RangeProfilerStart, CUpti_RangeProfiler_Start_Params)
ROOFLENS_FORWARD(RangeProfilerStop, CUpti_RangeProfiler_Stop_Params)
ROOFLENS_FORWARD(RangeProfilerPushRange, CUpti_RangeProfiler_PushRange_Params)
ROOFLENS_FORWARD(RangeProfilerPopRange, CUpti_RangeProfiler_PopRange_Params)
ROOFLENS_FORWARD(RangeProfilerDecodeData, CUpti_RangeProfiler_DecodeData_Params)
ROOFLENS_FORWARD(RangeProfilerGetCounterDataSize, CUpti_RangeProfiler_GetCounterDataSize_Params)
ROOFLENS_FORWARD(RangeProfilerCounterDataImageInitialize, CUpti_RangeProfiler_CounterDataImage_Initialize_Params)
ROOFLENS_FORWARD(RangeProfilerGetCounterDataInfo, CUpti_RangeProfiler_GetCounterDataInfo_Params)
ROOFLENS_FORWARD(RangeProfilerCounterDataGetRangeInfo, CUpti_RangeProfiler_CounterData_GetRangeInfo_Params)
