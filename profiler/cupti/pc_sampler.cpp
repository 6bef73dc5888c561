#include "profiler/cupti/pc_sampler.hpp"

#include <array>
#include <chrono>
#include <string_view>
#include <thread>

#include "models/counters/names.hpp"
#include "models/counters/stall_table.hpp"
#include "profiler/config/counter_holders.hpp"
#include "profiler/cupti/current_gpu.hpp"
#include "profiler/cupti/unavailable.hpp"

namespace rooflens::collect::cupti {
namespace {

constexpr std::size_t kBufferBytes = 64U << 20U;  // of the device; holds 4 million samples (seen on an H200)
constexpr std::size_t kMostPlaces = 16384;        // instructions in one answer
constexpr std::string_view kPrefix = models::counter::kSmspPcsampWarpsIssueStalledPrefix;

// kPrefix + "long_scoreboard" -> "stall.long_scoreboard"; empty for what is no reason by itself (the same samples again
// for schedulers that issued nothing, and totals).
std::string name_of(std::string_view reason) {
  if (!reason.starts_with(kPrefix) || reason.ends_with("_not_issued")) return {};
  reason.remove_prefix(kPrefix.size());
  return std::string(models::kStallPrefix) + std::string(reason);
}

CUpti_PCSamplingConfigurationInfo attribute(CUpti_PCSamplingConfigurationAttributeType type) {
  CUpti_PCSamplingConfigurationInfo info = {};
  info.attributeType = type;
  return info;
}

// Calls that only name a context take structures of the same form.
template <class Params, class Call>
CUptiResult on_context(CUcontext context, Call call) {
  Params params = {};
  params.size = sizeof params;
  params.ctx = context;
  return call(&params);
}

}  // namespace

PcSampler::PcSampler(std::shared_ptr<const Api> api, CUcontext context, SamplingPace pace)
    : api_(std::move(api)), context_(context), pace_(pace) {
  const std::string gpu = current_gpu();
  if (const auto holder = counter_lock_holder(gpu)) {
    throw Unavailable("warps cannot be sampled, nor anything counted: the counters of the GPU are in use",
                      busy_remedy(holder, {}));
  }
  check(*api_, on_context<CUpti_PCSamplingEnableParams>(context_, api_->PCSamplingEnable), "enabling PC sampling");
  lock_.emplace(gpu);
  try {
    ask_for_reasons();
    configure();
    check(*api_, on_context<CUpti_PCSamplingStartParams>(context_, api_->PCSamplingStart), "starting PC sampling");
  } catch (...) {
    // CUPTI 13.0 answers with an unknown error where it is asked to disable what it refused to start.
    static_cast<void>(buffers_.release());
    throw;
  }
}

PcSampler::~PcSampler() {
  if (!disabled_) static_cast<void>(buffers_.release());
}

void PcSampler::ask_for_reasons() {
  std::size_t count = 0;
  CUpti_PCSamplingGetNumStallReasonsParams number = {};
  number.size = CUpti_PCSamplingGetNumStallReasonsParamsSize;
  number.ctx = context_;
  number.numStallReasons = &count;
  check(*api_, api_->PCSamplingGetNumStallReasons(&number), "asking for stall reasons");
  std::vector<std::uint32_t> indices(count);
  std::vector<std::array<char, CUPTI_STALL_REASON_STRING_SIZE>> texts(count);
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  CUpti_PCSamplingGetStallReasonsParams list = {};
  list.size = CUpti_PCSamplingGetStallReasonsParamsSize;
  list.ctx = context_;
  list.numStallReasons = count;
  list.stallReasonIndex = indices.data();
  list.stallReasons = pointers.data();
  check(*api_, api_->PCSamplingGetStallReasons(&list), "asking for stall reasons");
  for (std::size_t i = 0; i < count; ++i) {
    if (indices[i] >= reason_of_index_.size()) reason_of_index_.resize(indices[i] + 1, -1);
    std::string name = name_of(texts[i].data());
    if (name.empty()) continue;
    reason_of_index_[indices[i]] = static_cast<int>(reasons_.size());
    reasons_.push_back(std::move(name));
  }
  auto& [places, counts, data] = *buffers_;
  counts.resize(kMostPlaces * count);
  places.resize(kMostPlaces);
  for (std::size_t i = 0; i < kMostPlaces; ++i) {
    places[i] = {};
    places[i].size = sizeof places[i];
    places[i].stallReason = &counts[i * count];
  }
  data.size = sizeof data;
  data.collectNumPcs = kMostPlaces;
  data.pPcData = places.data();
}

void PcSampler::configure() {
  std::array settings{attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE),
                      attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD),
                      attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE),
                      attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL),
                      attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_WORKER_THREAD_PERIODIC_SLEEP_SPAN),
                      attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER)};
  settings[0].attributeData.collectionModeData.collectionMode = CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS;
  settings[1].attributeData.samplingPeriodData.samplingPeriod = pace_.period_exponent;
  settings[2].attributeData.hardwareBufferSizeData.hardwareBufferSize = kBufferBytes;
  settings[3].attributeData.enableStartStopControlData.enableStartStopControl = 1;
  settings[4].attributeData.workerThreadPeriodicSleepSpanData.workerThreadPeriodicSleepSpan = pace_.worker_sleep_ms;
  settings[5].attributeData.samplingDataBufferData.samplingDataBuffer = &buffers_->data;
  CUpti_PCSamplingConfigurationInfoParams params = {};
  params.size = CUpti_PCSamplingConfigurationInfoParamsSize;
  params.ctx = context_;
  params.numAttributes = settings.size();
  params.pPCSamplingConfigurationInfo = settings.data();
  check(*api_, api_->PCSamplingSetConfigurationAttribute(&params), "configuring PC sampling");
}

void PcSampler::wait_for_worker() const {
  std::this_thread::sleep_for(std::chrono::milliseconds(3 * pace_.worker_sleep_ms));
}

void PcSampler::disable() {
  disabled_ = on_context<CUpti_PCSamplingDisableParams>(context_, api_->PCSamplingDisable) == CUPTI_SUCCESS;
  lock_.reset();
}

bool PcSampler::drain(const std::function<void(const PcSample&)>& take) {
  bool whole = true;
  CUpti_PCSamplingGetDataParams params = {};
  params.size = CUpti_PCSamplingGetDataParamsSize;
  params.ctx = context_;
  auto& [places, counts, data] = *buffers_;
  params.pcSamplingData = &data;
  do {
    const CUptiResult result = api_->PCSamplingGetData(&params);
    whole &= !data.hardwareBufferFull && data.droppedSamples == 0 && result != CUPTI_ERROR_OUT_OF_MEMORY;
    if (result == CUPTI_ERROR_OUT_OF_MEMORY) return whole;
    check(*api_, result, "reading PC samples");
    for (std::size_t i = 0; i < data.totalNumPcs; ++i) {
      const CUpti_PCSamplingPCData& place = places[i];
      if (!place.functionName) continue;
      for (std::size_t r = 0; r < place.stallReasonCount; ++r) {
        const std::uint32_t index = place.stallReason[r].pcSamplingStallReasonIndex;
        if (index >= reason_of_index_.size() || reason_of_index_[index] < 0) continue;
        take({place.cubinCrc, place.functionName, place.pcOffset, static_cast<std::size_t>(reason_of_index_[index]),
              static_cast<double>(place.stallReason[r].samples)});
      }
    }
  } while (data.remainingNumPcs > 0 && data.totalNumPcs > 0);
  return whole;
}

}  // namespace rooflens::collect::cupti
