// How close a kernel comes to what the loads that it has in flight can draw from DRAM.
#pragma once

#include <optional>
#include <string>

#include "models/roofs/latency_roof.hpp"

namespace rooflens::models {

struct Placement;
struct Observation;
struct Work;

struct LatencyStanding {
  double resident_threads = 0;            ///< of the whole GPU
  bool achieved = false;                  ///< as counted; false: as resources and grid allow
  Bytes in_flight_per_thread;             ///< loads, as the kernel's code says
  ByteRate roof;                          ///< of loads and stores together, with so much in flight
  SoftKnee knee;                          ///< of its mix of reads and writes, its threads and their lives
  double share = 0;                       ///< DRAM bandwidth over that roof
  std::optional<Bytes> for_dram_roof;     ///< in flight a thread that would reach the DRAM roof; absent: none would
  std::optional<LoadPrescription> loads;  ///< that reach kWorthReaching; absent: it has as many, or none are enough
};

/// "2 independent float4 loads".
[[nodiscard]] std::string loads_text(const LoadPrescription& loads);

/// The curve for what an observation moves by its analytic work: its share of reads, and how often the threads that it
/// launched come and go for each batch of loads (LatencyRoof::of()). The curve of threads that stay and only load where
/// there is no work, or none that loads; where the code does not say what a thread has in flight, threads stay.
[[nodiscard]] SoftKnee latency_roof_of(const LatencyRoof& roof, const Observation& observation);

/// Resident threads of the whole GPU: achieved occupancy, or, where it was not counted, what resources and grid allow.
[[nodiscard]] std::optional<double> resident_threads(const Placement& kernel);

/// Nothing where the machine has no latency roof, the kernel's code does not say what a thread has in flight, DRAM
/// traffic or occupancy is not known, or the kernel loads nothing.
[[nodiscard]] std::optional<LatencyStanding> latency_standing(const Placement& kernel);

}  // namespace rooflens::models
