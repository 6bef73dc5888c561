#include "reports/chart/notes.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "reports/chart/missing_roofs.hpp"
#include "reports/draw/font.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports::chart {

std::vector<std::string> note_sentences(const Frame& frame, bool levels) {
  const std::size_t most = frame.sizes.compact ? 2 : 4;
  std::vector<std::string> result;
  for (const Undrawn& entry : frame.content.undrawn) {
    result.push_back("Not drawn, " + entry.reason + ": " + listed(entry.names, most) + ".");
  }
  if (!frame.content.contradictory.empty()) {
    result.push_back("Counters and time contradict each other: " + listed(frame.content.contradictory, most) +
                     ". They have no share of a roof: see the findings.");
  }
  if (!frame.content.uncounted.empty()) {
    result.push_back("FLOPs not counted, shown by bandwidth: " + listed(frame.content.uncounted, most) + ".");
  }
  if (std::string missing = missing_roofs_sentence(frame.content.without_roof); !missing.empty()) {
    result.push_back(std::move(missing));
  }
  if (!frame.unexplained_roofs.empty()) {
    result.push_back(roofs_by_origin(frame.unexplained_roofs));
  }
  if (levels && frame.crowded() && !frame.sizes.compact) {
    result.push_back("More than 40 kernels: each is drawn at DRAM level only, or at the outermost level known.");
  }
  return result;
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  const std::size_t shown = names.size() <= most ? names.size() : most - 1;
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (shown < names.size()) text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

namespace {

using models::Hertz;

// Roofs of one origin, but for the clock of SMs: power sets another one for each number format.
struct SameOrigin {
  std::vector<std::string> names;
  Hertz slowest{}, fastest{};

  void add(const std::string& name, Hertz clock) {
    slowest = names.empty() ? clock : std::min(slowest, clock);
    fastest = std::max(fastest, clock);
    names.push_back(name);
  }
  /// " at 1.54 GHz to 1.98 GHz"
  [[nodiscard]] std::string clocks() const {
    if (!(slowest.value() > 0)) return "";
    const std::string first = format(slowest), last = format(fastest);
    return " at " + first + (first == last ? "" : " to " + last);
  }
};

}  // namespace

std::string roofs_by_origin(const std::vector<const Roof*>& roofs) {
  std::map<std::string, SameOrigin> by_origin;
  for (const Roof* roof : roofs) {
    if (roof->own) {
      by_origin["of this kernel alone"].names.push_back(name_and_rate(*roof));
      continue;
    }
    const models::CeilingOrigin& origin = origin_of(*roof);
    models::CeilingOrigin at_any_clock = origin;
    if (is_as_measured(origin) && origin.clock_of == models::ClockOf::sm) at_any_clock.clock = {};
    std::string key = origin_text(at_any_clock);
    if (roof->memory && !roof->judged_by && origin.source == models::CeilingSource::theoretical) key += ", dashed";
    by_origin[std::move(key)].add(name_and_rate(*roof), at_any_clock.clock == origin.clock ? Hertz{} : origin.clock);
  }
  std::string text;
  for (const auto& [origin, group] : by_origin) {
    text +=
        (text.empty() ? "Roofs: " : "; ") + origin + group.clocks() + ": " + listed(group.names, group.names.size());
  }
  return text + ".";
}

double draw_notes(const Frame& frame) { return draw_notes(frame, note_sentences(frame), frame.sizes.compact ? 2 : 3); }

double draw_notes(const Frame& frame, const std::vector<std::string>& sentences, std::size_t most_lines) {
  const Sizes& s = frame.sizes;
  const double room = frame.scene.width - 2 * s.pad;
  std::vector<std::string> lines;
  for (const std::string& sentence : sentences) {
    for (std::string& line : wrap(sentence, s.note, Weight::regular, room, most_lines))
      lines.push_back(std::move(line));
  }
  const double line_height = s.note * 1.4;
  const double bottom = frame.scene.height - s.pad * 0.7;
  double y = bottom - line_height * static_cast<double>(lines.size());
  const double free = lines.empty() ? bottom : y - s.note * 0.3;
  for (const std::string& line : lines) {
    y += line_height;
    frame.add(Text{.role = TextRole::note,
                   .at = {s.pad, y - s.note * 0.3},
                   .text = line,
                   .size = s.note,
                   .colour = frame.colours.muted});
  }
  return free;
}

}  // namespace rooflens::reports::chart
