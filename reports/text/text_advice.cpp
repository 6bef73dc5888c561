#include "reports/text/text_advice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/words/format.hpp"
#include "reports/words/gap_words.hpp"

namespace rooflens::reports {
namespace {

constexpr std::size_t kAdvicePerKernel = 3;

// A terminal breaks where it likes, and people search for spaces.
std::string with_plain_spaces(std::string text) {
  constexpr std::string_view kUnbreakable = "\u00A0";
  for (std::size_t at = 0; (at = text.find(kUnbreakable, at)) != std::string::npos;) {
    text.replace(at, kUnbreakable.size(), " ");
  }
  return text;
}

}  // namespace

std::string advice_on(const TextPage& page, const models::AnalysedKernel& kernel) {
  if (!kernel.explanation.gap) return page.wrapped("How far it is from a roof is not known.", "  ", "  ");
  const models::Gap& gap = *kernel.explanation.gap;
  const std::vector<models::Advice>& advice = kernel.explanation.advice;
  std::string text = page.wrapped(with_plain_spaces(gap_sentence(gap)), "  ", "    ");
  if (const std::string other = other_roof(kernel, gap); !other.empty()) {
    text += page.tone(page.wrapped(other, "  ", "    "), Tone::dim);
  }
  const std::size_t shown = page.options.kernel.empty() ? std::min(advice.size(), kAdvicePerKernel) : advice.size();
  for (std::size_t i = 0; i < shown; ++i) text += advice_text(page, advice[i], true);
  if (shown < advice.size()) {
    text += page.tone(fmt::format("  and {} more with -k, in HTML and JSON\n", advice.size() - shown), Tone::dim);
  }
  for (const models::Finding& finding : gap.findings) {
    text += page.tone(page.wrapped(clean_utf8(finding.cause + " " + finding.consequence), "  warning: ", "    "),
                      Tone::bad);
  }
  return text;
}

std::string advice_text(const TextPage& page, const models::Advice& advice, bool in_full) {
  const std::string label = fmt::format("  {}: ", models::gain_text(advice));
  std::string words = clean_utf8(fmt::format("{} {} Evidence: {}.", advice.cause, advice.change, advice.evidence));
  if (in_full) words += clean_utf8(fmt::format(" Assumes: {}.", advice.assumes));
  const std::string body = page.wrapped(words, label, "    ");
  return fmt::format("  {}{}", page.tone(label.substr(2, label.size() - 3), Tone::advice),
                     body.substr(label.size() - 1));
}

}  // namespace rooflens::reports
