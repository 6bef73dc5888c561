#include "profiler/cupti/range_profiler.hpp"

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

namespace rooflens::collect::cupti {

EnabledProfiler::EnabledProfiler(std::shared_ptr<const Api> api, CUcontext context) : api_(std::move(api)) {
  initialize_profiler(*api_);
  CUpti_RangeProfiler_Enable_Params params = {};
  params.structSize = CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE;
  params.ctx = context;
  check(*api_, api_->RangeProfilerEnable(&params), "enabling the range profiler");
  object_ = params.pRangeProfilerObject;
}

EnabledProfiler::~EnabledProfiler() {
  CUpti_RangeProfiler_Disable_Params params = {};
  params.structSize = CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = object_;
  api_->RangeProfilerDisable(&params);
}

RangeProfiler::RangeProfiler(std::shared_ptr<const Api> api, CUcontext context, std::span<const std::string> names,
                             const Schedule& schedule, RangeMode mode, std::size_t ranges)
    : api_(std::move(api)), config_(schedule.config), enabled_(api_, context) {
  configure(names, mode, ranges);
}

void RangeProfiler::configure(std::span<const std::string> names, RangeMode mode, std::size_t ranges) {
  std::vector<const char*> list = c_strings(names);
  CUpti_RangeProfiler_GetCounterDataSize_Params size = {};
  size.structSize = CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE;
  size.pRangeProfilerObject = enabled_.object();
  size.pMetricNames = list.data();
  size.numMetrics = list.size();
  size.maxNumOfRanges = ranges;
  size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(ranges);
  check(*api_, api_->RangeProfilerGetCounterDataSize(&size), "size of the counter data");
  image_.resize(size.counterDataSize);
  clear();

  CUpti_RangeProfiler_SetConfig_Params params = {};
  params.structSize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = enabled_.object();
  params.configSize = config_.size();
  params.pConfig = config_.data();
  params.counterDataImageSize = image_.size();
  params.pCounterDataImage = image_.data();
  params.range = mode == RangeMode::launches ? CUPTI_AutoRange : CUPTI_UserRange;
  params.replayMode = mode == RangeMode::launches ? CUPTI_KernelReplay : CUPTI_UserReplay;
  params.maxRangesPerPass = ranges;
  params.numNestingLevels = 1;
  params.minNestingLevel = 1;
  params.passIndex = 0;  // after a first window CUPTI goes on with its next pass, whatever this is (seen with 13.0)
  params.targetNestingLevel = 1;
  check(*api_, api_->RangeProfilerSetConfig(&params), "configuring the range profiler");
}

void RangeProfiler::clear() {
  CUpti_RangeProfiler_CounterDataImage_Initialize_Params params = {};
  params.structSize = CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = enabled_.object();
  params.counterDataSize = image_.size();
  params.pCounterData = image_.data();
  check(*api_, api_->RangeProfilerCounterDataImageInitialize(&params), "initialising the counter data");
}

void RangeProfiler::start() {
  CUpti_RangeProfiler_Start_Params params = {};
  params.structSize = CUpti_RangeProfiler_Start_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = enabled_.object();
  check(*api_, api_->RangeProfilerStart(&params), "starting the counters");
}

bool RangeProfiler::stop() {
  CUpti_RangeProfiler_Stop_Params params = {};
  params.structSize = CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = enabled_.object();
  check(*api_, api_->RangeProfilerStop(&params), "stopping the counters");
  return params.isAllPassSubmitted != 0;
}

void RangeProfiler::push(const std::string& name) {
  CUpti_RangeProfiler_PushRange_Params params = {};
  params.structSize = CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = enabled_.object();
  params.pRangeName = name.c_str();
  check(*api_, api_->RangeProfilerPushRange(&params), "opening a counter range");
}

void RangeProfiler::pop() {
  CUpti_RangeProfiler_PopRange_Params params = {};
  params.structSize = CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = enabled_.object();
  check(*api_, api_->RangeProfilerPopRange(&params), "closing a counter range");
}

void RangeProfiler::decode() {
  CUpti_RangeProfiler_DecodeData_Params params = {};
  params.structSize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE;
  params.pRangeProfilerObject = enabled_.object();
  check(*api_, api_->RangeProfilerDecodeData(&params), "decoding the counters");
  if (params.numOfRangeDropped > 0) {
    throw std::runtime_error(fmt::format("CUPTI dropped {} ranges of counters", params.numOfRangeDropped));
  }
}

std::size_t RangeProfiler::range_count() const {
  CUpti_RangeProfiler_GetCounterDataInfo_Params params = {};
  params.structSize = CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE;
  params.pCounterDataImage = image_.data();
  params.counterDataImageSize = image_.size();
  check(*api_, api_->RangeProfilerGetCounterDataInfo(&params), "counting the ranges");
  return params.numTotalRanges;
}

std::string RangeProfiler::range_name(std::size_t range) const {
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
