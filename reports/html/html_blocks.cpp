// What the page knows of a timeline of blocks: sentences, and the bars of as many SMs as a page can carry.
#include "reports/html/html_parts.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "reports/words/block_words.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {

using nlohmann::json;

std::size_t blocks_in_page(std::size_t timelines) {
  constexpr std::size_t kAllTimelines = 100'000;
  return std::clamp<std::size_t>(kAllTimelines / std::max<std::size_t>(1, timelines), 2'000, 20'000);
}

json blocks_json(const models::AnalysedKernel& kernel, models::RecordingKind kind, std::size_t most) {
  const models::BlockTrace& whole = *kernel.observation->blocks;
  const int sms = kernel.machine->device.sm_count;
  const auto stated = models::block_timeline(whole, sms);
  const models::BlockTrace trace = models::keep_whole_sms(whole, most);
  const auto timeline = models::block_timeline(trace, sms);
  if (!stated || !timeline) return nullptr;
  json bars = json::array();  // row, place, wave, start and duration of each, one behind the other
  for (const models::PlacedBlock& placed : timeline->placed) {
    const models::BlockEvent& event = trace.blocks[placed.event];
    bars.insert(bars.end(), {placed.row, placed.slot, placed.wave, event.start_ns, event.end_ns - event.start_ns});
  }
  std::string note = std::string(block_origin(kind)) + ".";
  if (trace.blocks.size() < whole.blocks.size()) {
    note += " Drawn: " + grouped(trace.blocks.size()) + " of " + grouped(whole.blocks.size()) +
            " blocks, all those of " + std::to_string(timeline->sms.size()) + " SMs.";
  }
  return {{"words", block_sentences(whole, *stated)},
          {"note", std::move(note)},
          {"sms", timeline->sms},
          {"places", timeline->blocks_per_sm},
          {"last", timeline->placed.back().wave},
          {"span", trace.span_ns},
          {"tail", std::llround(models::in_nanoseconds(timeline->tail_start))},
          {"tailText", format(timeline->span - timeline->tail_start)},
          {"bars", std::move(bars)}};
}

}  // namespace rooflens::reports
