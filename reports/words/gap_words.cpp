#include "reports/words/gap_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "models/base/thresholds.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

constexpr std::size_t kMostParts = 4;  // the others stand together

// Those that make the gap, largest first.
std::vector<const models::GapFactor*> parts_of(const models::Gap& gap) {
  std::vector<const models::GapFactor*> parts;
  const double least = std::max(models::kNoFactor,
                                std::min(std::log(models::kNoGap), models::kLeastPart * std::abs(std::log(gap.total))));
  for (const models::GapFactor& factor : gap.factors) {
    if (std::abs(std::log(factor.factor)) >= least) parts.push_back(&factor);
  }
  std::stable_sort(parts.begin(), parts.end(), [](const auto* a, const auto* b) {
    return std::abs(std::log(a->factor)) > std::abs(std::log(b->factor));
  });
  if (parts.size() > kMostParts) parts.resize(kMostParts);
  return parts;
}

}  // namespace

std::string gap_parts(const models::Gap& gap) {
  const auto is_large = [](const models::GapFactor& f) {
    return std::abs(std::log(f.factor)) >= std::log(models::kNoGap);
  };
  if (std::none_of(gap.factors.begin(), gap.factors.end(), is_large)) return "";
  std::vector<std::string> parts;
  double rest = gap.total;
  bool less_work = false, more_time = false;
  for (const models::GapFactor* factor : parts_of(gap)) {
    const bool uncertain = factor->at_most && factor->id == "unexplained";
    parts.push_back(
        fmt::format("{}{}\u00A0({})", uncertain ? "at most " : "", significant(factor->factor), factor->label));
    rest /= factor->factor;
    (factor->id == "unexplained" ? more_time : less_work) |= factor->factor < 1;
  }
  if (parts.empty()) return "";
  if (std::abs(std::log(rest)) >= models::kNoFactor)
    parts.push_back(fmt::format("{}\u00A0(all else)", significant(rest)));
  return fmt::format("{}{}{}", fmt::join(parts, " × "),
                     less_work ? "; below 1: less work was counted than the formula or the roof assumes" : "",
                     more_time ? "; unexplained below 1: the other factors make up more time than it took" : "");
}

std::string gap_sentence(const models::Gap& gap) {
  const std::string parts = gap_parts(gap);
  return fmt::format("{}{} the time at the {} roof{}{}{}.", gap.at_most ? "At most " : "", format_factor(gap.total),
                     clean_utf8(gap.roof_resource), gap.compulsory ? "" : " of its measured work",
                     parts.empty() ? "" : " = ", parts);
}

std::string other_roof(const models::AnalysedKernel& kernel, const models::Gap& gap) {
  if (!kernel.percent_of_roof) return "";
  if (std::abs(gap.roof / kernel.percent_of_roof->shortest - 1) < models::kWorthASentence) return "";
  const std::string shortest = format(kernel.percent_of_roof->shortest);
  const std::string start = format(gap.roof);
  if (kernel.percent_of_roof->roof == gap.roof_resource) {
    return fmt::format(
        "% of roof: against {}, the roof at the clock of the run; the factors: against {}, the roof at the maximum "
        "clock.",
        shortest, start);
  }
  return clean_utf8(fmt::format(
      "% of roof: against {}, the {} roof (arithmetic and DRAM only); the factors: against {}, the {} roof (the "
      "longest of all resources without known waste).",
      shortest, kernel.percent_of_roof->roof, start, gap.roof_resource));
}

std::string_view holder_label(const models::Gap& gap, std::string_view id) {
  if (id == "roof") return "the roof";
  const models::GapFactor* holder = gap.find(id);
  return holder ? holder->label : id;
}

std::vector<std::string> missing_texts(const models::Gap& gap) {
  struct Group {
    std::string_view merged_into;
    std::string_view reason;
    std::vector<std::string> labels;
    std::set<std::string> counters;
  };
  std::vector<Group> groups;
  for (const models::MissingFactor& factor : gap.missing) {
    const auto same = [&](const Group& g) { return g.merged_into == factor.merged_into && g.reason == factor.reason; };
    auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end()) group = groups.insert(group, {factor.merged_into, factor.reason, {}, {}});
    group->labels.emplace_back(factor.label);
    group->counters.insert(factor.counters.begin(), factor.counters.end());
  }
  constexpr std::size_t kNamed = 2;
  std::vector<std::string> texts;
  for (const Group& group : groups) {
    std::string text = fmt::format("{}: {}", fmt::join(group.labels, ", "), clean_utf8(group.reason));
    if (group.counters.size() > kNamed) {
      text += fmt::format(" ({} counters)", group.counters.size());
    } else if (!group.counters.empty()) {
      text += clean_utf8(fmt::format(" ({})", fmt::join(group.counters, ", ")));
    }
    if (group.merged_into == "unexplained") {
      text += group.labels.size() == 1 ? "; its part is unexplained" : "; their parts are unexplained";
    } else if (!group.merged_into.empty()) {
      text += fmt::format("; {} in {}", group.labels.size() == 1 ? "its part is" : "their parts are",
                          holder_label(gap, group.merged_into));
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace rooflens::reports
