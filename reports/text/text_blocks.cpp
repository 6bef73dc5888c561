// Waves and tail of kernels that recorded their blocks, for a terminal.
#include "reports/text/text_parts.hpp"

#include <fmt/core.h>

#include "models/base/counted.hpp"
#include "reports/words/block_words.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

constexpr std::size_t kShown = 3;

}  // namespace

std::string block_paragraphs(const TextPage& page) {
  std::string text;
  std::size_t traced = 0;
  for (const models::AnalysedKernel& kernel : page.machine.kernels) {
    const auto& trace = kernel.observation->blocks;
    const auto timeline = trace ? models::block_timeline(*trace, page.machine.machine->device.sm_count) : std::nullopt;
    if (!timeline || ++traced > kShown) continue;
    const std::string name = "Blocks over time: " + page.labels.name(*kernel.observation);
    text += "\n" + page.tone(shorten_middle(name, page.width), Tone::bold) + "\n";
    for (const std::string& sentence : block_sentences(*trace, *timeline)) text += page.wrapped(sentence, "  ", "  ");
  }
  if (traced > kShown) {
    text += page.tone(fmt::format("\nThe HTML report also has the timelines of {}.\n",
                                  models::counted(traced - kShown, "more kernel")),
                      Tone::dim);
  }
  return text;
}

}  // namespace rooflens::reports
