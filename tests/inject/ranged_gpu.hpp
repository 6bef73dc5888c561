// A GPU that is made up, as far as CUPTI's range profiler goes, and as strict: ranges only between start and stop, one
// at a time, no more than there is room, no other configuration amid the passes of one, and code is patched where the
// first one asks for it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/place/operations.hpp"
#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/rotation_plan.hpp"

namespace rooflens::inject::ranged {

using collect::cupti::RotationGroup;

// What CUPTI keeps of one configuration.
struct RangedImage {
  std::vector<std::string> names;                ///< of ranges, in their order
  std::map<std::string, std::set<int>> counted;  ///< passes of each
};

struct RangedGpu {
  const collect::cupti::RotationPlan* plan = nullptr;
  bool exchanges = true;  ///< a second configuration yields numbers
  bool refuses = false;   ///< it is an error
  bool products = true;   ///< some kernels are
  std::size_t room = 0;
  bool enabled = false;
  bool started = false;
  int windows = 0;                          ///< with launches
  std::map<std::size_t, int> windows_of{};  ///< the same, by group
  bool counts = false;                      ///< the open window has launches
  int enablings = 0;
  std::optional<std::size_t> first;  ///< the configuration since it was enabled
  const void* address = nullptr;     ///< of that
  std::size_t group = 0;             ///< the current configuration is of
  std::size_t pass = 0;
  std::string open;  ///< the range
  std::map<const void*, RangedImage> images;
  std::uint8_t* current = nullptr;  ///< image
  std::set<std::string> wrong;      ///< what CUPTI would have refused
  [[nodiscard]] RangedImage& image() { return images[current]; }
};
inline RangedGpu gpu;

inline CUptiResult must(bool condition, const char* what) {
  if (!condition) gpu.wrong.insert(what);
  return condition ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_OPERATION;
}

inline CUptiResult size(CUpti_RangeProfiler_GetCounterDataSize_Params* p) {
  p->counterDataSize = 1;
  gpu.room = p->maxNumOfRanges;
  return CUPTI_SUCCESS;
}

inline CUptiResult enable(CUpti_RangeProfiler_Enable_Params*) {
  ++gpu.enablings;
  gpu.first.reset();
  gpu.pass = 0;
  return must(!std::exchange(gpu.enabled, true), "enabled twice");
}

inline CUptiResult disable(CUpti_RangeProfiler_Disable_Params*) {
  gpu.enabled = gpu.started = false;
  return CUPTI_SUCCESS;
}

inline CUptiResult set(CUpti_RangeProfiler_SetConfig_Params* p) {
  const auto& groups = gpu.plan->groups;
  const auto same = std::ranges::find_if(groups, [&](const RotationGroup& group) {
    const std::vector<std::uint8_t>& own = group.schedule.config;
    return own.size() == p->configSize && std::equal(own.begin(), own.end(), p->pConfig);
  });
  gpu.group = static_cast<std::size_t>(same - groups.begin());
  if (gpu.first && gpu.refuses) return CUPTI_ERROR_INVALID_OPERATION;
  if (!gpu.first) gpu.first = gpu.group, gpu.address = p->pConfig;
  must(gpu.address == p->pConfig, "a configuration at another address, which is ignored");
  gpu.current = p->pCounterDataImage;
  return must(same != groups.end() && !gpu.started && gpu.pass == 0, "a configuration exchanged amid its passes");
}

// An image without ranges is one byte of 0; its copies are, too.
inline CUptiResult clear(CUpti_RangeProfiler_CounterDataImage_Initialize_Params* p) {
  *p->pCounterData = 0;
  return CUPTI_SUCCESS;
}

inline CUptiResult start(CUpti_RangeProfiler_Start_Params*) {
  if (*gpu.current == 0) gpu.image() = {};
  gpu.counts = false;
  const bool stopped = !std::exchange(gpu.started, true);
  return must(stopped && gpu.enabled, "started twice");
}

inline CUptiResult stop(CUpti_RangeProfiler_Stop_Params* p) {
  gpu.pass = (gpu.pass + 1) % gpu.plan->groups[*gpu.first].schedule.passes;
  p->isAllPassSubmitted = gpu.pass == 0;
  return must(std::exchange(gpu.started, false) && gpu.open.empty(), "stopped without a start, or in a range");
}

inline CUptiResult push(CUpti_RangeProfiler_PushRange_Params* p) {
  const bool outside = gpu.open.empty();
  gpu.open = p->pRangeName;
  RangedImage& image = gpu.image();
  *gpu.current = 1;
  if (!std::exchange(gpu.counts, true)) ++gpu.windows, ++gpu.windows_of[gpu.group];
  if (!image.counted.contains(gpu.open)) image.names.push_back(gpu.open);
  const bool once = image.counted[gpu.open].insert(static_cast<int>(gpu.pass)).second;
  return must(gpu.started && outside && once && image.names.size() <= gpu.room, "a range that CUPTI does not count");
}

inline CUptiResult pop(CUpti_RangeProfiler_PopRange_Params*) {
  return must(!std::exchange(gpu.open, std::string()).empty(), "no range to close");
}

inline CUptiResult count(CUpti_RangeProfiler_GetCounterDataInfo_Params* p) {
  p->numTotalRanges = gpu.image().names.size();
  return CUPTI_SUCCESS;
}

inline CUptiResult name(CUpti_RangeProfiler_CounterData_GetRangeInfo_Params* p) {
  p->rangeName = gpu.image().names.at(p->rangeIndex).c_str();
  return CUPTI_SUCCESS;
}

inline constexpr int kMatrices = 6;  // every so many kernels is a product

// What kernel `id` does in each launch: its own number of everything.
inline double value_of(int id, const std::string& counter) {
  if (counter == models::kTensorActivity) return gpu.products && id % kMatrices == 0 ? 8 : 0;
  if (counter == models::kHalfOnTensorPipe) return 0;
  if (counter == models::kHardwareAnchor || counter == models::kSassAnchor) return 1000 + id;
  return 100 + id;
}

// Nothing where a pass of the group had no launch in this range.
inline CUptiResult evaluate(CUpti_Profiler_Host_EvaluateToGpuValues_Params* p) {
  const RotationGroup& group = gpu.plan->groups[gpu.group];
  const std::string& range = gpu.image().names.at(p->rangeIndex);
  bool complete = group.counters.size() == p->numMetrics && (gpu.exchanges || gpu.group == gpu.first);
  complete &= group.kind != RotationGroup::Kind::sass || gpu.group == gpu.first;
  for (int pass = 0; pass < group.passes; ++pass) complete &= gpu.image().counted.at(range).contains(pass);
  for (std::size_t i = 0; i < p->numMetrics; ++i) {
    p->pMetricValues[i] = complete ? value_of(std::atoi(range.c_str()), p->ppMetricNames[i]) : std::nan("");
  }
  return CUPTI_SUCCESS;
}

// In place of CUPTI's.
inline void install(collect::cupti::Api& api) {
  api.RangeProfilerEnable = enable;
  api.RangeProfilerDisable = disable;
  api.RangeProfilerSetConfig = set;
  api.RangeProfilerStart = start;
  api.RangeProfilerStop = stop;
  api.RangeProfilerPushRange = push;
  api.RangeProfilerPopRange = pop;
  api.RangeProfilerCounterDataImageInitialize = clear;
  api.RangeProfilerGetCounterDataSize = size;
  api.RangeProfilerGetCounterDataInfo = count;
  api.RangeProfilerCounterDataGetRangeInfo = name;
  api.ProfilerHostEvaluateToGpuValues = evaluate;
}

}  // namespace rooflens::inject::ranged
