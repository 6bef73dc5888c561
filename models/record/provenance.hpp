// Where a recording comes from: enough to repeat it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/base/enum_names.hpp"
#include "models/base/quantity.hpp"

namespace rooflens::models {

enum class RecordingKind {
  recorded,   ///< a GPU ran it
  simulated,  ///< numbers made for a test or an example; every report says so
};
template <>
inline constexpr auto kNames<RecordingKind> = std::to_array<std::string_view>({"recorded", "simulated"});

struct Provenance {
  std::string tool_version;
  std::string command;      ///< the command line, shell-quoted
  std::string started_utc;  ///< ISO 8601, "2026-11-21T03:40:00Z"
  std::string hostname;
  std::string operating_system;
  std::string cupti_version;  ///< "130001"; empty when no counters were collected
  std::string collector;      ///< "cupti", "none", ...
  RecordingKind kind = RecordingKind::recorded;
  /// Whether the session it was read from is another than was recorded, as its digest says; every report says so.
  /// Absent: it has no digest, because it was never closed or is from before format 10.
  std::optional<bool> altered{};
};

/// Topic of the note that a part of a merged session was altered.
inline constexpr std::string_view kAltered = "altered";

[[nodiscard]] inline bool is_altered(const Provenance& provenance) { return provenance.altered.value_or(false); }

/// Between kernels, by the records of those that ran, over stretches in which every one was recorded.
struct KernelGaps {
  std::uint64_t launches = 0;  ///< in those stretches; 0: not measured, or the session is from before format 14
  Seconds measured;            ///< their length
  Seconds idle;                ///< of it, no kernel ran
  Seconds around_tiny;         ///< of that, beside launches of less than kTinyLaunchSeconds, kLaunchGapSeconds at most
};

/// One process that contributed observations.
struct Process {
  int id = 0;
  std::string hostname;
  std::int64_t pid = 0;
  int rank = 0;
  int world = 1;           ///< processes of the job; 0: unknown
  std::string launcher{};  ///< "torchrun", "Slurm", ...; empty outside a job
  std::string command{};   ///< its command line; empty: that of the recording
  /// From when rooflens was loaded into it to its orderly end; absent: it was killed, or the session is from before
  /// format 11.
  std::optional<Seconds> wall{};
  KernelGaps gaps{};  ///< of all its GPUs together
};

}  // namespace rooflens::models
