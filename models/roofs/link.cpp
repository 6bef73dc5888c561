#include "models/roofs/link.hpp"

#include "models/base/timing.hpp"

namespace rooflens::models {

std::optional<Link> link_of(const LinkSweep& sweep) {
  Link link;
  link.direction = sweep.direction;
  for (const LinkSamples& size : sweep.sizes) {
    const auto times = summarise(size.times);
    if (!times || !(times->median.value() > 0) || !(size.bytes.value() > 0)) continue;
    link.times.push_back({size.bytes, times->median});
    const ByteRate rate = size.bytes / times->median;
    if (rate <= link.rate) continue;
    link.rate = rate;
    link.spread = times->relative_spread().value_or(0);
    link.repetitions = static_cast<int>(times->repetitions);
  }
  if (link.times.empty()) return std::nullopt;
  // The least of sum(((latency + bytes / rate - time) / time)^2).
  double weighted = 0;
  double weights = 0;
  for (const LinkTime& point : link.times) {
    const double weight = 1 / (point.time.value() * point.time.value());
    weighted += weight * (point.time - point.bytes / link.rate).value();
    weights += weight;
  }
  if (weighted > 0) link.latency = Seconds(weighted / weights);
  return link;
}

std::optional<ByteRate> host_rate(std::span<const Link> links, LinkDirection direction) {
  for (const Link& link : links) {
    if (link.peer == kHostPeer && link.direction == direction && link.rate.value() > 0) return link.rate;
  }
  return std::nullopt;
}

}  // namespace rooflens::models
