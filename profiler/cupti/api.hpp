// CUPTI's functions, resolved at run time: the executable starts on machines without CUPTI, and uses the copy that the
// process already holds if there is one (two copies in one process clash).
#pragma once

#include <cupti_activity.h>
#include <cupti_callbacks.h>
#include <cupti_pcsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>
#include <cupti_version.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "profiler/cupti/several_subscribers.hpp"

// Every function that is used. The name without its prefix `cupti` becomes the member.
#define ROOFLENS_CUPTI_FUNCTIONS(X)          \
  X(GetVersion)                              \
  X(GetResultString)                         \
  X(ProfilerInitialize)                      \
  X(ProfilerDeviceSupported)                 \
  X(ProfilerGetCounterAvailability)          \
  X(DeviceGetChipName)                       \
  X(ProfilerHostGetSupportedChips)           \
  X(ProfilerHostInitialize)                  \
  X(ProfilerHostDeinitialize)                \
  X(ProfilerHostGetBaseMetrics)              \
  X(ProfilerHostGetMetricProperties)         \
  X(ProfilerHostConfigAddMetrics)            \
  X(ProfilerHostGetConfigImageSize)          \
  X(ProfilerHostGetConfigImage)              \
  X(ProfilerHostGetNumOfPasses)              \
  X(ProfilerHostEvaluateToGpuValues)         \
  X(RangeProfilerEnable)                     \
  X(RangeProfilerDisable)                    \
  X(RangeProfilerSetConfig)                  \
  X(RangeProfilerStart)                      \
  X(RangeProfilerStop)                       \
  X(RangeProfilerPushRange)                  \
  X(RangeProfilerPopRange)                   \
  X(RangeProfilerDecodeData)                 \
  X(RangeProfilerGetCounterDataSize)         \
  X(RangeProfilerCounterDataImageInitialize) \
  X(RangeProfilerGetCounterDataInfo)         \
  X(RangeProfilerCounterDataGetRangeInfo)    \
  X(Subscribe)                               \
  X(Subscribe_v2)                            \
  X(Unsubscribe)                             \
  X(EnableCallback)                          \
  X(EnableDomain)                            \
  X(GetDeviceId)                             \
  X(ActivityRegisterCallbacks)               \
  X(ActivityEnable)                          \
  X(ActivityDisable)                         \
  X(ActivityGetNextRecord)                   \
  X(ActivityGetNumDroppedRecords)            \
  X(ActivityFlushAll)                        \
  X(PCSamplingEnable)                        \
  X(PCSamplingDisable)                       \
  X(PCSamplingSetConfigurationAttribute)     \
  X(PCSamplingGetNumStallReasons)            \
  X(PCSamplingGetStallReasons)               \
  X(PCSamplingStart)                         \
  X(PCSamplingGetData)                       \
  X(SassMetricsGetNumOfMetrics)              \
  X(SassMetricsGetMetrics)                   \
  X(SassMetricsSetConfig)                    \
  X(SassMetricsUnsetConfig)                  \
  X(SassMetricsEnable)                       \
  X(SassMetricsDisable)                      \
  X(SassMetricsGetDataProperties)            \
  X(SassMetricsFlushData)                    \
  X(GetSassToSourceCorrelation)              \
  X(GetCubinCrc)

// Declares the parameters of a call, empty but for their size.
#define ROOFLENS_CUPTI_PARAMS(Call, params) \
  Call##_Params params = {};                \
  params.structSize = Call##_Params_STRUCT_SIZE

namespace rooflens::collect::cupti {

struct Api {
#define ROOFLENS_DECLARE(name) decltype(&::cupti##name) name = nullptr;
  ROOFLENS_CUPTI_FUNCTIONS(ROOFLENS_DECLARE)
#undef ROOFLENS_DECLARE
  std::string path;  ///< the library in use
  unsigned version = 0;
  bool patches_and_samples = true;  ///< PC sampling and SASS metrics may be used; other patched counters need neither
  SubscriberCalls own;              ///< whole where several subscribers may be asked for
  CUpti_SubscriberHandle subscriber = nullptr;  ///< ours, where there may be several: then `own` is used
};

/// What is left where counters are not to be had.
inline constexpr const char* kTimesAlone =
    "times alone need no counters: `rooflens run` and `rooflens profile` with --no-counters";

/// The same where there is no CUPTI.
inline constexpr const char* kWithoutCupti =
    "without CUPTI `rooflens run --no-counters` measures times, and `rooflens profile` records nothing";

/// Folders to look for CUPTI in, where neither the process nor the loader has it: those of $CUDA_HOME and $CUDA_PATH,
/// $ROOFLENS_CUPTI_PATH (separated by colons; the Python package names pip's there), /usr/local/cuda*.
[[nodiscard]] std::vector<std::filesystem::path> cupti_folders();

/// Finds and opens CUPTI and its host library. They stay open for the life of the process: unloading CUPTI crashes.
/// Order: $ROOFLENS_CUPTI (a file or its folder), a copy already loaded, the loader's search path, cupti_folders().
/// Throws Unavailable when there is none or its version is older than the headers.
[[nodiscard]] std::shared_ptr<const Api> load();

/// Whether a function lies in the library in use.
[[nodiscard]] bool is_of(const Api& api, const void* function);

/// Throws what the result means: PermissionDenied, Unavailable, or std::runtime_error with `what` and CUPTI's own text.
void check(const Api& api, CUptiResult result, const char* what);

}  // namespace rooflens::collect::cupti
