#include "profiler/collect/cupti/range_session.hpp"

#include <fmt/core.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "profiler/collect/collector.hpp"
#include "profiler/collect/cupti/cuda_check.hpp"

namespace rooflens::collect::cupti {
namespace {

CUcontext current_context() {
  check_cuda(cudaFree(nullptr), "creating the CUDA context");
  void* entry = nullptr;
  check_cuda(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &entry, 12000, cudaEnableDefault, nullptr),
             "looking up cuCtxGetCurrent");
  CUcontext context = nullptr;
  if (!entry || reinterpret_cast<CUresult (*)(CUcontext*)>(entry)(&context) != CUDA_SUCCESS || !context) {
    throw std::runtime_error("there is no current CUDA context");
  }
  return context;
}

void initialize(const Api& api) {
  CUpti_Profiler_Initialize_Params params = {};
  params.structSize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE;
  check(api, api.ProfilerInitialize(&params), "initialising CUPTI's profiler");
}

void check_supported(const Api& api, int device) {
  CUpti_Profiler_DeviceSupported_Params params = {};
  params.structSize = CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE;
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
  throw Unavailable("counters cannot be read on this device: " + why,
                    "`--collector none` records times without counters");
}

}  // namespace

HostProfiler open_target(const std::shared_ptr<const Api>& api, int device) {
  const CUcontext context = current_context();
  initialize(*api);
  check_supported(*api, device);
  CUpti_Device_GetChipName_Params chip = {};
  chip.structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE;
  chip.deviceIndex = static_cast<std::size_t>(device);
  check(*api, api->DeviceGetChipName(&chip), "asking for the chip's name");

  CUpti_Profiler_GetCounterAvailability_Params availability = {};
  availability.structSize = CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE;
  availability.ctx = context;
  check(*api, api->ProfilerGetCounterAvailability(&availability), "asking for the available counters");
  std::vector<std::uint8_t> image(availability.counterAvailabilityImageSize);
  availability.pCounterAvailabilityImage = image.data();
  check(*api, api->ProfilerGetCounterAvailability(&availability), "asking for the available counters");
  return HostProfiler(api, chip.pChipName, std::move(image));
}

RangeSession::RangeSession(std::shared_ptr<const Api> api, const CounterPlan& plan, RangeMode mode, std::size_t ranges)
    : api_(std::move(api)), plan_(plan), mode_(mode) {
  enable();
  try {
    configure(ranges);
  } catch (...) {
    disable();
    throw;
  }
}

RangeSession::~RangeSession() { disable(); }

void RangeSession::enable() {
  CUpti_RangeProfiler_Enable_Params params = {};
  params.structSize = CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE;
  params.ctx = current_context();
  check(*api_, api_->RangeProfilerEnable(&params), "enabling the range profiler");
  object_ = params.pRangeProfilerObject;
}

void RangeSession::disable() noexcept {
  CUpti_RangeProfiler_Disable_Params params = {};
  params.structSize = CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = object_;
  api_->RangeProfilerDisable(&params);
}

void RangeSession::configure(std::size_t ranges) {
  std::vector<const char*> names = c_strings(plan_.names);
  CUpti_RangeProfiler_GetCounterDataSize_Params size = {};
  size.structSize = CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE;
  size.pRangeProfilerObject = object_;
  size.pMetricNames = names.data();
  size.numMetrics = names.size();
  size.maxNumOfRanges = ranges;
  size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(ranges);
  check(*api_, api_->RangeProfilerGetCounterDataSize(&size), "size of the counter data");
  image_.resize(size.counterDataSize);
  clear_image();

  CUpti_RangeProfiler_SetConfig_Params params = {};
  params.structSize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = object_;
  params.configSize = plan_.schedule.config.size();
  params.pConfig = plan_.schedule.config.data();
  params.counterDataImageSize = image_.size();
  params.pCounterDataImage = image_.data();
  params.range = mode_ == RangeMode::launches ? CUPTI_AutoRange : CUPTI_UserRange;
  params.replayMode = mode_ == RangeMode::launches ? CUPTI_KernelReplay : CUPTI_UserReplay;
  params.maxRangesPerPass = ranges;
  params.numNestingLevels = 1;
  params.minNestingLevel = 1;
  params.passIndex = 0;
  params.targetNestingLevel = 1;
  check(*api_, api_->RangeProfilerSetConfig(&params), "configuring the range profiler");
}

