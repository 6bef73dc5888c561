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
                             Scheduler& scheduler, Logbook& logbook)
    : api_(std::move(api)),
      context_(context),
      host_(host),
      sass_(sass),
      extra_(std::move(extra)),
      scheduler_(scheduler),
      logbook_(logbook) {}

ReplayCounter::VariantPtr ReplayCounter::variant(Formats formats) {
  VariantPtr& made = variants_[static_cast<std::size_t>(formats)];
  if (made && (formats != Formats::known || made->plan.formats == scheduler_.known_formats())) return made;
  std::vector<std::string> counters;
  if (formats == Formats::known) counters = scheduler_.known_formats();
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
  const std::vector<collect::cupti::CounterConfiguration> one{{wanted->plan.names, wanted->plan.schedule}};
  profiler_.emplace(api_, context_, one, collect::cupti::RangeMode::launches, 1);
}

void ReplayCounter::before(const SeenKernel& kernel) {
  const Formats needed = scheduler_.formats_wanted(kernel.record.kernel);
  const auto passes = static_cast<int>(variant(needed)->plan.schedule.passes);
  select(variant(scheduler_.choose_formats(needed, passes)));
  profiler_->start();
}

void ReplayCounter::after(const CountedLaunch& launch, bool succeeded) {
  profiler_->stop();
  profiler_->decode();
  if (succeeded && profiler_->range_count() == 1) read(launch);
  profiler_->clear();
}

void ReplayCounter::read(const CountedLaunch& launch) {
  VariantPtr written = selected_;
  std::vector<double> values = host_.evaluate(written->plan.names, profiler_->image(), 0);
  const double activity = value_of(written->plan, values, models::kTensorActivity);
  const double half = value_of(written->plan, values, models::kHalfOnTensorPipe);
  std::optional<bool> tensor;
  if (std::isfinite(activity)) tensor = activity > (std::isfinite(half) ? half : 0);
  Scheduler::Operations operations;
  for (const std::string& counter : written->plan.formats) {
    operations.emplace_back(counter, value_of(written->plan, values, counter));
  }
  const bool complete = scheduler_.learn_repeated(launch.kernel->record.kernel, written->formats, tensor, operations,
                                                  value_of(written->plan, values, models::kTensorCycles));
  // Some formats of several would pass for all that the kernel did.
  if (!complete && written->formats != Formats::none) {
    written = variant(Formats::none);
    values = host_.evaluate(written->plan.names, profiler_->image(), 0);
  }
  const double duration = value_of(written->plan, values, models::kReplayDuration);
  logbook_.write(collect::spool::ObservationRecord{launch.kernel->record.kernel, launch.range, written->group,
                                                   launch.launch, launch.overlapped, std::move(values),
                                                   std::isfinite(duration) ? duration : 0});
}

}  // namespace rooflens::inject
