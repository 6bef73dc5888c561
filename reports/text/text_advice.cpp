#include "reports/text/text_advice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "models/base/counted.hpp"
#include "reports/words/format.hpp"
#include "reports/words/gap_words.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;

constexpr std::size_t kKernels = 5;
constexpr const char* kOfLibraries =
    "A library's kernel cannot be changed: change the call, its data type or its shape.";
constexpr std::size_t kFew = 12;  // kernels of which all are shown
constexpr std::size_t kAdvicePerKernel = 3;

std::string gap_line(const models::Gap& gap) {
  std::string parts = gap_parts(gap);
  constexpr std::string_view kUnbreakable = "\u00A0";  // a terminal breaks where it likes, and people search for spaces
  for (std::size_t at = 0; (at = parts.find(kUnbreakable, at)) != std::string::npos;) {
    parts.replace(at, kUnbreakable.size(), " ");
  }
  return fmt::format("{}{}× the time at the {} roof{}{}{}.", gap.at_most ? "At most " : "", significant(gap.total),
                     gap.roof_resource, gap.compulsory ? "" : " of its measured demand", parts.empty() ? "" : "; ",
                     parts);
}

std::string gain_text(const models::Advice& advice) {
  const std::string low = significant(advice.gain_low);
  const std::string high = significant(advice.gain_high);
  return low == high ? high + "×" : fmt::format("{}× to {}×", low, high);
}

std::string kernel_text(const TextPage& page, const AnalysedKernel& kernel) {
  const models::Gap& gap = *kernel.explanation.gap;
  const std::vector<models::Advice>& advice = kernel.explanation.advice;
  std::string text = page.tone(shorten_middle(page.labels.name(*kernel.observation), page.width), Tone::bold) + "\n";
  text += page.wrapped(clean_utf8(gap_line(gap)), "  ", "    ");
  if (const std::string other = other_roof(kernel, gap); !other.empty()) {
    text += page.tone(page.wrapped(other, "  ", "    "), Tone::dim);
  }
  const std::size_t shown = std::min(advice.size(), kAdvicePerKernel);
  for (std::size_t i = 0; i < shown; ++i) text += advice_text(page, advice[i], true);
  if (shown < advice.size()) {
    text += page.tone(fmt::format("  and {} more in JSON\n", advice.size() - shown), Tone::dim);
  }
  for (const models::Finding& finding : gap.findings) {
    text += page.tone(page.wrapped(clean_utf8(finding.cause + " " + finding.consequence), "  warning: ", "    "),
                      Tone::bad);
  }
  return text;
}

}  // namespace

std::string advice_text(const TextPage& page, const models::Advice& advice, bool in_full) {
  const std::string label = fmt::format("  {}: ", gain_text(advice));
  std::string words = clean_utf8(fmt::format("{} {} Seen: {}.", advice.cause, advice.change, advice.evidence));
  if (in_full) words += clean_utf8(fmt::format(" Rests on: {}.", advice.rests_on));
  const std::string body = page.wrapped(words, label, "    ");
  return fmt::format("  {}{}", page.tone(label.substr(2, label.size() - 3), Tone::advice),
                     body.substr(label.size() - 1));
}

std::string advice_block(const TextPage& page) {
  std::vector<const AnalysedKernel*> kernels;
  for (const std::size_t i : page.machine.by_recoverable) {
    if (!page.machine.kernels[i].explanation.advice.empty()) kernels.push_back(&page.machine.kernels[i]);
  }
  std::string text = "\n" + page.tone("What would help, with the predicted speed-up", Tone::bold) + "\n";
  if (kernels.empty()) return text + "  Nothing that is known would bring 2 %.\n";
  const std::size_t shown = kernels.size() <= kFew ? kernels.size() : kKernels;
  for (std::size_t i = 0; i < shown; ++i) text.append("\n").append(kernel_text(page, *kernels[i]));
  if (shown < kernels.size()) {
    text += page.tone(
        fmt::format("\nAdvice on {} is in JSON.\n", models::counted(kernels.size() - shown, "more kernel")), Tone::dim);
  }
  if (std::any_of(page.machine.kernels.begin(), page.machine.kernels.end(),
                  [](const AnalysedKernel& k) { return is_of_application(*k.observation); }))
    text += "\n" + page.tone(page.wrapped(kOfLibraries), Tone::dim);
  return text;
}

std::string advice_on(const TextPage& page, const AnalysedKernel& kernel) {
  if (kernel.explanation.gap) return kernel_text(page, kernel);
  const std::string name = shorten_middle(page.labels.name(*kernel.observation), page.width);
  return page.tone(name, Tone::bold) + "\n" + page.wrapped("How far it is from a roof is not known.", "  ", "  ");
}

}  // namespace rooflens::reports
