// CUPTI's range profiler on one context, call by call. Who uses it decides what a range is: range_session.hpp repeats
// the caller's work for every pass, the injected library rotates passes over different launches.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profiler/config/counter_lock.hpp"
#include "profiler/cupti/host_profiler.hpp"

namespace rooflens::collect::cupti {

enum class RangeMode {
  user_ranges,  ///< the caller marks ranges; each start/stop pair is one pass
  launches,     ///< CUPTI makes a range of each launch and repeats it ("0", "1", ... in launch order)
};

/// Before anything else of CUPTI's profiler; again does no harm.
void initialize_profiler(const Api& api);

/// CUPTI's name of a device's chip, "GH100".
[[nodiscard]] std::string chip_name(const Api& api, int device);

/// The chip of the device and what its counters allow, asked on `context`. Throws PermissionDenied here when this user
/// may not read them. Initialises CUPTI's profiler.
[[nodiscard]] HostProfiler open_target(const std::shared_ptr<const Api>& api, CUcontext context, int device);

/// The range profiler enabled on a context, and nothing more. One at a time on a context.
class EnabledProfiler {
 public:
  EnabledProfiler(std::shared_ptr<const Api> api, CUcontext context);
  ~EnabledProfiler();
  EnabledProfiler(const EnabledProfiler&) = delete;
  EnabledProfiler& operator=(const EnabledProfiler&) = delete;
  [[nodiscard]] CUpti_RangeProfiler_Object* object() const { return object_; }

 private:
  std::shared_ptr<const Api> api_;
  CUpti_RangeProfiler_Object* object_ = nullptr;
  std::optional<CounterLock> lock_;
};

/// Enabled while the object lives. One configuration for its whole life: a second one yields no numbers (seen with
/// CUPTI 13.0). While it is stopped, or between ranges, kernels run at native speed and unpatched. The first start
/// takes about 180 ms, later ones 20 ms where hardware counters change and microseconds where not.
class RangeProfiler {
 public:
  /// At most `ranges` ranges between start and clear(). `names` are the counters of `schedule`.
  RangeProfiler(std::shared_ptr<const Api> api, CUcontext context, std::span<const std::string> names,
                const Schedule& schedule, RangeMode mode, std::size_t ranges);
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;

  /// Waits until the context is idle, as stop, push and pop do: never while a stream is captured.
  void start();
  /// True when every pass of the configuration was submitted; the next start begins with the first pass again.
  bool stop();
  void push(const std::string& name);
  void pop();
  /// Reads what was counted since start. Throws when CUPTI dropped ranges.
  void decode();
  /// Forgets all ranges.
  void clear();

  [[nodiscard]] std::size_t range_count() const;
  [[nodiscard]] std::string range_name(std::size_t range) const;
  /// The decoded counter data, for HostProfiler::evaluate.
  [[nodiscard]] std::span<const std::uint8_t> image() const { return image_; }

 private:
  void configure(std::span<const std::string> names, RangeMode mode, std::size_t ranges);

  std::shared_ptr<const Api> api_;
  std::vector<std::uint8_t> config_;  ///< CUPTI keeps pointing at it
  EnabledProfiler enabled_;
  std::vector<std::uint8_t> image_;
};

}  // namespace rooflens::collect::cupti
