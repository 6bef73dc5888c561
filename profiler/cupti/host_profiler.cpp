#include "profiler/cupti/host_profiler.hpp"

#include <algorithm>
#include <utility>

namespace rooflens::collect::cupti {

HostProfiler::HostProfiler(std::shared_ptr<const Api> api, std::string chip, std::vector<std::uint8_t> availability)
    : api_(std::move(api)), chip_(std::move(chip)), availability_(std::move(availability)), object_(open()) {}

void HostProfiler::Closer::operator()(CUpti_Profiler_Host_Object* object) const {
  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_Host_Deinitialize, params);
  params.pHostObject = object;
  api->ProfilerHostDeinitialize(&params);
}

HostProfiler::Object HostProfiler::open() const {
  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_Host_Initialize, params);
  params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  params.pChipName = chip_.c_str();
  params.pCounterAvailabilityImage = availability_.empty() ? nullptr : availability_.data();
  check(*api_, api_->ProfilerHostInitialize(&params), ("counters of " + chip_).c_str());
  return Object(params.pHostObject, Closer{api_});
}

bool HostProfiler::offers(const std::string& name) const {
  if (name.find('.') == std::string::npos) return false;  // known to CUPTI, but it schedules only rollups
  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_Host_GetMetricProperties, params);
  params.pHostObject = object_.get();
  params.pMetricName = name.c_str();
  return api_->ProfilerHostGetMetricProperties(&params) == CUPTI_SUCCESS;
}

std::vector<std::string> HostProfiler::base_counters() const {
  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_Host_GetBaseMetrics, params);
  params.pHostObject = object_.get();
  params.metricType = CUPTI_METRIC_TYPE_COUNTER;
  check(*api_, api_->ProfilerHostGetBaseMetrics(&params), "list of counters");
  std::vector<std::string> names(params.ppMetricNames, params.ppMetricNames + params.numMetrics);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());  // CUPTI lists some several times
  return names;
}

Schedule HostProfiler::schedule(std::span<const std::string> names) const {
  const std::vector<std::string> group(names.begin(), names.end());
  return schedule_groups({&group, 1});
}

Schedule HostProfiler::schedule_groups(std::span<const std::vector<std::string>> groups) const {
  const Object object = open();
  for (const std::vector<std::string>& group : groups) {
    std::vector<const char*> list = c_strings(group);
    ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics, add);
    add.pHostObject = object.get();
    add.ppMetricNames = list.data();
    add.numMetrics = list.size();
    check(*api_, api_->ProfilerHostConfigAddMetrics(&add), "scheduling counters");
  }
  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize, size);
  size.pHostObject = object.get();
  check(*api_, api_->ProfilerHostGetConfigImageSize(&size), "size of the counter configuration");

  Schedule schedule;
  schedule.config.resize(size.configImageSize);
  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage, image);
  image.pHostObject = object.get();
  image.configImageSize = schedule.config.size();
  image.pConfigImage = schedule.config.data();
  check(*api_, api_->ProfilerHostGetConfigImage(&image), "counter configuration");

  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_Host_GetNumOfPasses, passes);
  passes.configImageSize = schedule.config.size();
  passes.pConfigImage = schedule.config.data();
  check(*api_, api_->ProfilerHostGetNumOfPasses(&passes), "number of passes");
  schedule.passes = passes.numOfPasses;
  return schedule;
}

std::vector<double> HostProfiler::evaluate(std::span<const std::string> names, std::span<const std::uint8_t> image,
                                           std::size_t range) const {
  std::vector<const char*> list = c_strings(names);
  std::vector<double> values(names.size());
  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues, params);
  params.pHostObject = object_.get();
  params.pCounterDataImage = image.data();
  params.counterDataImageSize = image.size();
  params.rangeIndex = range;
  params.ppMetricNames = list.data();
  params.numMetrics = list.size();
  params.pMetricValues = values.data();
  check(*api_, api_->ProfilerHostEvaluateToGpuValues(&params), "evaluation of counters");
  return values;
}

std::vector<std::string> supported_chips(const Api& api) {
  ROOFLENS_CUPTI_PARAMS(CUpti_Profiler_Host_GetSupportedChips, params);
  check(api, api.ProfilerHostGetSupportedChips(&params), "list of chips");
  return {params.ppChipNames, params.ppChipNames + params.numChips};
}

std::vector<const char*> c_strings(std::span<const std::string> names) {
  std::vector<const char*> list;
  list.reserve(names.size());
  for (const std::string& name : names) list.push_back(name.c_str());
  return list;
}

}  // namespace rooflens::collect::cupti