void RangeSession::clear_image() {
  CUpti_RangeProfiler_CounterDataImage_Initialize_Params params = {};
  params.structSize = CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = object_;
  params.counterDataSize = image_.size();
  params.pCounterData = image_.data();
  check(*api_, api_->RangeProfilerCounterDataImageInitialize(&params), "initialising the counter data");
}

void RangeSession::start() {
  CUpti_RangeProfiler_Start_Params params = {};
  params.structSize = CUpti_RangeProfiler_Start_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = object_;
  check(*api_, api_->RangeProfilerStart(&params), "starting the counters");
}

bool RangeSession::stop() {
  CUpti_RangeProfiler_Stop_Params params = {};
  params.structSize = CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = object_;
  check(*api_, api_->RangeProfilerStop(&params), "stopping the counters");
  return params.isAllPassSubmitted != 0;
}

void RangeSession::range(const std::string& name, const std::function<void()>& work) {
  CUpti_RangeProfiler_PushRange_Params push = {};
  push.structSize = CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE;
  push.pRangeProfilerObject = object_;
  push.pRangeName = name.c_str();
  check(*api_, api_->RangeProfilerPushRange(&push), "opening a counter range");
  work();
  CUpti_RangeProfiler_PopRange_Params pop = {};
  pop.structSize = CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE;
  pop.pRangeProfilerObject = object_;
  check(*api_, api_->RangeProfilerPopRange(&pop), "closing a counter range");
}

RangeValues RangeSession::collect(const HostProfiler& host, const std::function<void(std::size_t)>& execute) {
  RangeValues values;
  values.passes.assign(plan_.names.size(), -1);
  int pass = 0;
  for (bool submitted = false; !submitted; ++pass) {
    start();
    execute(static_cast<std::size_t>(pass));
    submitted = stop();
    decode();
    note_completed(host, pass, values.passes);
  }
  for (std::size_t i = 0; i < range_count(); ++i) values.ranges[range_name(i)] = host.evaluate(plan_.names, image_, i);
  clear_image();
  return values;
}

// CUPTI does not say which pass a counter belongs to, but a counter has no value until its last pass was decoded.
void RangeSession::note_completed(const HostProfiler& host, int pass, std::vector<int>& passes) const {
  if (range_count() == 0) return;
  const std::vector<double> so_far = host.evaluate(plan_.names, image_, 0);
  for (std::size_t k = 0; k < so_far.size(); ++k) {
    if (passes[k] < 0 && std::isfinite(so_far[k])) passes[k] = pass;
  }
}

void RangeSession::decode() {
  CUpti_RangeProfiler_DecodeData_Params params = {};
  params.structSize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = object_;
  check(*api_, api_->RangeProfilerDecodeData(&params), "decoding the counters");
  if (params.numOfRangeDropped > 0) {
    throw std::runtime_error(fmt::format("CUPTI dropped {} ranges of counters", params.numOfRangeDropped));
  }
}

std::size_t RangeSession::range_count() const {
  CUpti_RangeProfiler_GetCounterDataInfo_Params params = {};
  params.structSize = CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE;
  params.pCounterDataImage = image_.data();
  params.counterDataImageSize = image_.size();
  check(*api_, api_->RangeProfilerGetCounterDataInfo(&params), "counting the ranges");
  return params.numTotalRanges;
}

std::string RangeSession::range_name(std::size_t range) const {
  CUpti_RangeProfiler_CounterData_GetRangeInfo_Params params = {};
  params.structSize = CUpti_RangeProfiler_CounterData_GetRangeInfo_Params_STRUCT_SIZE;
  params.pCounterDataImage = image_.data();
  params.counterDataImageSize = image_.size();
  params.rangeIndex = range;
  params.rangeDelimiter = "/";
  check(*api_, api_->RangeProfilerCounterDataGetRangeInfo(&params), "naming a range");
  return params.rangeName;
}

}  // namespace rooflens::collect::cupti
