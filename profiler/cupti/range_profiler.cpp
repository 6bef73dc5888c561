#include "profiler/cupti/range_profiler.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "models/counters/counter_group.hpp"
#include "profiler/cupti/current_gpu.hpp"

namespace rooflens::collect::cupti {
namespace {

constexpr int kMostPasses = 16;  // of a configuration of a rotation

}  // namespace

EnabledProfiler::EnabledProfiler(std::shared_ptr<const Api> api, CUcontext context) : api_(std::move(api)) {
  initialize_profiler(*api_);
  lock_.emplace(current_gpu());  // first, so that whom CUPTI turns away knows why
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_Enable, params);
  params.ctx = context;
  check(*api_, api_->RangeProfilerEnable(&params), "enabling the range profiler");
  object_ = params.pRangeProfilerObject;
}

EnabledProfiler::~EnabledProfiler() {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_Disable, params);
  params.pRangeProfilerObject = object_;
  api_->RangeProfilerDisable(&params);
}

RangeProfiler::RangeProfiler(std::shared_ptr<const Api> api, CUcontext context,
                             const std::vector<CounterConfiguration>& configurations, RangeMode mode,
                             std::size_t ranges)
    : api_(std::move(api)), mode_(mode), ranges_(ranges), context_(context) {
  std::size_t largest = 0;
  for (const CounterConfiguration& one : configurations) {
    configurations_.push_back({{one.names.begin(), one.names.end()}, one.schedule.config, {}, {}});
    largest = std::max(largest, one.schedule.config.size());
  }
  const auto patches = [](const CounterConfiguration& one) {
    return std::ranges::any_of(one.names, models::is_sass_counter);
  };
  const auto first = std::ranges::find_if(configurations, patches);
  if (first != configurations.end()) first_ = static_cast<std::size_t>(first - configurations.begin());
  config_.reserve(largest);
  enable(first_);
}

// CUPTI initialises images for the counters that it was asked about last.
void RangeProfiler::prepare(Configuration& configuration) {
  std::vector<const char*> list = c_strings(configuration.names);
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize, size);
  size.pRangeProfilerObject = enabled_->object();
  size.pMetricNames = list.data();
  size.numMetrics = list.size();
  size.maxNumOfRanges = ranges_;
  size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(ranges_);
  check(*api_, api_->RangeProfilerGetCounterDataSize(&size), "size of the counter data");
  configuration.image.resize(size.counterDataSize);
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize, params);
  params.pRangeProfilerObject = enabled_->object();
  params.counterDataSize = configuration.image.size();
  params.pCounterData = configuration.image.data();
  check(*api_, api_->RangeProfilerCounterDataImageInitialize(&params), "initialising the counter data");
  configuration.empty = configuration.image;
}

void RangeProfiler::enable(std::size_t number) {
  const bool enables = !enabled_;
  if (enables) enabled_.emplace(api_, context_);
  current_ = number;
  Configuration& configuration = configurations_.at(number);
  if (enables || configuration.image.empty()) prepare(configuration);
  try {
    configure(configuration);
  } catch (const std::runtime_error&) {
    if (enables) throw;
    for_each_ = true;
    enabled_.reset();
    enable(number);
  }
}

void RangeProfiler::use(std::size_t number) {
  if (number == current_ && !renews_) return;
  if (for_each_) {
    enabled_.reset();
  } else if (!started_) {
    start();
    stop();
    finish();
  }
  renews_ = false;
  enable(number);
}

void RangeProfiler::configure(Configuration& configuration) {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig, params);
  params.pRangeProfilerObject = enabled_->object();
  config_.assign(configuration.config.begin(), configuration.config.end());
  params.configSize = config_.size();
  params.pConfig = config_.data();
  params.counterDataImageSize = configuration.image.size();
  params.pCounterDataImage = configuration.image.data();
  params.range = mode_ == RangeMode::launches ? CUPTI_AutoRange : CUPTI_UserRange;
  params.replayMode = mode_ == RangeMode::launches ? CUPTI_KernelReplay : CUPTI_UserReplay;
  params.maxRangesPerPass = ranges_;
  params.numNestingLevels = 1;
  params.minNestingLevel = 1;
  params.passIndex = 0;  // after a first window CUPTI goes on with its next pass, whatever this is (seen with 13.0)
  params.targetNestingLevel = 1;
  check(*api_, api_->RangeProfilerSetConfig(&params), "configuring the range profiler");
}

void RangeProfiler::clear() {
  Configuration& configuration = configurations_[current_];
  std::ranges::copy(configuration.empty, configuration.image.begin());
}

void RangeProfiler::start() {
  started_ = true;
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_Start, params);
  params.pRangeProfilerObject = enabled_->object();
  check(*api_, api_->RangeProfilerStart(&params), "starting the counters");
}

bool RangeProfiler::stop() {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_Stop, params);
  params.pRangeProfilerObject = enabled_->object();
  check(*api_, api_->RangeProfilerStop(&params), "stopping the counters");
  submitted_ = params.isAllPassSubmitted != 0;
  return submitted_;
}

void RangeProfiler::finish() {
  for (int pass = 0; !submitted_; ++pass) {
    if (pass == kMostPasses) throw std::runtime_error("CUPTI asks for ever more passes");
    start();
    stop();
  }
}

void RangeProfiler::push(const std::string& name) {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_PushRange, params);
  params.pRangeProfilerObject = enabled_->object();
  params.pRangeName = name.c_str();
  check(*api_, api_->RangeProfilerPushRange(&params), "opening a counter range");
}

void RangeProfiler::pop() {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_PopRange, params);
  params.pRangeProfilerObject = enabled_->object();
  check(*api_, api_->RangeProfilerPopRange(&params), "closing a counter range");
}

void RangeProfiler::decode() {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData, params);
  params.pRangeProfilerObject = enabled_->object();
  check(*api_, api_->RangeProfilerDecodeData(&params), "decoding the counters");
  if (params.numOfRangeDropped > 0) {
    throw std::runtime_error(fmt::format("CUPTI dropped {} ranges of counters", params.numOfRangeDropped));
  }
}

std::size_t RangeProfiler::range_count() const {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataInfo, params);
  params.pCounterDataImage = image().data();
  params.counterDataImageSize = image().size();
  check(*api_, api_->RangeProfilerGetCounterDataInfo(&params), "counting the ranges");
  return params.numTotalRanges;
}

std::string RangeProfiler::range_name(std::size_t range) const {
  ROOFLENS_CUPTI_PARAMS(CUpti_RangeProfiler_CounterData_GetRangeInfo, params);
  params.pCounterDataImage = image().data();
  params.counterDataImageSize = image().size();
  params.rangeIndex = range;
  params.rangeDelimiter = "/";
  check(*api_, api_->RangeProfilerCounterDataGetRangeInfo(&params), "naming a range");
  return params.rangeName;
}

}  // namespace rooflens::collect::cupti
