// A fault of CUPTI 13.0: where a module is unloaded while the range profiler is enabled, and SASS counters were
// counted, a later launch in a range ends by SIGSEGV within CUPTI.
//
// usage: unloaded_modules open|closed|disabled|outside|hardware
//   open       modules are unloaded while a window is open: crashes
//   closed     the window is closed before, and the profiler stays enabled: crashes
//   disabled   the profiler is disabled before
//   outside    from the first unloading on, launches are made outside of ranges
//   hardware   as `open`, with hardware counters
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/rotation_plan.hpp"
#include "tests/bench/driver_kernel.hpp"

namespace {

using namespace rooflens::bench;
using namespace rooflens::collect::cupti;

constexpr int kModules = 16, kRounds = 400, kSlowRounds = 12, kBefore = 40, kRanges = 128;

std::size_t group_called(const RotationPlan& plan, const std::string& name) {
  const auto group = std::ranges::find(plan.groups, name, &RotationGroup::id);
  if (group == plan.groups.end()) throw std::runtime_error("this GPU has no group " + name);
  return static_cast<std::size_t>(group - plan.groups.begin());
}

class Trial {
 public:
  explicit Trial(std::string what) : what_(std::move(what)), context_(current_context()), api_(load()) {
    for (int k = 0; k < kModules; ++k) modules_.push_back(std::make_unique<DriverKernel>(k));
    for (const auto& module : modules_) module->launch();
    check(cuCtxSynchronize());
    plan_ = plan_rotation(open_target(api_, context_, 0), true, {});
    group_ = group_called(plan_, what_ == "hardware" ? "hardware" : "sass");
  }
  void run() {
    const int rounds = what_ == "disabled" ? kSlowRounds : kRounds;
    for (int round = 0; round < rounds; ++round) {
      const bool counts = what_ != "outside" || round < kBefore;
      if (counts) count(round);
      any()->launch();
      check(cuCtxSynchronize());
      if (what_ == "closed" || what_ == "disabled" || (what_ != "outside" && round % kBefore == kBefore - 1)) close();
      if (what_ == "disabled") profiler_.reset();
      if (what_ == "outside" && counts) continue;
      auto& module = any();
      module.reset();
      module = std::make_unique<DriverKernel>(static_cast<int>(random_() % 97));
      if (random_() % 2 == 0) module->launch();
    }
  }

 private:
  std::unique_ptr<DriverKernel>& any() { return modules_[random_() % modules_.size()]; }
  void count(int round) {
    if (!profiler_) {
      profiler_ =
          std::make_unique<RangeProfiler>(api_, context_, configurations_of(plan_), RangeMode::user_ranges, kRanges);
    }
    if (!open_) {
      profiler_->finish();
      profiler_->use(group_);
      profiler_->start();
      open_ = true;
    }
    profiler_->push(std::to_string(round));
    any()->launch();
    profiler_->pop();
  }
  void close() {
    if (!open_) return;
    profiler_->stop();
    profiler_->decode();
    profiler_->clear();
    open_ = false;
  }

  std::string what_;
  CUcontext context_;
  std::shared_ptr<const Api> api_;
  std::vector<std::unique_ptr<DriverKernel>> modules_;
  RotationPlan plan_;
  std::size_t group_ = 0;
  std::unique_ptr<RangeProfiler> profiler_;
  bool open_ = false;
  std::mt19937 random_{1};
};

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const std::vector<std::string> known{"open", "closed", "disabled", "outside", "hardware"};
  if (std::ranges::find(known, what) == known.end()) {
    fmt::print(stderr, "usage: unloaded_modules {}\n", fmt::join(known, "|"));
    return 2;
  }
  try {
    Trial(what).run();
    fmt::print("{}: no crash\n", what);
  } catch (const std::exception& error) {
    fmt::print(stderr, "unloaded_modules: {}\n", error.what());
    return 1;
  }
}
