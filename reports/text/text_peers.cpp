// How catalogue kernels stand against the library kernels that do the same task, for a terminal.
#include "reports/text/text_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "models/explain/peer_comparison.hpp"
#include "reports/words/family_words.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

constexpr std::size_t kShown = 6;

}  // namespace

std::string peer_paragraphs(const TextPage& page) {
  std::vector<std::pair<const models::Observation*, std::vector<const models::AnalysedKernel*>>>
      groups;  // by peer, as they come
  for (const models::AnalysedKernel& kernel : page.machine.kernels) {
    const auto& peer = kernel.peer;
    if (!peer) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == peer->peer; });
    if (group == groups.end()) group = groups.insert(group, {peer->peer, {}});
    group->second.push_back(&kernel);
  }
  std::string text;
  for (auto& [peer, entries] : groups) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto* a, const auto* b) { return a->peer->ratio < b->peer->ratio; });
    std::string line = fmt::format("{}, {}: ", page.labels.name(*peer), format(entries.front()->peer->time));
    const std::size_t shown = std::min(kShown, entries.size());
    for (std::size_t i = 0; i < shown; ++i) {
      line += fmt::format("{}{} {} it", i == 0 ? "" : ", ", page.labels.name(*entries[i]->observation),
                          peer_relation(*entries[i]->peer));
    }
    if (shown < entries.size()) line += fmt::format(", and {} more in HTML and JSON", entries.size() - shown);
    text += page.wrapped(line + ".", "  ", "    ");
  }
  return text.empty() ? text : "\n" + page.tone("Library baselines", Tone::bold) + "\n" + text;
}

}  // namespace rooflens::reports
