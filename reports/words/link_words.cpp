#include "reports/words/link_words.hpp"

#include <fmt/core.h>

#include "models/base/missing.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

using models::Link;
using models::LinkDirection;

constexpr std::array<std::string_view, 5> kKinds{models::kUnknown, "PCIe", "NVLink", "peer access", "through the host"};

// The first part of a UUID tells GPUs of a host apart.
std::string name_of(const Link& link) {
  return clean_utf8(link.peer == models::kHostPeer ? link.peer : link.peer.substr(0, link.peer.find('-', 4)));
}

std::string_view kind_of(const Link& link) { return kKinds[static_cast<std::size_t>(link.kind)]; }

}  // namespace

std::array<std::string, 7> link_words(const Link& link) {
  std::string from = "this GPU";
  std::string to = name_of(link);
  if (link.direction == LinkDirection::from_peer) from.swap(to);
  if (link.direction == LinkDirection::both) to += ", both at once";
  return {from,
          to,
          std::string(kind_of(link)),
          format(link.rate),
          format_percent(link.spread),
          format(link.latency),
          format(link.knee())};
}

std::string links_text(std::span<const Link> links) {
  std::string text;
  for (const Link& link : links) {
    text += text.empty() ? "" : ", ";
    if (link.direction == LinkDirection::both) {
      text += fmt::format("both at once {} ({})", format(link.rate), kind_of(link));
    } else {
      const bool to = link.direction == LinkDirection::to_peer;
      text += fmt::format("{} {} {}", to ? "to" : "from", name_of(link), format(link.rate));
    }
  }
  return text;
}

}  // namespace rooflens::reports
