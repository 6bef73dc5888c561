#include "profiler/count/replay_counter.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "models/place/operations.hpp"
#include "profiler/cupti/counter_plan.hpp"

namespace rooflens::inject {
namespace {

using Formats = TensorFormats;

double value_of(const collect::cupti::ReplayPlan& plan, const std::vector<double>& values, std::string_view counter) {
  const auto it = std::find(plan.names.begin(), plan.names.end(), counter);
  return it == plan.names.end() ? std::nan("") : values[static_cast<std::size_t>(it - plan.names.begin())];
}

// Groups of one name hold the same counters: the name of one with some formats lists them.
std::string group_name(Formats formats, const std::vector<std::string>& counters) {
  std::string name = formats == Formats::none ? "kernel replay" : "kernel replay, tensor";
  if (formats != Formats::known) return name;
  for (const std::string& counter : counters) {
    const std::string_view format = std::string_view(counter).substr(models::kTensorPrefix.size());
    name += ' ';
    name += format.substr(0, format.find('.'));
  }
  return name;
}

}  // namespace

ReplayCounter::ReplayCounter(std::shared_ptr<const collect::cupti::Api> api, CUcontext context,
                             const collect::cupti::HostProfiler& host, bool sass, std::vector<std::string> extra,
                             Logbook& logbook)
    : api_(std::move(api)), context_(context), host_(host), sass_(sass), extra_(std::move(extra)), logbook_(logbook) {}

ReplayCounter::VariantPtr ReplayCounter::variant(Formats formats) {
  VariantPtr& made = variants_[static_cast<std::size_t>(formats)];
  if (made && (formats != Formats::known || made->plan.formats == known_.counters())) return made;
  std::vector<std::string> counters;
  if (formats == Formats::known) counters = known_.counters();
  if (formats == Formats::all) counters = collect::cupti::tensor_counters(host_);
  Variant next{formats, collect::cupti::plan_replay(host_, sass_, counters, extra_), 0};
  collect::spool::GroupRecord record;
  record.id = group_name(formats, counters);
  record.replayed = true;
  record.counters = next.plan.names;
  record.passes = next.plan.passes;
  record.refused = next.plan.refused;
  next.group = logbook_.group(std::move(record));
  made = std::make_shared<const Variant>(std::move(next));
  return made;
}

void ReplayCounter::select(const VariantPtr& wanted) {
  if (profiler_ && selected_ == wanted) return;
  profiler_.reset();
  selected_ = wanted;
  profiler_.emplace(api_, context_, wanted->plan.names, wanted->plan.schedule, collect::cupti::RangeMode::launches, 1);
}

void ReplayCounter::before(const SeenKernel& kernel) {
  const Formats needed = known_.wanted(kernel);
  const auto passes = static_cast<int>(variant(needed)->plan.schedule.passes);
  select(variant(choice_.choose(needed, passes)));
  profiler_->start();
}

void ReplayCounter::after(const CountedLaunch& launch, bool succeeded) {
  profiler_->stop();
  profiler_->decode();
  if (succeeded && profiler_->range_count() == 1) read(launch);
  profiler_->clear();
}

void ReplayCounter::read(const CountedLaunch& launch) {
  using Tensor = KernelRotation::Tensor;
  VariantPtr written = selected_;
  SeenKernel& kernel = *launch.kernel;
  std::vector<double> values = host_.evaluate(written->plan.names, profiler_->image(), 0);
  const double activity = value_of(written->plan, values, models::kTensorActivity);
  const double half = value_of(written->plan, values, models::kHalfOnTensorPipe);
  const bool told = std::isfinite(activity);
  if (told) kernel.rotation.tensor = activity > (std::isfinite(half) ? half : 0) ? Tensor::yes : Tensor::no;
  switch (written->formats) {
    case Formats::none:
      kernel.replayed = kernel.rotation.tensor != Tensor::yes;
      break;
    case Formats::known:
      kernel.replayed = (told && kernel.rotation.tensor == Tensor::no) || learn_formats(kernel, values, false);
      break;
    case Formats::all:
      kernel.replayed = true;
      if (kernel.rotation.tensor == Tensor::yes) learn_formats(kernel, values, true);
      break;
  }
  // Some formats of several would pass for all that the kernel did.
  if (!kernel.replayed && written->formats != Formats::none) {
    written = variant(Formats::none);
    values = host_.evaluate(written->plan.names, profiler_->image(), 0);
  }
  const double duration = value_of(written->plan, values, models::kReplayDuration);
  logbook_.write(collect::spool::ObservationRecord{kernel.record.kernel, launch.range, written->group, launch.launch,
                                                   launch.overlapped, std::move(values),
                                                   std::isfinite(duration) ? duration : 0});
}

// Whether the formats that were counted are all that the kernel used.
bool ReplayCounter::learn_formats(SeenKernel& kernel, const std::vector<double>& values, bool all) {
  std::vector<std::pair<std::string, double>> operations;
  for (const std::string& counter : selected_->plan.formats) {
    operations.emplace_back(counter, value_of(selected_->plan, values, counter));
  }
  return known_.learn(kernel, operations, value_of(selected_->plan, values, models::kTensorCycles), all);
}

}  // namespace rooflens::inject
