#include "profiler/count/rotating_counter.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/place/operations.hpp"
#include "profiler/assemble/rotated_observations.hpp"

namespace rooflens::inject {
namespace {

using collect::cupti::RotationGroup;

constexpr std::size_t kMostRanges = 128;                        // in CUPTI's image at a time
constexpr auto kEagerCredit = std::chrono::milliseconds(1500);  // for ending windows early, so that short runs get all
constexpr double kFirstStart_ns = 300e6;  // of a context; measured on an H200, as are the next three
constexpr double kWindow_ns = 27e6;       // start and stop
constexpr double kHardware_ns = 1e6;      // a counted launch
constexpr double kPatched_ns = 0.3e6;     // besides the slower kernel
// A limited budget saves until it can count a good part of a training step in one window. One that stays open while it
// cannot afford anything slows down every launch, and ending it costs as much as counting twenty.
constexpr double kBurst_ns = 150e6;

// Lines come last: they are no pass of the range profiler, whose passes have to follow each other.
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

double patched_ns(const SeenKernel& kernel) { return kPatched_ns + kPatchedSlowdown * kernel.rotation.mean_ns; }

double value_of(const RotationGroup& group, const std::vector<double>& values, std::string_view counter) {
  const auto it = std::find(group.counters.begin(), group.counters.end(), counter);
  return it == group.counters.end() ? std::nan("") : values[static_cast<std::size_t>(it - group.counters.begin())];
}

}  // namespace

RotatingCounter::RotatingCounter(std::shared_ptr<const collect::cupti::Api> api, CUcontext context,
                                 const collect::cupti::HostProfiler& host, const collect::cupti::RotationPlan& plan,
                                 LineCounter* lines, int launches, std::uint64_t seed, Budget& budget,
                                 DeviceMemory& memory, Logbook& logbook, std::function<bool()> still)
    : host_(host),
      plan_(plan),
      lines_(lines),
      budget_(budget),
      memory_(memory),
      logbook_(logbook),
      still_(std::move(still)),
      rotation_(slots_of(plan, lines != nullptr), launches, seed, budget.strict()),
      profiler_(std::move(api), context, plan.names, plan.schedule, collect::cupti::RangeMode::user_ranges,
                kMostRanges) {
  for (const RotationGroup& group : plan.groups) {
    collect::spool::GroupRecord record;
    record.id = group.id;
    record.counters = group.counters;
    record.passes.assign(group.counters.size(), group.first_pass);
    if (group_numbers_.empty()) record.refused = plan.refused;
    group_numbers_.push_back(logbook.group(std::move(record)));
  }
}

double RotatingCounter::first_opening_ns() { return kFirstStart_ns + kBurst_ns; }

// Of the window after `windows` others, with what is to be counted in it.
double RotatingCounter::opening_ns(std::size_t windows) const {
  if (!opened_before_) return first_opening_ns();
  const std::size_t slot = (rotation_.current() + windows) % rotation_.slots().size();
  const double launches = std::min(kBurst_ns, kHardware_ns * static_cast<double>(rotation_.wanting(slot)));
  return kWindow_ns * static_cast<double>(windows + 1) + launches;
}

bool RotatingCounter::saves_for(double cost_ns) {
  if (budget_.allows(cost_ns, Clock::now())) return false;
  budget_.save_for(cost_ns);
  saved_ = true;
  return true;
}

double RotatingCounter::price_ns(const SeenKernel& kernel) const {
  return patches() ? patched_ns(kernel) : kHardware_ns;
}

bool RotatingCounter::affordable(SeenKernel& kernel) {
  if (!budget_.limited()) return true;
  const double price = price_ns(kernel);
  if (budget_.allows(price, Clock::now())) return open_ || counts_lines() || !saves_for(opening_ns(0) + price);
  if (budget_.allows(kHardware_ns, Clock::now())) {
    kernel.rotation.put_off = true;
    return false;
  }
  if (open_ && still_()) close_window();
  (void)saves_for(opening_ns(0));
  return false;
}

bool RotatingCounter::full() const { return names_.size() >= kMostRanges; }

bool RotatingCounter::choose(SeenKernel& kernel) {
  if (std::exchange(saved_, false)) rotation_.resume(Clock::now());
  if (kernel.rotation.put_off) kernel.rotation.put_off = !budget_.allows(patched_ns(kernel), Clock::now());
  const bool eager = !budget_.strict() && eager_for_ < kEagerCredit;
  PassRotation::Action action = rotation_.decide(kernel.rotation, Clock::now(), eager, full());
  if (action == PassRotation::Action::advance) {
    if (!still_()) return false;
    const Clock::time_point begin = Clock::now();
    const bool needed = step_until_needed(kernel);
    eager_for_ += Clock::now() - begin;
    if (!needed) return false;
    action = rotation_.decide_again(kernel.rotation, Clock::now(), eager, full());
  }
  if (action != PassRotation::Action::count) return false;
  if (!affordable(kernel)) return false;
  if (counts_lines()) return still_();
  name_ = range_name(kernel);
  if (names_.contains(name_) || !full()) return still_();
  if (rotation_.idle(Clock::now()) && still_()) (void)step_until_needed(kernel);
  return false;
}

void RotatingCounter::before() {
  if (counts_lines()) {
    lines_->before();
    return;
  }
  if (!open_) open_window();
  const auto begin = Clock::now();
  profiler_.push(name_);
  names_.insert(name_);
  cost_.launches_ns += since(begin);
}

// Ranges of one kernel have the same names in every pass, so that counters of several passes find each other.
std::string RotatingCounter::range_name(const SeenKernel& kernel) {
  const int id = kernel.record.kernel;
  const auto it = in_window_.find(id);
  return std::to_string(id) + "." + std::to_string(it == in_window_.end() ? 0 : it->second);
}

void RotatingCounter::after(const CountedLaunch& launch, bool succeeded) {
  if (counts_lines()) {
    lines_->after(succeeded);
    if (succeeded) rotation_.counted(launch.kernel->rotation, Clock::now());
    return;
  }
  const auto begin = Clock::now();
  profiler_.pop();
  cost_.launches_ns += since(begin);
  ++in_window_[launch.kernel->record.kernel];
  if (!succeeded) return;
  ++cost_.launches;
  if (pending_.empty()) first_counted_ = Clock::now();
  in_round_.insert(launch.kernel);
  pending_.push_back({name_, launch});
  rotation_.counted(launch.kernel->rotation, Clock::now());
}

void RotatingCounter::give_up(const CountedLaunch& launch) {
  if (counts_lines()) return lines_->after(false);
  profiler_.pop();
  ++in_window_[launch.kernel->record.kernel];
}

bool RotatingCounter::step_until_needed(const SeenKernel& kernel) {
  if (budget_.limited() && saves_for(opening_ns(rotation_.windows_until(kernel.rotation)))) {
    close_window();
    return false;
  }
  const auto end_window = [&] {
    if (counts_lines()) return rotation_.next(Clock::now());
    if (!open_) open_window();
    end_slot();
  };
  const auto others_wanted = [&] {
    return std::any_of(in_round_.begin(), in_round_.end(),
                       [&](const SeenKernel* k) { return rotation_.needs(k->rotation); });
  };
  return rotation_.advance(
      kernel.rotation, end_window, [&] { return full(); }, others_wanted);
}

void RotatingCounter::open_window() {
  const auto begin = Clock::now();
  const DeviceMemory::Call call(memory_);
  profiler_.start();
  open_ = opened_before_ = true;
  cost_ = {};
  cost_.opening_ns = since(begin);
}

void RotatingCounter::end_slot() {
  const std::size_t slot = rotation_.current();
  open_ = false;
  const auto begin = Clock::now();
  const DeviceMemory::Call call(memory_);
  const bool round_ends = profiler_.stop();
  if (!pending_.empty()) {
    profiler_.decode();
    emit(slot);
  }
  cost_.group = group_numbers_[static_cast<std::size_t>(rotation_.slots()[slot].group)];
  cost_.closing_ns = since(begin);
  logbook_.write(cost_);
  pending_.clear();
  in_window_.clear();
  rotation_.next(Clock::now());
  if (!round_ends) return;
  profiler_.clear();
  names_.clear();
  for (SeenKernel* kernel : in_round_) rotation_.forget_incomplete(kernel->rotation);
  in_round_.clear();
}

void RotatingCounter::emit(std::size_t slot) {
  const auto& slots = rotation_.slots();
  const int number = slots[slot].group;
  if (slot + 1 < slots.size() && slots[slot + 1].group == number) return;  // another pass completes the group
  const RotationGroup& group = plan_.groups[static_cast<std::size_t>(number)];
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < profiler_.range_count(); ++i) places[profiler_.range_name(i)] = i;
  for (const Pending& pending : pending_) {
    const auto place = places.find(pending.name);
    if (place == places.end()) continue;
    std::vector<double> values = host_.evaluate(group.counters, profiler_.image(), place->second);
    learn_tensor(*pending.launch.kernel, group, values);
    learn_variation(*pending.launch.kernel, group, values);
    logbook_.write(collect::spool::ObservationRecord{
        pending.launch.kernel->record.kernel, pending.launch.range, group_numbers_[static_cast<std::size_t>(number)],
        pending.launch.launch, pending.launch.overlapped, std::move(values), 0});
  }
}

