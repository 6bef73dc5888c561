#include "tests/inject/scripted_cupti.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace rooflens::inject {
namespace {

CuptiScript* script = nullptr;
std::atomic<std::uint64_t> calls{0};

std::size_t device_of(CUcontext context) { return reinterpret_cast<std::uintptr_t>(context) % 2; }
std::mutex enabled_mutex;
std::set<CUcontext> enabled;  // whose counters are

CUptiResult must(bool condition, const char* what) {
  if (condition) return CUPTI_SUCCESS;
  script->wrong = what;
  return CUPTI_ERROR_INVALID_OPERATION;
}

// One call in each run of `fails_each`, at a place that the seed chooses.
bool fails() {
  if (script->fails_each == 0) return false;
  const std::uint64_t call = calls++, each = static_cast<std::uint64_t>(script->fails_each);
  std::uint64_t x = script->seed + 0x9e3779b97f4a7c15ULL * (call / each + 1);
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  if ((x >> 33U) % each != call % each) return false;
  ++script->failures;
  return true;
}

// The range profiler of one context.
struct Profiler {
  CUcontext context = nullptr;
  std::size_t room = 0;
  std::uint64_t passes = 1;
  std::uint64_t pass = 0;
  bool started = false;
  bool by_itself = false;  ///< each launch is a range, repeated for every pass
  std::string open;
  std::uint8_t* image = nullptr;                            ///< of the configuration
  std::map<const void*, std::vector<std::string>> names{};  ///< of ranges, by the image
};
Profiler& of(CUpti_RangeProfiler_Object* object) { return *reinterpret_cast<Profiler*>(object); }

// The image of counters holds whose it is, and whether it has ranges: a copy of an empty one has none.
struct Image {
  Profiler* profiler = nullptr;
  bool has_ranges = false;
};

std::vector<std::string>& names_of(const std::uint8_t* at) {
  Image image;
  std::memcpy(&image, at, sizeof image);
  std::vector<std::string>& names = image.profiler->names[at];
  if (!image.has_ranges) names.clear();
  return names;
}

void add_range(Profiler& profiler, const std::string& name) {
  std::vector<std::string>& names = names_of(profiler.image);
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  const Image image{&profiler, true};
  std::memcpy(profiler.image, &image, sizeof image);
}

// What counters are planned with: their groups, each of one pass.
struct Host {
  std::uint64_t groups = 0;
};
Host& of(CUpti_Profiler_Host_Object* object) { return *reinterpret_cast<Host*>(object); }

const char* const kBaseCounters[] = {"sm__ops_path_tensor_src_bf16_dst_fp32", "sm__ops_path_tensor_src_fp16_dst_fp32"};

void plan(collect::cupti::Api& api) {
  api.ProfilerHostInitialize = [](CUpti_Profiler_Host_Initialize_Params* p) {
    p->pHostObject = reinterpret_cast<CUpti_Profiler_Host_Object*>(new Host);
    return CUPTI_SUCCESS;
  };
  api.ProfilerHostDeinitialize = [](CUpti_Profiler_Host_Deinitialize_Params* p) {
    delete &of(p->pHostObject);
    return CUPTI_SUCCESS;
  };
  api.ProfilerHostGetMetricProperties = [](CUpti_Profiler_Host_GetMetricProperties_Params*) { return CUPTI_SUCCESS; };
  api.ProfilerHostGetBaseMetrics = [](CUpti_Profiler_Host_GetBaseMetrics_Params* p) {
    p->ppMetricNames = const_cast<const char**>(kBaseCounters);
    p->numMetrics = std::size(kBaseCounters);
    return CUPTI_SUCCESS;
  };
  api.ProfilerHostConfigAddMetrics = [](CUpti_Profiler_Host_ConfigAddMetrics_Params* p) {
    ++of(p->pHostObject).groups;
    return CUPTI_SUCCESS;
  };
  api.ProfilerHostGetConfigImageSize = [](CUpti_Profiler_Host_GetConfigImageSize_Params* p) {
    p->configImageSize = sizeof(std::uint64_t);
    return CUPTI_SUCCESS;
  };
  api.ProfilerHostGetConfigImage = [](CUpti_Profiler_Host_GetConfigImage_Params* p) {
    std::memcpy(p->pConfigImage, &of(p->pHostObject).groups, sizeof(std::uint64_t));
    return CUPTI_SUCCESS;
  };
  api.ProfilerHostGetNumOfPasses = [](CUpti_Profiler_Host_GetNumOfPasses_Params* p) {
    std::uint64_t groups = 0;
    std::memcpy(&groups, p->pConfigImage, sizeof groups);
    p->numOfPasses = groups;
    return CUPTI_SUCCESS;
  };
  api.ProfilerHostEvaluateToGpuValues = [](CUpti_Profiler_Host_EvaluateToGpuValues_Params* p) {
    const std::vector<std::string>& names = names_of(p->pCounterDataImage);
    const bool known = p->rangeIndex < names.size();
    const double value = script->value && known ? script->value(std::stoi(names[p->rangeIndex])) : 1000.0;
    std::fill_n(p->pMetricValues, p->numMetrics, value);
    return must(known, "values of a range that is none");
  };
}

void count(collect::cupti::Api& api) {
  api.ProfilerInitialize = [](CUpti_Profiler_Initialize_Params*) { return CUPTI_SUCCESS; };
  api.ProfilerDeviceSupported = [](CUpti_Profiler_DeviceSupported_Params* p) {
    p->isSupported = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
    return CUPTI_SUCCESS;
  };
  api.ProfilerGetCounterAvailability = [](CUpti_Profiler_GetCounterAvailability_Params* p) {
    if (script->refuses) return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
    p->counterAvailabilityImageSize = 1;
    if (!p->pCounterAvailabilityImage) ++script->plans;
    return CUPTI_SUCCESS;
  };
  api.DeviceGetChipName = [](CUpti_Device_GetChipName_Params* p) {
    p->pChipName = "GH100";
    return CUPTI_SUCCESS;
  };
  api.RangeProfilerEnable = [](CUpti_RangeProfiler_Enable_Params* p) {
    if (fails() || script->held) return CUPTI_ERROR_HARDWARE_BUSY;
    const std::lock_guard lock(enabled_mutex);
    const auto same = [&](CUcontext other) { return device_of(other) == device_of(p->ctx); };
    if (std::any_of(enabled.begin(), enabled.end(), same)) return must(false, "counters of two contexts of a device");
    enabled.insert(p->ctx);
    auto* const profiler = new Profiler;
    profiler->context = p->ctx;
    p->pRangeProfilerObject = reinterpret_cast<CUpti_RangeProfiler_Object*>(profiler);
    ++script->enabled;
    return CUPTI_SUCCESS;
  };
  api.RangeProfilerDisable = [](CUpti_RangeProfiler_Disable_Params* p) {
    scripted_context_ends(of(p->pRangeProfilerObject).context);
    delete &of(p->pRangeProfilerObject);
    return CUPTI_SUCCESS;
  };
  api.RangeProfilerGetCounterDataSize = [](CUpti_RangeProfiler_GetCounterDataSize_Params* p) {
    of(p->pRangeProfilerObject).room = p->maxNumOfRanges;
    p->counterDataSize = sizeof(Image);
    return CUPTI_SUCCESS;
  };
  api.RangeProfilerCounterDataImageInitialize = [](CUpti_RangeProfiler_CounterDataImage_Initialize_Params* p) {
    Profiler& profiler = of(p->pRangeProfilerObject);
    const Image image{&profiler};
    std::memcpy(p->pCounterData, &image, sizeof image);
    return must(!profiler.started, "ranges forgotten while they are counted");
  };
  api.RangeProfilerSetConfig = [](CUpti_RangeProfiler_SetConfig_Params* p) {
    if (fails()) return CUPTI_ERROR_UNKNOWN;
    Profiler& profiler = of(p->pRangeProfilerObject);
    std::memcpy(&profiler.passes, p->pConfig, sizeof(std::uint64_t));
    profiler.by_itself = p->range == CUPTI_AutoRange;
    profiler.image = p->pCounterDataImage;
    return CUPTI_SUCCESS;
  };
  api.RangeProfilerStart = [](CUpti_RangeProfiler_Start_Params* p) {
    if (fails()) return CUPTI_ERROR_UNKNOWN;
    Profiler& profiler = of(p->pRangeProfilerObject);
    ++script->windows;
    ++script->open_windows;
    return must(!std::exchange(profiler.started, true), "started twice");
  };
  api.RangeProfilerStop = [](CUpti_RangeProfiler_Stop_Params* p) {
    if (script->stop) script->stop();
    Profiler& profiler = of(p->pRangeProfilerObject);
    profiler.pass = (profiler.pass + 1) % profiler.passes;
    p->isAllPassSubmitted = profiler.pass == 0;
    const bool started = std::exchange(profiler.started, false);
    if (started) --script->open_windows;
    if (profiler.by_itself) {
      add_range(profiler, "0");
      ++script->ranges;
    }
    if (fails()) return CUPTI_ERROR_UNKNOWN;
    return must(started && profiler.open.empty(), "stopped without a start, or in a range");
  };
  api.RangeProfilerPushRange = [](CUpti_RangeProfiler_PushRange_Params* p) {
    if (script->push) script->push();
    if (fails()) return CUPTI_ERROR_UNKNOWN;
    Profiler& profiler = of(p->pRangeProfilerObject);
    const bool outside = profiler.open.empty();
    profiler.open = p->pRangeName;
    add_range(profiler, profiler.open);
    ++script->ranges;
    ++script->open_ranges;
    if (const auto refused = must(profiler.started && outside, "a range outside a window or in another range"))
      return refused;
    if (const auto refused = must(!script->records, "a range amid records of kernels")) return refused;
    return must(names_of(profiler.image).size() <= profiler.room, "more ranges than there is room for");
  };
  api.RangeProfilerPopRange = [](CUpti_RangeProfiler_PopRange_Params* p) {
    const bool open = !std::exchange(of(p->pRangeProfilerObject).open, std::string()).empty();
    if (open) --script->open_ranges;
    if (fails()) return CUPTI_ERROR_UNKNOWN;
    return must(open, "no range to close");
  };
  api.RangeProfilerDecodeData = [](CUpti_RangeProfiler_DecodeData_Params*) {
    return fails() ? CUPTI_ERROR_UNKNOWN : CUPTI_SUCCESS;
  };
  api.RangeProfilerGetCounterDataInfo = [](CUpti_RangeProfiler_GetCounterDataInfo_Params* p) {
    p->numTotalRanges = names_of(p->pCounterDataImage).size();
    return CUPTI_SUCCESS;
  };
  api.RangeProfilerCounterDataGetRangeInfo = [](CUpti_RangeProfiler_CounterData_GetRangeInfo_Params* p) {
    p->rangeName = names_of(p->pCounterDataImage).at(p->rangeIndex).c_str();
    return CUPTI_SUCCESS;
  };
}

std::atomic<std::uint64_t> patched;  // a bit for each context

// Patched code counts two instructions of every launch.
void patch(collect::cupti::Api& api) {
  static constexpr const char* kMetrics[] = {"smsp__sass_inst_executed", "smsp__sass_thread_inst_executed"};
  static const auto bit_of = [](CUcontext c) { return std::uint64_t{1} << (reinterpret_cast<std::uintptr_t>(c) % 64); };
  patched = 0;
  api.SassMetricsGetNumOfMetrics = [](CUpti_SassMetrics_GetNumOfMetrics_Params* p) {
    p->numOfMetrics = std::size(kMetrics);
    return CUPTI_SUCCESS;
  };
  api.SassMetricsGetMetrics = [](CUpti_SassMetrics_GetMetrics_Params* p) {
    for (std::size_t i = 0; i < p->numOfMetrics; ++i) {
      p->pMetricsList[i].metricId = i;
      p->pMetricsList[i].pMetricName = kMetrics[i];
    }
    return CUPTI_SUCCESS;
  };
  api.SassMetricsSetConfig = [](CUpti_SassMetricsSetConfig_Params* p) {
    static std::atomic<const CuptiScript*> configured[2];  // CUPTI refuses a second time
    return must(configured[p->deviceIndex % 2].exchange(script) != script, "instructions chosen twice");
  };
  api.SassMetricsUnsetConfig = [](CUpti_SassMetricsUnsetConfig_Params*) {
    ++script->forgotten;
    return must(patched == 0, "forgotten while code is patched");
  };
  api.SassMetricsEnable = [](CUpti_SassMetricsEnable_Params* p) {
    if (fails()) return CUPTI_ERROR_UNKNOWN;
    const bool before = (patched.fetch_or(bit_of(p->ctx)) & bit_of(p->ctx)) != 0;
    return must(!before && !script->records, "patched twice, or with records on");
  };
  api.SassMetricsGetDataProperties = [](CUpti_SassMetricsGetDataProperties_Params* p) {
    p->numOfPatchedInstructionRecords = 2;
    p->numOfInstances = std::size(kMetrics);
    return CUPTI_SUCCESS;
  };
  api.SassMetricsFlushData = [](CUpti_SassMetricsFlushData_Params* p) {
    for (std::size_t i = 0; i < p->numOfPatchedInstructionRecords; ++i) {
      p->pMetricsData[i].functionName = "add";
      p->pMetricsData[i].pcOffset = static_cast<std::uint32_t>(16 * i);
      for (std::size_t m = 0; m < p->numOfInstances; ++m) p->pMetricsData[i].pInstanceValues[m] = {m, 10 + m};
    }
    return fails() ? CUPTI_ERROR_UNKNOWN : CUPTI_SUCCESS;
  };
  api.SassMetricsDisable = [](CUpti_SassMetricsDisable_Params* p) {
    ++script->patched;
    const bool before = (patched.fetch_and(~bit_of(p->ctx)) & bit_of(p->ctx)) != 0;
    return must(before, "restored without being patched");
  };
}

// One reason to wait, and no samples.
void sample(collect::cupti::Api& api) {
  api.PCSamplingEnable = [](CUpti_PCSamplingEnableParams*) { return CUPTI_SUCCESS; };
  api.PCSamplingDisable = [](CUpti_PCSamplingDisableParams*) { return CUPTI_SUCCESS; };
  api.PCSamplingGetNumStallReasons = [](CUpti_PCSamplingGetNumStallReasonsParams* p) {
    *p->numStallReasons = 1;
    return CUPTI_SUCCESS;
  };
  api.PCSamplingGetStallReasons = [](CUpti_PCSamplingGetStallReasonsParams* p) {
    p->stallReasonIndex[0] = 0;
    std::strcpy(p->stallReasons[0], "smsp__pcsamp_warps_issue_stalled_wait");
    return CUPTI_SUCCESS;
  };
  api.PCSamplingSetConfigurationAttribute = [](CUpti_PCSamplingConfigurationInfoParams* p) {
    const auto& last = p->pPCSamplingConfigurationInfo[p->numAttributes - 1].attributeData;
    script->samples = static_cast<CUpti_PCSamplingData*>(last.samplingDataBufferData.samplingDataBuffer);
    return CUPTI_SUCCESS;
  };
  api.PCSamplingStart = [](CUpti_PCSamplingStartParams*) {
    if (script->sampling_busy) return CUPTI_ERROR_HARDWARE_BUSY;
    ++script->samplings;
    return CUPTI_SUCCESS;
  };
  api.PCSamplingGetData = [](CUpti_PCSamplingGetDataParams*) { return CUPTI_SUCCESS; };
}

}  // namespace

