// The devices of the process: which context has a device's counters, and what can be counted there, which is asked once
// because the answer takes up to half a second.
#pragma once

#include <cuda.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/base/thresholds.hpp"
#include "profiler/config/profile_config.hpp"
#include "profiler/count/replay_notes.hpp"
#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/rotation_plan.hpp"
#include "profiler/observe/logbook.hpp"
#include "profiler/schedule/scheduler.hpp"

namespace rooflens::inject {

struct Target {
  collect::cupti::HostProfiler host;
  collect::cupti::RotationPlan plan;
};

/// What is not atomic belongs to the context that owns the device's counters.
struct Device {
  enum class Answer { none, asked, known, refused };
  std::atomic<CUcontext> owner{nullptr};  ///< CUPTI allows one
  std::atomic<Answer> answer{Answer::none};
  std::optional<Target> target;              ///< stays, once known: sessions refer to it
  std::optional<Scheduler> scheduler;        ///< which launches are counted
  std::atomic<CUcontext> lines_in{nullptr};  ///< where LineCounter was made
  std::atomic<bool> lines_over{false};       ///< that context has ended
};

class Targets {
 public:
  Targets(std::shared_ptr<const collect::cupti::Api> api, const collect::ProfileConfig& config, Budget& budget,
          Logbook& logbook)
      : replay_notes(logbook), api_(std::move(api)), config_(config), budget_(budget), logbook_(logbook) {}

  ReplayNotes replay_notes;

  std::atomic<bool> refused{false};  ///< counters of a device cannot be had
  std::atomic<bool> waiting{false};  ///< for another process to give them back
  [[nodiscard]] bool without_counters() const { return refused || waiting; }
  std::atomic<bool> lost{false};  ///< CUPTI did not come back to a launch: nothing more is counted
  std::atomic<bool> busy{false};  ///< a launch was not counted because CUPTI would have had to wait
  std::atomic<bool> left{false};  ///< counters are left to the application, for good
  static constexpr int kMostDevices = 128;
  [[nodiscard]] Device& device(int number) { return devices_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] Scheduler& scheduler(int number) {
    std::optional<Scheduler>& own = device(number).scheduler;
    if (!own) own.emplace(settings_of(config_), budget_);
    return *own;
  }

  /// Null while another thread asks. Throws what open_target throws.
  [[nodiscard]] const Target* of(int number, CUcontext context) {
    Device& d = device(number);
    Device::Answer before = d.answer;
    if (before == Device::Answer::known) return &*d.target;
    if (before == Device::Answer::asked || !d.answer.compare_exchange_strong(before, Device::Answer::asked)) {
      return nullptr;
    }
    Asking asking{d.answer};
    auto host = collect::cupti::open_target(api_, context, number);
    const bool one = config_.replay == collect::ReplayMode::none;
    auto plan = one ? collect::cupti::plan_one_group(host, config_.extra_counters)
                    : collect::cupti::plan_rotation(host, config_.sass, config_.extra_counters);
    note_refused(plan);
    d.target.emplace(Target{std::move(host), std::move(plan)});
    asking.result = Device::Answer::known;
    return &*d.target;
  }

 private:
  static Scheduler::Settings settings_of(const collect::ProfileConfig& config) {
    Scheduler::Settings settings;
    if (config.replay == collect::ReplayMode::kernel) settings.mode = Scheduler::Mode::repeats;
    if (!config.counts()) settings.mode = Scheduler::Mode::instructions;
    settings.launches = config.launches_per_kernel;
    settings.instructions = config.lines;
    settings.alike_within = models::kSameWork;
    settings.alike_between = models::kPolling;
    return settings;
  }
  struct Asking {
    std::atomic<Device::Answer>& answer;
    Device::Answer result = Device::Answer::refused;
    ~Asking() { answer = result; }
  };
  // Whoever asks for a counter by its name is told where there is none.
  void note_refused(const collect::cupti::RotationPlan& plan) {
    const std::vector<std::string>& wanted = config_.extra_counters;
    for (const models::Refusal& refusal : plan.refused) {
      if (std::find(wanted.begin(), wanted.end(), refusal.counter) == wanted.end()) continue;
      logbook_.note(collect::spool::NoteRecord::Level::warning, "counter",
                    refusal.counter + " is not counted: " + refusal.reason);
    }
  }

  std::shared_ptr<const collect::cupti::Api> api_;
  const collect::ProfileConfig& config_;
  Budget& budget_;
  Logbook& logbook_;
  std::array<Device, kMostDevices> devices_;
};

}  // namespace rooflens::inject
