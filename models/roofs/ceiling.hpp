// Roofs: how fast a memory level or a pipe can go, where the number comes from, and at which clock it holds.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/base/level.hpp"
#include "models/base/pipe.hpp"
#include "models/base/precision.hpp"
#include "models/base/quantity.hpp"
#include "models/base/roof_resource.hpp"
#include "models/roofs/latency_roof.hpp"
#include "models/roofs/link.hpp"
#include "models/roofs/probe_results.hpp"

namespace rooflens::models {

enum class CeilingSource {
  theoretical,   ///< computed from device properties and the architecture's published rates
  counter_peak,  ///< the `.peak_sustained` rate that CUPTI reports for this chip, times a clock
  measured,      ///< a probe kernel reached it
  user,          ///< given by the user
};
template <>
inline constexpr auto kNames<CeilingSource> = std::to_array<std::string_view>({"theoretical", "counter_peak",
                                                                               "measured", "user"});

enum class ClockBasis {
  maximum,     ///< the device's maximum clock: what the data sheet promises
  during_run,  ///< the clock read while the kernels ran: what they could have had
  reached,     ///< the clock that power allowed while a probe reached it
};
template <>
inline constexpr auto kNames<ClockBasis> = std::to_array<std::string_view>({"maximum", "during_run", "reached"});

/// Whose clock a roof holds at.
enum class ClockOf { sm, l2, memory };
template <>
inline constexpr auto kNames<ClockOf> = std::to_array<std::string_view>({"sm", "l2", "memory"});

struct CeilingOrigin {
  CeilingSource source = CeilingSource::theoretical;
  ClockBasis basis = ClockBasis::maximum;
  Hertz clock;                          ///< at which the rate holds; zero: not known
  std::string detail;                   ///< the method, for people: "132 SM x 128 lanes x 2 FLOP x 1.98 GHz"
  std::optional<double> spread;         ///< relative half-width over repeated measurements, where measured
  ClockOf clock_of = ClockOf::sm;       ///< whose clock that is
  std::optional<double> power_watts{};  ///< of the board while it was reached, where measured
};

struct MemoryCeiling {
  Level level;
  ByteRate rate;
  CeilingOrigin origin;
};

struct ComputeCeiling {
  Precision precision;
  OperationRate rate;
  CeilingOrigin origin;
};

/// How often a second a pipe can do what PipeInfo::unit names.
struct InstructionCeiling {
  Pipe pipe;
  OperationRate rate;
  CeilingOrigin origin;
};

/// A roof as a number: in unit_of() the resource, a second. Points into the ceilings.
struct AnyCeiling {
  double rate = 0;
  const CeilingOrigin* origin = nullptr;  ///< never nullptr
};

/// All roofs of one machine; several of one resource may stand side by side (other source or other clock).
struct Ceilings {
  std::vector<MemoryCeiling> memory;
  std::vector<ComputeCeiling> compute;
  std::vector<InstructionCeiling> instruction;
  std::optional<LatencyRoof> latency{};  ///< what loads in flight draw from DRAM; only ever measured
  /// What single probes reached, of which `measured` roofs are the best; absent: not measured, or not recorded.
  std::optional<ProbeResults> probes{};
  std::vector<Link> links{};  ///< to the host and other GPUs; only ever measured

  /// The roof to judge by: measured before counter peak before theoretical, clock of the run before maximum clock.
  /// nullptr when the resource has none.
  [[nodiscard]] const MemoryCeiling* best(Level level) const;
  [[nodiscard]] const ComputeCeiling* best(Precision precision) const;
  [[nodiscard]] const InstructionCeiling* best(Pipe pipe) const;
  [[nodiscard]] std::optional<AnyCeiling> best(const RoofResource& resource) const;
  /// Adds the roofs of another to these; its latency roof, probes and links replace this one's, if it has some.
  void append(const Ceilings& other);
};

/// Whether the SM clock sets its pace. That of every number format does.
[[nodiscard]] constexpr bool goes_with_sm_clock(Level level) { return level == Level::l1 || level == Level::shared; }
[[nodiscard]] constexpr bool goes_with_sm_clock(Precision) { return true; }
[[nodiscard]] constexpr bool goes_with_sm_clock(Pipe pipe) {
  return pipe != Pipe::launch && pipe != Pipe::atomic && pipe != Pipe::atomic_slice;
}

}  // namespace rooflens::models