void scripted_context_ends(CUcontext context) {
  const std::lock_guard lock(enabled_mutex);
  script->enabled -= static_cast<int>(enabled.erase(context));
}

std::shared_ptr<const collect::cupti::Api> scripted_cupti(CuptiScript& own) {
  script = &own;
  enabled.clear();
  auto api = std::make_shared<collect::cupti::Api>();
  plan(*api);
  count(*api);
  patch(*api);
  sample(*api);
  api->GetResultString = [](CUptiResult, const char** text) {
    *text = "made up";
    return CUPTI_SUCCESS;
  };
  api->GetDeviceId = [](CUcontext context, std::uint32_t* device) {
    *device = static_cast<std::uint32_t>(device_of(context));
    return CUPTI_SUCCESS;
  };
  api->ActivityEnable = [](CUpti_ActivityKind) {
    if (script->record) script->record();
    script->records = true;
    return CUPTI_SUCCESS;
  };
  api->ActivityDisable = [](CUpti_ActivityKind) {
    script->records = false;
    return CUPTI_SUCCESS;
  };
  api->ActivityFlushAll = [](std::uint32_t) {
    if (script->flush) script->flush();
    return must(patched == 0, "records asked for while code is patched");
  };
  api->ActivityGetNumDroppedRecords = [](CUcontext, std::uint32_t, std::size_t* dropped) {
    *dropped = 0;
    return CUPTI_SUCCESS;
  };
  return api;
}

}  // namespace rooflens::inject
