#include "profiler/count/line_counter.hpp"

#include <cuda.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "models/counters/names.hpp"

namespace rooflens::inject {
namespace {

using collect::cupti::check;

/// What is counted of each instruction, where the chip has it.
constexpr std::string_view kMetrics[] = {
    models::counter::kSmspSassInstExecuted,
    models::counter::kSmspSassThreadInstExecuted,
    models::counter::kSmspSassThreadInstExecutedPredOn,
    models::counter::kSmspSassSectorsMemGlobal,
    models::counter::kSmspSassSectorsMemGlobalIdeal,
    models::counter::kSmspSassL1texPipeLsuWavefrontsMemShared,
    models::counter::kSmspSassL1texPipeLsuWavefrontsMemSharedIdeal,
};

std::vector<CUpti_SassMetrics_MetricDetails> offered(const collect::cupti::Api& api, const std::string& chip) {
  CUpti_SassMetrics_GetNumOfMetrics_Params number = {};
  number.structSize = CUpti_SassMetrics_GetNumOfMetrics_Params_STRUCT_SIZE;
  number.pChipName = chip.c_str();
  check(api, api.SassMetricsGetNumOfMetrics(&number), "asking for the counters of single instructions");
  std::vector<CUpti_SassMetrics_MetricDetails> metrics(number.numOfMetrics);
  CUpti_SassMetrics_GetMetrics_Params list = {};
  list.structSize = CUpti_SassMetrics_GetMetrics_Params_STRUCT_SIZE;
  list.pChipName = chip.c_str();
  list.numOfMetrics = metrics.size();
  list.pMetricsList = metrics.data();
  check(api, api.SassMetricsGetMetrics(&list), "asking for the counters of single instructions");
  return metrics;
}

// Once a device and process: a second configuration is refused as "out of memory" (seen with CUPTI 13.0).
void configure(const collect::cupti::Api& api, int device, std::vector<CUpti_SassMetrics_Config>& metrics) {
  CUpti_SassMetricsSetConfig_Params params = {};
  params.structSize = CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE;
  params.numOfMetricConfig = metrics.size();
  params.pConfigs = metrics.data();
  params.deviceIndex = static_cast<std::uint32_t>(device);
  check(api, api.SassMetricsSetConfig(&params), "choosing the counters of single instructions");
}

}  // namespace

LineCounter::LineCounter(std::shared_ptr<const collect::cupti::Api> api, CUcontext context, int device,
                         const std::string& chip, bool configured, SourceLines& sources, Logbook& logbook)
    : api_(std::move(api)), context_(context) {
  std::vector<CUpti_SassMetrics_Config> chosen;
  std::vector<std::string> names;
  for (const CUpti_SassMetrics_MetricDetails& metric : offered(*api_, chip)) {
    if (std::find(std::begin(kMetrics), std::end(kMetrics), std::string(metric.pMetricName)) == std::end(kMetrics)) {
      continue;
    }
    CUpti_SassMetrics_Config config = {};
    config.metricId = metric.metricId;
    config.outputGranularity = CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU;
    chosen.push_back(config);
    places_[metric.metricId] = names.size();
    names.emplace_back(metric.pMetricName);
  }
  if (!configured) configure(*api_, device, chosen);
  log_.emplace(sources, logbook, device, std::move(names));
}

void LineCounter::forget(const collect::cupti::Api& api, int device) {
  CUpti_SassMetricsUnsetConfig_Params params = {};
  params.structSize = CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE;
  params.deviceIndex = static_cast<std::uint32_t>(device);
  static_cast<void>(api.SassMetricsUnsetConfig(&params));  // nothing is counted there any more, whatever it answers
}

void LineCounter::before() {
  CUpti_SassMetricsEnable_Params params = {};
  params.structSize = CUpti_SassMetricsEnable_Params_STRUCT_SIZE;
  params.ctx = context_;
  params.enableLazyPatching = 1;
  check(*api_, api_->SassMetricsEnable(&params), "patching code to count instructions");
}

void LineCounter::after(bool succeeded) {
  CUpti_SassMetricsGetDataProperties_Params size = {};
  size.structSize = CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE;
  size.ctx = context_;
  const CUptiResult asked = api_->SassMetricsGetDataProperties(&size);
  std::vector<CUpti_SassMetrics_Data> records(asked == CUPTI_SUCCESS ? size.numOfPatchedInstructionRecords : 0);
  std::vector<CUpti_SassMetrics_InstanceValue> values(records.size() * size.numOfInstances);
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i] = {};
    records[i].structSize = sizeof records[i];
    records[i].pInstanceValues = &values[i * size.numOfInstances];
  }
  CUpti_SassMetricsFlushData_Params flush = {};
  flush.structSize = CUpti_SassMetricsFlushData_Params_STRUCT_SIZE;
  flush.ctx = context_;
  flush.numOfPatchedInstructionRecords = records.size();
  flush.numOfInstances = size.numOfInstances;
  flush.pMetricsData = records.data();
  const CUptiResult flushed = records.empty() ? CUPTI_SUCCESS : api_->SassMetricsFlushData(&flush);
  CUpti_SassMetricsDisable_Params disable = {};
  disable.structSize = CUpti_SassMetricsDisable_Params_STRUCT_SIZE;
  disable.ctx = context_;
  const CUptiResult disabled = api_->SassMetricsDisable(&disable);
  check(*api_, asked, "asking how many instructions were counted");
  check(*api_, flushed, "reading the counters of single instructions");
  check(*api_, disabled, "restoring the code");
  if (!succeeded) return;
  for (const CUpti_SassMetrics_Data& record : records) {
    if (!record.functionName) continue;
    for (std::size_t i = 0; i < size.numOfInstances; ++i) {
      const auto place = places_.find(record.pInstanceValues[i].metricId);
      if (place == places_.end()) continue;
      const auto value = static_cast<double>(record.pInstanceValues[i].value);
      log_->add(record.cubinCrc, record.functionName, record.pcOffset, place->second, value);
    }
  }
  log_->write(1);
}

}  // namespace rooflens::inject
