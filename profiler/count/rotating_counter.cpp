#include "profiler/count/rotating_counter.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "models/place/operations.hpp"

namespace rooflens::inject {
namespace {

using collect::cupti::RotationGroup;

// Lines come last: they are no pass of the range profiler.
std::vector<Slot> slots_of(const collect::cupti::RotationPlan& plan, bool lines) {
  std::vector<Slot> slots;
  bool tensor_seen = false;
  for (std::size_t g = 0; g < plan.groups.size(); ++g) {
    const RotationGroup& group = plan.groups[g];
    Slot slot{Slot::Kind::hardware, static_cast<int>(g)};
    switch (group.kind) {
      case RotationGroup::Kind::hardware:
        break;
      case RotationGroup::Kind::sass:
        slot.kind = Slot::Kind::sass;
        break;
      case RotationGroup::Kind::pipes:
        slot.kind = Slot::Kind::pipes;
        break;
      case RotationGroup::Kind::waits:
        slot.kind = Slot::Kind::waits;
        break;
      case RotationGroup::Kind::tensor:
        slot.kind = tensor_seen ? Slot::Kind::tensor : Slot::Kind::tensor_first;
        tensor_seen = true;
        break;
      case RotationGroup::Kind::extra:
        slot.kind = Slot::Kind::extra;
        break;
    }
    slots.insert(slots.end(), static_cast<std::size_t>(group.passes), slot);
  }
  if (lines) slots.push_back({Slot::Kind::lines, static_cast<int>(plan.groups.size())});
  return slots;
}

double since(RotatingCounter::Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(RotatingCounter::Clock::now() - begin).count();
}

std::optional<double> value_of(const RotationGroup& group, const std::vector<double>& values,
                               std::string_view counter) {
  const auto it = std::find(group.counters.begin(), group.counters.end(), counter);
  if (it == group.counters.end()) return std::nullopt;
  const double value = values[static_cast<std::size_t>(it - group.counters.begin())];
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

RotatingCounter::RotatingCounter(std::shared_ptr<const collect::cupti::Api> api, CUcontext context,
                                 const collect::cupti::HostProfiler& host, const collect::cupti::RotationPlan& plan,
                                 LineCounter* lines, std::uint64_t seed, Scheduler& scheduler, DeviceMemory& memory,
                                 Logbook& logbook, std::function<bool()> still)
    : host_(host),
      plan_(plan),
      lines_(lines),
      scheduler_(scheduler),
      memory_(memory),
      logbook_(logbook),
      still_(std::move(still)),
      profiler_(std::move(api), context, collect::cupti::configurations_of(plan),
                collect::cupti::RangeMode::user_ranges, Scheduler::kMostRanges) {
  scheduler.begin_passes(slots_of(plan, lines != nullptr), seed);
  for (const RotationGroup& group : plan.groups) {
    collect::spool::GroupRecord record;
    record.id = group.id;
    record.counters = group.counters;
    record.passes.assign(group.counters.size(), group.first_pass);
    if (group_numbers_.empty()) record.refused = plan.refused;
    group_numbers_.push_back(logbook.group(std::move(record)));
  }
}

bool RotatingCounter::choose(SeenKernel& kernel) {
  using Action = Scheduler::Action;
  const LaunchEvent event = kernel.event();
  Action action = scheduler_.decide(event, Clock::now());
  while (action == Action::rotate && (!open_ || still_())) {
    const auto begin = Clock::now();
    rotate();
    action = scheduler_.decide_again(event, Clock::now(), Clock::now() - begin);
  }
  if (action == Action::close && still_()) close_window();
  return action == Action::count && still_();
}

void RotatingCounter::rotate() {
  if (!open_) return scheduler_.window_ended(true, Clock::now());
  end_slot(true);
}

void RotatingCounter::before(const SeenKernel& kernel) {
  if (scheduler_.counts_instructions()) {
    lines_->before();
    return;
  }
  if (!open_) open_window();
  const auto begin = Clock::now();
  name_ = scheduler_.range_name(kernel.record.kernel);
  profiler_.push(name_);
  scheduler_.range_begun(kernel.record.kernel);
  cost_.launches_ns += since(begin);
}

void RotatingCounter::after(const CountedLaunch& launch, bool succeeded) {
  const int kernel = launch.kernel->record.kernel;
  if (scheduler_.counts_instructions()) {
    lines_->after(succeeded);
    return scheduler_.range_ended(kernel, succeeded, Clock::now());
  }
  const auto begin = Clock::now();
  profiler_.pop();
  cost_.launches_ns += since(begin);
  scheduler_.range_ended(kernel, succeeded, Clock::now());
  if (!succeeded) return;
  ++cost_.launches;
  if (pending_.empty()) first_counted_ = Clock::now();
  pending_.push_back({name_, launch});
}

void RotatingCounter::give_up(const CountedLaunch& launch) {
  if (scheduler_.counts_instructions()) return lines_->after(false);
  profiler_.pop();
  scheduler_.range_ended(launch.kernel->record.kernel, false, Clock::now());
}

void RotatingCounter::open_window() {
  const auto begin = Clock::now();
  const DeviceMemory::Call call(memory_);
  const std::size_t slot = scheduler_.passes().current();
  const bool begins = !scheduler_.passes().continues(slot);
  if (begins) profiler_.finish();
  profiler_.use(group_of(slot));
  if (begins && scheduler_.lacks_room()) {
    profiler_.clear();
    scheduler_.ranges_forgotten();
  }
  profiler_.start();
  open_ = true;
  scheduler_.window_opened();
  cost_ = {};
  cost_.opening_ns = since(begin);
}

void RotatingCounter::end_slot(bool asked) {
  const std::size_t slot = scheduler_.passes().current();
  open_ = false;
  const auto begin = Clock::now();
  const DeviceMemory::Call call(memory_);
  profiler_.stop();
  if (!pending_.empty()) {
    profiler_.decode();
    emit(slot);
  }
  cost_.group = group_numbers_[group_of(slot)];
  cost_.closing_ns = since(begin);
  logbook_.write(cost_);
  pending_.clear();
  scheduler_.window_ended(asked, Clock::now());
}

std::size_t RotatingCounter::group_of(std::size_t slot) const {
  return static_cast<std::size_t>(scheduler_.passes().slots()[slot].group);
}

void RotatingCounter::emit(std::size_t slot) {
  const std::size_t number = group_of(slot);
  if (scheduler_.passes().continues(slot + 1)) return;  // another pass completes the group
  const RotationGroup& group = plan_.groups[number];
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < profiler_.range_count(); ++i) places[profiler_.range_name(i)] = i;
  std::vector<std::pair<const CountedLaunch*, std::vector<double>>> counted;
  bool counts = false;
  for (const Pending& pending : pending_) {
    const auto place = places.find(pending.name);
    if (place == places.end()) continue;
    std::vector<double> values = host_.evaluate(group.counters, profiler_.image(), place->second);
    counts = counts || std::ranges::any_of(values, [](double value) { return std::isfinite(value); });
    counted.emplace_back(&pending.launch, std::move(values));
  }
  if (counts) gave_numbers_.insert(number);
  if (!counted.empty() && !gave_numbers_.contains(number) && profiler_.exchanged()) {
    profiler_.enable_for_each();
    for (const auto& [launch, values] : counted) scheduler_.forget(launch->kernel->record.kernel, slot);
    return;
  }
  for (auto& [launch, values] : counted) {
    learn(*launch->kernel, group, values);
    logbook_.write(collect::spool::ObservationRecord{launch->kernel->record.kernel, launch->range,
                                                     group_numbers_[number], launch->launch, launch->overlapped,
                                                     std::move(values), 0});
  }
}

void RotatingCounter::learn(const SeenKernel& kernel, const RotationGroup& group, const std::vector<double>& values) {
  Scheduler::Facts facts;
  facts.kind = static_cast<int>(group.kind);
  facts.hardware = group.kind == RotationGroup::Kind::hardware;
  facts.tensor_pass = group.kind == RotationGroup::Kind::tensor;
  facts.tensor_activity = value_of(group, values, models::kTensorActivity);
  facts.half_on_tensor_pipe = value_of(group, values, models::kHalfOnTensorPipe);
  facts.anchor = value_of(group, values, models::kHardwareAnchor);
  if (!facts.anchor) facts.anchor = value_of(group, values, models::kSassAnchor);
  scheduler_.learn(kernel.record.kernel, facts);
}

void RotatingCounter::close_window() {
  if (open_) end_slot(false);
}

}  // namespace rooflens::inject
