#include "models/roofs/dram_mix.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace rooflens::models {
namespace {

struct ProbedMix {
  std::string_view probe;
  double read_share;
};
// By what each does to its arrays; in the order of their shares.
constexpr std::array<ProbedMix, 6> kProbedMixes{{{"dram-write", 0},
                                                 {"dram-1r3w", 1.0 / 4},
                                                 {"dram-copy", 1.0 / 2},
                                                 {"dram-triad", 2.0 / 3},
                                                 {"dram-3r1w", 3.0 / 4},
                                                 {"dram-read", 1}}};

// The two mixes next to it that were probed; nothing where there is none on one side.
std::optional<ByteRate> between_streams(const ProbeResults& probes, double read_share) {
  const MeasuredRoof *below = nullptr, *above = nullptr;
  double share_below = 0, share_above = 0;
  for (const ProbedMix& stream : kProbedMixes) {
    const MeasuredRoof* roof = probes.find(stream.probe);
    if (!roof || !(roof->value > 0)) continue;
    if (stream.read_share <= read_share) {
      below = roof;
      share_below = stream.read_share;
    }
    if (stream.read_share >= read_share && !above) {
      above = roof;
      share_above = stream.read_share;
    }
  }
  if (!below || !above) return std::nullopt;
  const double way = share_above > share_below ? (read_share - share_below) / (share_above - share_below) : 0;
  return ByteRate(1 / ((1 - way) / below->value + way / above->value));
}

// Only where the sweep measured what writes cost. The curve goes through the middle of its points, and a roof is what
// the better ones reached.
std::optional<ByteRate> of_sweep(const LatencyRoof& roof, double read_share) {
  if (!(roof.write_penalty.value() > 0) || !(read_share > 0)) return std::nullopt;
  return roof.of(read_share, 0).maximum * (1 + roof.fitted.median);
}

}  // namespace

std::optional<ByteRate> dram_roof(const Ceilings& ceilings, std::optional<double> read_share) {
  const MemoryCeiling* best = ceilings.best(Level::dram);
  if (!best) return std::nullopt;
  if (!read_share || best->origin.source != CeilingSource::measured || !ceilings.probes) return best->rate;
  const auto streams = between_streams(*ceilings.probes, std::clamp(*read_share, 0.0, 1.0));
  if (!streams) return best->rate;
  const auto sweep = ceilings.latency ? of_sweep(*ceilings.latency, *read_share) : std::nullopt;
  return std::min(best->rate, sweep ? std::max(*streams, *sweep) : *streams);
}

// Between two streams it lies between theirs.
std::optional<ByteRate> slowest_dram_roof(const Ceilings& ceilings) {
  const MemoryCeiling* best = ceilings.best(Level::dram);
  if (!best) return std::nullopt;
  ByteRate slowest = best->rate;
  for (const ProbedMix& stream : kProbedMixes) slowest = std::min(slowest, *dram_roof(ceilings, stream.read_share));
  return slowest < best->rate ? std::optional(slowest) : std::nullopt;
}

}  // namespace rooflens::models
