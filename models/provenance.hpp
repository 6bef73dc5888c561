// Where a recording comes from: enough to repeat it.
#pragma once

#include <cstdint>
#include <string>

namespace rooflens::models {

enum class RecordingKind {
  recorded,   ///< a GPU ran it
  simulated,  ///< numbers made for a test or an example; every report says so
};

struct Provenance {
  std::string tool_version;
  std::string command;      ///< the command line, shell-quoted
  std::string started_utc;  ///< ISO 8601, "2026-11-21T03:40:00Z"
  std::string hostname;
  std::string operating_system;
  std::string cupti_version;  ///< "130001"; empty when no counters were collected
  std::string collector;      ///< "cupti", "none", ...
  RecordingKind kind = RecordingKind::recorded;
};

/// One process that contributed observations.
struct Process {
  int id = 0;
  std::string hostname;
  std::int64_t pid = 0;
  int rank = 0;
  int world = 1;           ///< processes of the job
  std::string launcher{};  ///< "torchrun", "Slurm", ...; empty outside a job
  std::string command{};   ///< its command line; empty: that of the recording
};

}  // namespace rooflens::models
