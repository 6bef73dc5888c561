#include "reports/text/text_remarks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "models/base/counted.hpp"
#include "models/base/joined.hpp"
#include "models/base/thresholds.hpp"
#include "reports/words/format.hpp"
#include "reports/words/shorten_apart.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;

constexpr std::size_t kRemarksOfAKind = 3;  // that are printed; HTML and JSON have them by kernel

// Something that is to be known of several kernels, in words that differ in their numbers alone.
struct SharedRemark {
  std::set<std::string> counters, words;
  std::set<const AnalysedKernel*> kernels;
  [[nodiscard]] std::string example() const {
    return *words.begin() + (words.size() > 1 ? " (numbers from one example)" : "");
  }
};
using SharedRemarks = std::map<std::string, SharedRemark>;

// With # for every number that is no part of a name.
std::string without_numbers(const std::string& words) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_in_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_digit(words[i]) || (i > 0 && (is_in_name(words[i - 1]) || is_digit(words[i - 1])))) {
      text += words[i];
      continue;
    }
    text += '#';
    i = words.find_first_not_of("0123456789.e+", i);
    if (i == std::string::npos) break;
    --i;
  }
  return text;
}

// Those of most kernels, first.
std::vector<SharedRemark> by_kernels(SharedRemarks all) {
  std::vector<SharedRemark> result;
  for (auto& [words, remark] : all) result.push_back(std::move(remark));
  std::stable_sort(result.begin(), result.end(),
                   [](const SharedRemark& a, const SharedRemark& b) { return a.kernels.size() > b.kernels.size(); });
  if (result.size() > kRemarksOfAKind) result.resize(kRemarksOfAKind);
  return result;
}

}  // namespace

std::string listed(const std::set<std::string>& names, std::size_t longest) {
  constexpr std::size_t kAll = 4;
  const std::size_t shown = names.size() <= kAll ? names.size() : kAll - 1;
  const auto end = std::next(names.begin(), static_cast<std::ptrdiff_t>(shown));
  const std::string text = models::joined(shorten_apart({names.begin(), end}, longest));
  return end == names.end() ? text : fmt::format("{} and {} more", text, names.size() - shown);
}

std::string refusals_and_remarks(const TextPage& page) {
  SharedRemarks refusals, remarks;
  std::size_t left_out = 0;
  const auto add = [](SharedRemarks& notes, const AnalysedKernel& kernel, const std::string& words) -> SharedRemark& {
    SharedRemark& note = notes[without_numbers(words)];
    note.words.insert(words);
    note.kernels.insert(&kernel);
    return note;
  };
  for (const AnalysedKernel& kernel : page.machine.kernels) {
    for (const std::string& remark : kernel.observation->remarks) add(remarks, kernel, clean_utf8(remark));
    if (kernel.observation->refused.empty()) continue;
    if (kernel.hardly_takes_time()) {
      ++left_out;
      continue;
    }
    for (const models::Refusal& refusal : kernel.observation->refused) {
      add(refusals, kernel, clean_utf8(refusal.reason)).counters.insert(clean_utf8(refusal.counter));
    }
  }
  std::string text;
  const auto note = [&](const std::string& words) { text += page.tone(page.wrapped(words, "  ", "  "), Tone::dim); };
  const bool any_refused = !refusals.empty();
  for (const SharedRemark& common : by_kernels(std::move(refusals))) {
    const bool few = common.counters.size() <= 3;
    note(fmt::format("Not counted in {}: {}: {}.", models::counted(common.kernels.size(), "kernel"),
                     few ? listed(common.counters) : models::counted(common.counters.size(), "counter"),
                     common.example()));
  }
  if (left_out > 0) {
    note(fmt::format("{} with less than {:.0f} % of the time{} counters.",
                     models::counted(left_out, any_refused ? "more kernel" : "kernel"), 100 * models::kWorthASentence,
                     left_out == 1 ? " lacks" : " each lack"));
  }
  if (any_refused || left_out > 0)
    note("What depends on these counters is missing, not zero. HTML and JSON name them all.");
  for (const SharedRemark& common : by_kernels(std::move(remarks)))
    note(fmt::format("{}: {}.", models::counted(common.kernels.size(), "kernel"), common.example()));
  return text;
}

}  // namespace rooflens::reports