void RotatingCounter::learn_tensor(SeenKernel& kernel, const RotationGroup& group, const std::vector<double>& values) {
  using Tensor = KernelRotation::Tensor;
  Tensor& state = kernel.rotation.tensor;
  double& activity = tensor_activity_[kernel.record.kernel];
  if (const double counted = value_of(group, values, models::kTensorActivity); std::isfinite(counted)) {
    activity = std::max(activity, counted);
    if (state == Tensor::unknown) {
      state = activity > 0 ? Tensor::maybe : Tensor::no;
      kernel.rotation.complete = false;  // until now nobody knew that more was wanted
    }
  }
  if (group.kind != RotationGroup::Kind::tensor || state != Tensor::maybe) return;
  const double half = value_of(group, values, models::kHalfOnTensorPipe);
  // Where the chip cannot tell moved constants from matrix work, there are none.
  state = !std::isfinite(half) || activity > half ? Tensor::yes : Tensor::no;
  kernel.rotation.complete = false;
}

// The anchor is the same for every launch of a kernel that always does the same work; between groups it may differ a
// little, because patched code runs slower and some kernels poll.
void RotatingCounter::learn_variation(SeenKernel& kernel, const RotationGroup& group,
                                      const std::vector<double>& values) {
  double anchor = value_of(group, values, models::kHardwareAnchor);
  if (!std::isfinite(anchor)) anchor = value_of(group, values, models::kSassAnchor);
  if (!std::isfinite(anchor)) return;
  const Anchor found{anchor, group.kind};
  const auto [entry, fresh] = anchors_.emplace(kernel.record.kernel, found);
  const Anchor& first = entry->second;
  const double tolerance = first.kind == group.kind ? collect::kAlikeWithin : collect::kAlikeBetween;
  if (fresh || std::abs(anchor - first.value) <= tolerance * first.value) return;
  kernel.rotation.varies = true;
  kernel.rotation.complete = false;
}

void RotatingCounter::close_window() {
  if (open_) end_slot();
}

}  // namespace rooflens::inject
