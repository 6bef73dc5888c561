#include "reports/words/block_words.hpp"

#include <fmt/core.h>

#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

using models::BlockTimeline;
using models::BlockTrace;

std::string waves_sentence(const BlockTrace& trace, const BlockTimeline& line) {
  const std::string each = line.blocks_per_sm == 1 ? "one block" : fmt::format("{} blocks", line.blocks_per_sm);
  const std::string sms = line.sm_count == 1 ? "one SM holds " : grouped(line.sm_count) + " SMs hold ";
  return fmt::format("{} blocks in {} waves, as {}{}{} at once.", grouped(trace.blocks.size()), significant(line.waves),
                     sms, each, line.sm_count == 1 ? "" : " each");
}

std::string tail_sentence(const BlockTimeline& line) {
  std::string text;
  const auto share = [&](models::Seconds at) { return line.span.value() > 0 ? at / line.span : 0.0; };
  if (line.waves > 1) {
    text = fmt::format("The last wave starts after {}, at {} of {}; ", format(line.last_wave_start),
                       format_percent(share(line.last_wave_start)), format(line.span));
  }
  text += fmt::format(
      "{} {} no block waits. Tail: {} of block-slot time idle; SMs that finish "
      "early: {} of SM time.",
      text.empty() ? "From" : "from", format(line.tail_start), format_percent(line.idle_place_time),
      format_percent(line.idle_sm_time));
  return text;
}

std::string balance_sentence(const BlockTimeline& line) {
  std::string text =
      fmt::format("Blocks keep the busiest SM {} as long as the average one.", format_factor(line.imbalance));
  if (line.sm_count > line.sms.size()) {
    text += fmt::format(" {} of {} SMs ran no block.", line.sm_count - line.sms.size(), line.sm_count);
  }
  return text;
}

}  // namespace

std::string_view block_origin(models::RecordingKind kind) {
  return kind == models::RecordingKind::simulated
             ? "Simulated: no GPU ran these blocks"
             : "Recorded by the kernel itself in the launch that was verified, before any was timed";
}

std::string grouped(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::vector<std::string> block_sentences(const BlockTrace& trace, const BlockTimeline& timeline) {
  std::vector<std::string> sentences{waves_sentence(trace, timeline), tail_sentence(timeline),
                                     balance_sentence(timeline)};
  if (!trace.whole()) {
    sentences.push_back(fmt::format("Kept: {} of {} blocks, all those of {} of {} SMs; the shares are of these SMs.",
                                    grouped(trace.blocks.size()), grouped(trace.blocks_run), timeline.sms.size(),
                                    trace.sms_run));
  }
  return sentences;
}

}  // namespace rooflens::reports
