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

/// Enabled while the object lives. While it is stopped, or between ranges, kernels run at native speed and unpatched.
/// The first start takes about 180 ms, later ones 10 to 30 ms where hardware counters change and microseconds where
/// not.
class RangeProfiler {
 public:
  /// At most `ranges` ranges between start and clear(). All configurations have equally many passes: CUPTI 13.0 counts
  /// those of the first that it is given, and patches code only if that one asks for it.
  RangeProfiler(std::shared_ptr<const Api> api, CUcontext context,
                const std::vector<CounterConfiguration>& configurations, RangeMode mode, std::size_t ranges);
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;

  /// Counts with this configuration from now on. Only when every pass of the current one was submitted. Waits as start
  /// does.
  void use(std::size_t configuration);
  /// Whether CUPTI was given another configuration before the current one, and the profiler not enabled anew.
  [[nodiscard]] bool exchanged() const { return current_ != first_ && !for_each_; }
  /// It gave no numbers: from the next use() on the profiler is enabled anew for each configuration, which takes a
  /// first start.
  void enable_for_each() { for_each_ = renews_ = true; }

  /// Waits until the context is idle, as stop, push and pop do: never while a stream is captured.
  void start();
  /// True when every pass of the configuration was submitted; the next start begins with the first pass again.
  bool stop();
  /// Submits what is left of the configuration's passes, without ranges. Throws where that takes ever more.
  void finish();
  void push(const std::string& name);
  void pop();
  /// Reads what was counted since start. Throws when CUPTI dropped ranges.
  void decode();
  /// Forgets all ranges of the configuration.
  void clear();

  [[nodiscard]] std::size_t range_count() const;
  [[nodiscard]] std::string range_name(std::size_t range) const;
  /// The decoded counter data, for HostProfiler::evaluate.
  [[nodiscard]] std::span<const std::uint8_t> image() const { return configurations_[current_].image; }

 private:
  struct Configuration {
    std::vector<std::string> names;
    std::vector<std::uint8_t> config;
    std::vector<std::uint8_t> image;  ///< none until it is used
    std::vector<std::uint8_t> empty;  ///< the same without ranges
  };
  void enable(std::size_t configuration);
  void prepare(Configuration& configuration);
  void configure(Configuration& configuration);

  std::shared_ptr<const Api> api_;
  RangeMode mode_;
  std::size_t ranges_;
  CUcontext context_;
  bool for_each_ = false;
  bool renews_ = false;
  std::vector<Configuration> configurations_;
  std::vector<std::uint8_t> config_;  ///< the current one: CUPTI 13.0 keeps the address that it was first given
  std::optional<EnabledProfiler> enabled_;
  std::size_t first_ = 0;
  std::size_t current_ = 0;
  bool started_ = false;
  bool submitted_ = true;  ///< every pass of the current one was, or none yet
};

}  // namespace rooflens::collect::cupti
