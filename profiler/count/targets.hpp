// What can be counted on each device: asked once, because the answer takes up to half a second.
#pragma once

#include <cuda.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "profiler/config/profile_config.hpp"
#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/rotation_plan.hpp"
#include "profiler/observe/logbook.hpp"

namespace rooflens::inject {

struct Target {
  collect::cupti::HostProfiler host;
  collect::cupti::RotationPlan plan;
};

class Targets {
 public:
  Targets(std::shared_ptr<const collect::cupti::Api> api, const collect::ProfileConfig& config, Logbook& logbook)
      : api_(std::move(api)), config_(config), logbook_(logbook) {}

  /// Throws what open_target throws.
  [[nodiscard]] const Target& of(int device, CUcontext context) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Target>& entry = targets_[device];
    if (!entry) {
      Asking asking{answer_of(device)};
      auto host = collect::cupti::open_target(api_, context, device);
      const bool one = config_.replay == collect::ReplayMode::none;
      auto plan = one ? collect::cupti::plan_one_group(host, config_.extra_counters)
                      : collect::cupti::plan_rotation(host, config_.sass, config_.extra_counters);
      note_refused(plan);
      entry.reset(new Target{std::move(host), std::move(plan)});
      asking.result = Answer::known;
    }
    return *entry;
  }
  enum class Answer { none, known, refused };
  /// What of() would say, without waiting: none as long as nobody asked, or it is being asked.
  [[nodiscard]] Answer answer(int device) { return answer_of(device); }

 private:
  struct Asking {
    std::atomic<Answer>& answer;
    Answer result = Answer::refused;
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
  [[nodiscard]] std::atomic<Answer>& answer_of(int device) {
    const std::lock_guard lock(answers_mutex_);
    return answers_[device];
  }

  std::shared_ptr<const collect::cupti::Api> api_;
  const collect::ProfileConfig& config_;
  Logbook& logbook_;
  std::mutex mutex_;
  std::mutex answers_mutex_;
  std::map<int, std::atomic<Answer>> answers_;
  std::map<int, std::unique_ptr<Target>> targets_;  ///< never removed: sessions refer to them
};

}  // namespace rooflens::inject
