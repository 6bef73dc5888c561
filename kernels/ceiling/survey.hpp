// Which point of a design space is best, and what it reads when it is measured again.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/ceiling/prober.hpp"

namespace rooflens::kernels::ceiling {

/// Samples of one point in one process.
struct Reading {
  std::string probe;  ///< ProbeInfo::id
  std::size_t point = 0;
  std::string text;  ///< the point, for people
  std::vector<Timing> samples;
  std::optional<InFlight> in_flight{};  ///< of a point of a sweep
  std::optional<double> power_watts{};  ///< of the board while it was measured
};

/// A probe that does not run on this device.
struct Refused {
  std::string probe;
  std::string reason;
};

/// What counters saw of a point, as a share of what it says it does.
struct Counted {
  std::string probe;
  double share = 0;
};

struct Survey {
  std::vector<Reading> best;  ///< the best point of each probe
  std::vector<Refused> refused;
  std::vector<Reading> sweep{};  ///< every point of the latency roof
  std::vector<Counted> counted{};
};

/// What a point of a probe to measure again is called.
struct Choice {
  std::string probe;
  std::size_t point = 0;
};

/// The sample as a number of ProbeInfo::unit: a rate, or a time for probes of a time.
[[nodiscard]] double value_of(std::string_view probe, const Timing& sample);

/// Median of value_of() over the samples, and of their clocks that are known (zero without any).
[[nodiscard]] double median_value(const Reading& reading);
[[nodiscard]] models::Hertz median_clock(const Reading& reading);
/// Median of Timing::threads_per_sm; nothing where no sample has it.
[[nodiscard]] std::optional<double> median_threads(const Reading& reading);

/// Every point of every probe named, `repetitions` times each; `now` is told what is being measured.
[[nodiscard]] Survey survey(Prober& prober, std::span<const std::string> probes, int repetitions,
                            const std::function<void(std::string_view probe)>& now);

/// Adds the sweep over loads in flight, every point of it, or why there is none.
void add_latency_sweep(Survey& survey, Prober& prober, int repetitions,
                       const std::function<void(std::string_view probe)>& now);

/// What the board draws now; nothing where it does not say.
using PowerMeter = std::function<std::optional<double>()>;

/// The points chosen, in that order, each when its clock is steady; six times as often where the clock moves. There the
/// power is the median of what `power` says meanwhile; others are over before a board's sensor notices them.
[[nodiscard]] std::vector<Reading> measure_again(Prober& prober, std::span<const Choice> choices, int repetitions,
                                                 const std::function<void(std::string_view probe)>& now,
                                                 const PowerMeter& power = {});

}  // namespace rooflens::kernels::ceiling
