#include "reports/html/html_scenes.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "reports/draw/printers.hpp"
#include "reports/scenes/block_scene.hpp"
#include "reports/words/block_words.hpp"

namespace rooflens::reports {

using nlohmann::json;

json scene_json(const chart::Scene& scene) {
  json plots = json::array();
  for (const chart::Rect& plot : scene.plots) plots.push_back({plot.x, plot.y, plot.width, plot.height});
  return {{"width", scene.width},
          {"height", scene.height},
          {"title", scene.title},
          {"plots", std::move(plots)},
          {"svg", chart::print_page_svg(scene)}};
}

std::size_t blocks_in_page(std::size_t timelines) {
  constexpr std::size_t kAllTimelines = 40'000;
  return std::clamp<std::size_t>(kAllTimelines / std::max<std::size_t>(1, timelines), 1'000, 8'000);
}

json blocks_json(const Document& document, const models::MachineAnalysis& machine, const models::AnalysedKernel& kernel,
                 std::size_t most) {
  const models::BlockTrace& trace = *kernel.observation->blocks;
  const auto timeline = models::block_timeline(trace, machine.machine->device.sm_count);
  if (!timeline) return nullptr;
  // Beside the charts, below them on smaller screens, and in a window of its own.
  constexpr std::array<std::pair<int, int>, 3> kSizes{{{336, 440}, {760, 440}, {1400, 680}}};
  json pictures = json::array();
  for (const auto& [width, height] : kSizes) {
    pictures.push_back(scene_json(
        chart::block_scene(document, {.width = width, .height = height, .bare = true}, machine, kernel, most)));
  }
  return {{"words", block_sentences(trace, *timeline)},
          {"note", chart::block_note(document.recording.provenance.kind, kernel, most) + "."},
          {"pictures", std::move(pictures)}};
}

}  // namespace rooflens::reports
