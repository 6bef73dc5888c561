// The host half of CUPTI's profiler: asks what a chip offers, schedules counters into passes, evaluates results. Works
// without a GPU.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "profiler/cupti/api.hpp"

namespace rooflens::collect::cupti {

/// Counters scheduled together.
struct Schedule {
  std::vector<std::uint8_t> config;  ///< CUPTI's config image
  std::size_t passes = 0;
};

/// A schedule and its counters, which live as long as whoever made them says.
struct CounterConfiguration {
  std::span<const std::string> names;
  const Schedule& schedule;
};

/// One chip's host object.
class HostProfiler {
 public:
  /// `availability` is the target's counter availability image; empty without a GPU (then what the chip could offer).
  HostProfiler(std::shared_ptr<const Api> api, std::string chip, std::vector<std::uint8_t> availability = {});

  [[nodiscard]] const std::string& chip() const { return chip_; }
  /// Whether the chip offers a counter of exactly this name, rollup and all.
  [[nodiscard]] bool offers(const std::string& name) const;
  /// Base names (without rollup) of all counters of the chip, sorted.
  [[nodiscard]] std::vector<std::string> base_counters() const;
  /// Schedules counters that the chip offers. Throws when CUPTI refuses the list.
  [[nodiscard]] Schedule schedule(std::span<const std::string> names) const;
  /// Schedules each group for itself, one after the other: the passes of the second follow those of the first.
  [[nodiscard]] Schedule schedule_groups(std::span<const std::vector<std::string>> groups) const;
  /// Values of the counters in one range of a decoded counter data image, in the order of `names`.
  [[nodiscard]] std::vector<double> evaluate(std::span<const std::string> names, std::span<const std::uint8_t> image,
                                             std::size_t range) const;

 private:
  struct Closer {
    std::shared_ptr<const Api> api;
    void operator()(CUpti_Profiler_Host_Object* object) const;
  };
  using Object = std::unique_ptr<CUpti_Profiler_Host_Object, Closer>;
  [[nodiscard]] Object open() const;

  std::shared_ptr<const Api> api_;
  std::string chip_;
  std::vector<std::uint8_t> availability_;
  Object object_;  // for questions and evaluation; each schedule takes a new one, because a refused list poisons it
};

/// Chips that this CUPTI knows.
[[nodiscard]] std::vector<std::string> supported_chips(const Api& api);

/// Counter names as CUPTI takes them; points into `names`.
[[nodiscard]] std::vector<const char*> c_strings(std::span<const std::string> names);

}  // namespace rooflens::collect::cupti
