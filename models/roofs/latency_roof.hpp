// How much bandwidth the loads in flight can draw: Little's law with a soft knee instead of a corner, fitted to a sweep
// over occupancy, and turned round into how many loads of which width a thread should have in flight. Stores and
// threads that come and go have terms of their own.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "models/base/quantity.hpp"

namespace rooflens::models {

/// B(n, b) = ((n b / latency)^-p + maximum^-p)^(-1/p) for n resident threads with b bytes in flight each. A hard corner
/// is p to infinity; HBM parts show p of 1.4 to 3, GDDR parts 3.5 to 7.
struct SoftKnee {
  Seconds latency;   ///< effective: from one load of a thread to its next, above that of a chain of loads
  double p = 2;      ///< sharpness of the knee
  ByteRate maximum;  ///< with more than enough in flight

  /// 0 where nothing is in flight.
  [[nodiscard]] ByteRate bandwidth(double resident_threads, Bytes in_flight_per_thread) const;
  /// Bytes in flight a thread that draw this bandwidth; nothing from the maximum on, or without threads.
  [[nodiscard]] std::optional<Bytes> in_flight_for(ByteRate bandwidth, double resident_threads) const;
};

/// One measurement of a sweep.
struct LatencyPoint {
  double resident_threads = 0;        ///< of the whole GPU
  Bytes in_flight_per_thread;         ///< loads
  ByteRate bandwidth;                 ///< of loads and stores together
  double read_share = 1;              ///< of the bytes moved
  double threads_per_load_batch = 0;  ///< LatencyRoof::of()
};

/// All of its measured numbers are above zero and finite.
[[nodiscard]] bool usable(const LatencyPoint& point);

struct LatencyFit {
  SoftKnee knee;
  std::size_t points = 0;
  double mean_error = 0;   ///< mean of |ln(fit / measured)|
  double worst_error = 0;  ///< largest of them
};

/// How far a curve is off measured points: of |ln(curve / measured)|.
struct LatencyErrors {
  std::size_t points = 0;
  double median = 0;
  double worst = 0;
};

/// The curve of one GPU's DRAM, and how far it may be trusted.
struct LatencyRoof {
  SoftKnee knee;
  LatencyErrors fitted;    ///< at the points it was fitted to
  LatencyErrors held_out;  ///< at points of the same sweep that the fit did not see
  /// Start-up and exit of a thread, once in its life: so long its place is taken, and nothing in flight. Zero where it
  /// was not measured.
  Seconds thread_start_cost{};
  /// So much longer than to read a byte it takes to write one, at the maximum: DRAM that turns between reads and writes
  /// reaches less than with reads alone. Zero where it was not measured.
  Seconds write_penalty{};

  /// The curve for threads of whose bytes moved `read_share` (above 0, at most 1) is loads that they wait for; stores
  /// leave on their own. `threads_per_load_batch`: threads launched for each batch of loads, 1 where a thread loads
  /// once and exits, towards 0 where it stays. Its bytes in flight are those of the loads, its bandwidth that of loads
  /// and stores together:
  ///   latency' = (latency + threads_per_load_batch thread_start_cost) read_share
  ///   1 / maximum' = 1 / maximum + (1 - read_share) write_penalty
  /// Both terms follow from Little's law and from time shared on the bus; measured streams of 1/2, 2/3 and 3/4 reads
  /// lie within a few percent of them.
  [[nodiscard]] SoftKnee of(double read_share, double threads_per_load_batch) const;
};

/// Over the usable points, each against the curve of its share and lives.
[[nodiscard]] LatencyErrors latency_errors(const LatencyRoof& roof, std::span<const LatencyPoint> points);

/// What a residual counts in a fit: half its square up to 5 %, and by its size beyond.
[[nodiscard]] double huber_loss(double residual);

/// Fewest points that a fit is made from.
inline constexpr std::size_t kFewestLatencyPoints = 4;

/// The fit with the least Huber loss of ln(fit / measured) to points that only read and whose threads stay: a few wild
/// points do not move it. Deterministic, whatever
/// the order of the points. `maximum` fixes that parameter: without it, a sweep that never bends does not determine the
/// knee. Nothing for fewer than kFewestLatencyPoints usable points, or if the bytes in
/// flight of largest and smallest are less than a factor 2 apart.
[[nodiscard]] std::optional<LatencyFit> fit_latency_roof(std::span<const LatencyPoint> points,
                                                         std::optional<ByteRate> maximum = {});

/// Independent loads of one width that a thread has in flight.
struct LoadPrescription {
  int loads = 1;
  int width_bytes = 4;  ///< 4, 8 or 16: float, float2, float4
  ByteRate bandwidth;   ///< that they draw by the model
  [[nodiscard]] Bytes in_flight() const { return Bytes(static_cast<double>(loads) * width_bytes); }
};

/// More loads in flight take too many registers: 8 of 16 bytes are 32.
inline constexpr int kMostLoads = 8;

/// The fewest bytes in flight that reach `share` of the maximum at this number of resident threads, in 1, 2, 4 or 8
/// loads of 4, 8 or 16 bytes; of equal bytes the widest loads. `widest_bytes` is what the data's alignment allows.
/// Nothing if even the most do not reach it, or for a share outside 0..1.
[[nodiscard]] std::optional<LoadPrescription> prescribe_loads(const SoftKnee& knee, double resident_threads,
                                                              double share, int widest_bytes = 16);

}  // namespace rooflens::models
