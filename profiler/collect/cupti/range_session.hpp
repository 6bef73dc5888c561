// One range profiler on the current CUDA context: user ranges with user replay, or one range a launch with kernel
// replay. Enabled while the object lives, so that runs outside it are free of patches and of counters.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "profiler/collect/cupti/counter_plan.hpp"

namespace rooflens::collect::cupti {

/// The context's chip and what its counters allow. Throws PermissionDenied here when this user may not read them.
[[nodiscard]] HostProfiler open_target(const std::shared_ptr<const Api>& api, int device);

/// What one collection gives: for each range the values of the plan's counters, in the plan's order, and for each
/// counter the pass (from 0) that completed it.
struct RangeValues {
  std::map<std::string, std::vector<double>> ranges;
  std::vector<int> passes;
};

enum class RangeMode {
  user_ranges,  ///< the caller marks ranges and repeats the work for every pass
  launches,     ///< CUPTI makes a range of each launch and repeats it ("0", "1", ... in launch order)
};

/// A session serves one plan: a second configuration of the same session yields no numbers (seen with CUPTI 13.0). The
/// first start after enabling takes about 150 ms, later ones about 20 ms, so keep it for several batches.
class RangeSession {
 public:
  /// Enables the profiler on the current context. At most `ranges` ranges can be collected at a time. `plan` must
  /// outlive the session.
  RangeSession(std::shared_ptr<const Api> api, const CounterPlan& plan, RangeMode mode, std::size_t ranges);
  ~RangeSession();
  RangeSession(const RangeSession&) = delete;
  RangeSession& operator=(const RangeSession&) = delete;

  [[nodiscard]] const CounterPlan& plan() const { return plan_; }
  /// Runs `execute(pass)` once a pass (with RangeMode::launches once in all) and returns what was counted. It must do
  /// the same work in every pass.
  [[nodiscard]] RangeValues collect(const HostProfiler& host, const std::function<void(std::size_t pass)>& execute);
  /// Marks `work` as the range `name`. Only inside `execute`, with RangeMode::user_ranges.
  void range(const std::string& name, const std::function<void()>& work);

 private:
  void enable();
  void configure(std::size_t ranges);
  void clear_image();
  void start();
  [[nodiscard]] bool stop();  ///< true when every pass was submitted
  void decode();
  [[nodiscard]] std::size_t range_count() const;
  [[nodiscard]] std::string range_name(std::size_t range) const;
  void note_completed(const HostProfiler& host, int pass, std::vector<int>& passes) const;
  void disable() noexcept;

  std::shared_ptr<const Api> api_;
  const CounterPlan& plan_;
  RangeMode mode_;
  CUpti_RangeProfiler_Object* object_ = nullptr;
  std::vector<std::uint8_t> image_;
};

}  // namespace rooflens::collect::cupti
