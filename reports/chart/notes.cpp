#include "reports/chart/notes.hpp"

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

std::string roofs_by_origin(const std::vector<const Roof*>& roofs) {
  std::map<std::string, std::vector<std::string>> by_origin;
  for (const Roof* roof : roofs) {
    std::string origin = roof->own ? "of this kernel alone" : origin_text(origin_of(*roof));
    if (roof->memory && !roof->judged_by && roof->memory->origin.source == models::CeilingSource::theoretical) {
      origin += ", dashed";
    }
    by_origin[std::move(origin)].push_back(name_and_rate(*roof));
  }
  std::string text;
  for (const auto& [origin, names] : by_origin) {
    text += (text.empty() ? "Roofs: " : "; ") + origin + ": " + listed(names, names.size());
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
