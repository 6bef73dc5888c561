// A link between a GPU and its host or another GPU, as copies see it: Hockney's t = latency + bytes / rate (R. W.
// Hockney, The communication challenge for MPP, Parallel Computing 20, 1994).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/base/missing.hpp"
#include "models/base/quantity.hpp"

namespace rooflens::models {

/// What the way is made of, as far as the driver says: `peer_access` GPUs read each other's memory, by a way that it
/// does not name; `through_host` they cannot, so that copies go through the host's memory.
enum class LinkKind { unknown, pcie, nvlink, peer_access, through_host };
template <>
inline constexpr auto kNames<LinkKind> = std::to_array<std::string_view>({kUnknown, "pcie", "nvlink", "peer_access",
                                                                          "through_host"});

enum class LinkDirection { to_peer, from_peer, both };  ///< both: at once
template <>
inline constexpr auto kNames<LinkDirection> = std::to_array<std::string_view>({"to_peer", "from_peer", "both"});

/// Link::peer of the host.
inline constexpr std::string_view kHostPeer = "host";

/// Copies of one size. Of both directions the bytes are counted together, here and in every rate.
struct LinkSamples {
  Bytes bytes;
  std::vector<Seconds> times;  ///< of one copy
};

struct LinkSweep {
  LinkDirection direction;
  std::vector<LinkSamples> sizes;
};

struct LinkTime {
  Bytes bytes;
  Seconds time;  ///< median
};

struct Link {
  std::string peer;  ///< kHostPeer, or the UUID of a GPU
  LinkKind kind = LinkKind::unknown;
  LinkDirection direction = LinkDirection::to_peer;
  ByteRate rate;                     ///< of the size that is fastest
  double spread = 0;                 ///< of its times: half the interquartile range over the median
  int repetitions = 0;               ///< of these
  std::optional<Seconds> latency{};  ///< absent: the times determine none
  std::vector<LinkTime> times{};     ///< by size

  /// Copies of this size reach half the rate (Hockney's n_1/2): latency x rate.
  [[nodiscard]] std::optional<Bytes> knee() const { return latency ? std::optional(*latency * rate) : std::nullopt; }
};

/// The roof is the best median rate; with it the latency is that of the least squares of relative errors. Nothing
/// without a time above zero. Peer and kind are the caller's.
[[nodiscard]] std::optional<Link> link_of(const LinkSweep& sweep);

/// What copies from the host (from_peer) or to it reach; nothing where that was not measured. SMs reach 93 % of it from
/// host memory and 95 % to it (one H200, PCIe 5.0 x16).
[[nodiscard]] std::optional<ByteRate> host_rate(std::span<const Link> links, LinkDirection direction);

}  // namespace rooflens::models
