#include "profiler/cupti/range_profiler.hpp"

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

#include "profiler/cupti/current_gpu.hpp"

namespace rooflens::collect::cupti {

EnabledProfiler::EnabledProfiler(std::shared_ptr<const Api> api, CUcontext context) : api_(std::move(api)) {
  initialize_profiler(*api_);
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_Enable, params);
  params.ctx = context;
  check(*api_, api_->RangeProfilerEnable(&params), "enabling the range profiler");
  object_ = params.pRangeProfilerObject;
  lock_.emplace(current_gpu());
}

EnabledProfiler::~EnabledProfiler() {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_Disable, params);
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
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize, size);
  size.pRangeProfilerObject = enabled_.object();
  size.pMetricNames = list.data();
  size.numMetrics = list.size();
  size.maxNumOfRanges = ranges;
  size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(ranges);
  check(*api_, api_->RangeProfilerGetCounterDataSize(&size), "size of the counter data");
  image_.resize(size.counterDataSize);
  clear();

  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig, params);
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
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize, params);
  params.pRangeProfilerObject = enabled_.object();
  params.counterDataSize = image_.size();
  params.pCounterData = image_.data();
  check(*api_, api_->RangeProfilerCounterDataImageInitialize(&params), "initialising the counter data");
}

void RangeProfiler::start() {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_Start, params);
  params.pRangeProfilerObject = enabled_.object();
  check(*api_, api_->RangeProfilerStart(&params), "starting the counters");
}

bool RangeProfiler::stop() {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_Stop, params);
  params.pRangeProfilerObject = enabled_.object();
  check(*api_, api_->RangeProfilerStop(&params), "stopping the counters");
  return params.isAllPassSubmitted != 0;
}

void RangeProfiler::push(const std::string& name) {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_PushRange, params);
  params.pRangeProfilerObject = enabled_.object();
  params.pRangeName = name.c_str();
  check(*api_, api_->RangeProfilerPushRange(&params), "opening a counter range");
}

void RangeProfiler::pop() {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_PopRange, params);
  params.pRangeProfilerObject = enabled_.object();
  check(*api_, api_->RangeProfilerPopRange(&params), "closing a counter range");
}

void RangeProfiler::decode() {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData, params);
  params.pRangeProfilerObject = enabled_.object();
  check(*api_, api_->RangeProfilerDecodeData(&params), "decoding the counters");
  if (params.numOfRangeDropped > 0) {
    throw std::runtime_error(fmt::format("CUPTI dropped {} ranges of counters", params.numOfRangeDropped));
  }
}

std::size_t RangeProfiler::range_count() const {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataInfo, params);
  params.pCounterDataImage = image_.data();
  params.counterDataImageSize = image_.size();
  check(*api_, api_->RangeProfilerGetCounterDataInfo(&params), "counting the ranges");
  return params.numTotalRanges;
}

std::string RangeProfiler::range_name(std::size_t range) const {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_CounterData_GetRangeInfo, params);
  params.pCounterDataImage = image_.data();
  params.counterDataImageSize = image_.size();
  params.rangeIndex = range;
  params.rangeDelimiter = "/";
  check(*api_, api_->RangeProfilerCounterDataGetRangeInfo(&params), "naming a range");
  return params.rangeName;
}

}  // namespace rooflens::collect::cupti
