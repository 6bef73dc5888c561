#include "profiler/inject/replay_counter.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>

#include "models/operations.hpp"

namespace rooflens::inject {
namespace {

constexpr std::array<std::string_view, 11> kMatrixWords{
    "gemm", "mma", "cutlass", "conv", "fmha", "flash", "attention", "nvjet", "tensorop", "matmul", "tensor_core"};
constexpr int kPatience = 4;  // a change of configuration costs as much as two launches with needless counters

double value_of(const collect::cupti::ReplayPlan& plan, const std::vector<double>& values, std::string_view counter) {
  const auto it = std::find(plan.names.begin(), plan.names.end(), counter);
  return it == plan.names.end() ? std::nan("") : values[static_cast<std::size_t>(it - plan.names.begin())];
}

}  // namespace

bool sounds_like_tensor(const std::string& symbol) {
  std::string lower = symbol;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(kMatrixWords.begin(), kMatrixWords.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

ReplayCounter::ReplayCounter(std::shared_ptr<const collect::cupti::Api> api, CUcontext context,
                             const collect::cupti::HostProfiler& host, bool sass, std::vector<std::string> extra,
                             Logbook& logbook)
    : api_(std::move(api)), context_(context), host_(host), sass_(sass), extra_(std::move(extra)), logbook_(logbook) {}

ReplayCounter::Variant& ReplayCounter::variant(bool tensor) {
  std::optional<Variant>& chosen = tensor ? with_tensor_ : plain_;
  if (!chosen) {
    chosen.emplace(collect::cupti::plan_replay(host_, sass_, tensor, extra_), 0);
    collect::spool::GroupRecord record;
    record.id = tensor ? "kernel replay, tensor" : "kernel replay";
    record.replayed = true;
    record.counters = chosen->plan.names;
    record.passes = chosen->plan.passes;
    chosen->group = logbook_.group(std::move(record));
  }
  return *chosen;
}

void ReplayCounter::select(bool tensor) {
  if (profiler_ && tensor_selected_ && !tensor && ++needless_ < kPatience) return;
  needless_ = 0;
  if (profiler_ && tensor_selected_ == tensor) return;
  profiler_.reset();
  const collect::cupti::ReplayPlan& plan = variant(tensor).plan;
  profiler_.emplace(api_, context_, plan.names, plan.schedule, collect::cupti::RangeMode::launches, 1);
  tensor_selected_ = tensor;
}

void ReplayCounter::before(const Kernel& kernel) {
  using Tensor = KernelTurns::Tensor;
  const Tensor known = kernel.turns.tensor;
  select(known == Tensor::yes || (known == Tensor::unknown && sounds_like_tensor(kernel.record.function)));
  profiler_->start();
}

void ReplayCounter::after(const CountedLaunch& launch, bool succeeded) {
  using Tensor = KernelTurns::Tensor;
  profiler_->stop();
  profiler_->decode();
  const Variant& used = variant(tensor_selected_);
  Kernel& kernel = *launch.kernel;
  if (succeeded && profiler_->range_count() == 1) {
    std::vector<double> values = host_.evaluate(used.plan.names, profiler_->image(), 0);
    const double activity = value_of(used.plan, values, models::kTensorActivity);
    const double half = value_of(used.plan, values, models::kHalfOnTensorPipe);
    if (std::isfinite(activity)) {
      kernel.turns.tensor = activity > (std::isfinite(half) ? half : 0) ? Tensor::yes : Tensor::no;
    }
    kernel.replayed = kernel.turns.tensor != Tensor::yes || tensor_selected_;
    const double duration = value_of(used.plan, values, collect::kReplayDuration);
    logbook_.write(collect::spool::ObservationRecord{kernel.record.kernel, launch.range, used.group, launch.launch,
                                                     launch.overlapped, std::move(values),
                                                     std::isfinite(duration) ? duration : 0});
  }
  profiler_->clear();
}

}  // namespace rooflens::inject
