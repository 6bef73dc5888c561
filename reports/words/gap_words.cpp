#include "reports/words/gap_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

// Without a minus before a zero.
std::string whole_percent(double share) { return fmt::format("{:.0f}\u00A0%", std::round(100 * share) + 0.0); }

constexpr double kNothing = 0.005;  // a logarithm nearer to 0 than this is no factor to speak of

constexpr double kTakesBack = 0.02;  // of the gap: what takes less from the others is left out of its sentence

std::string percent_taken(double factor) {
  const double share = 1 - factor;
  return share < 0.00995 ? fmt::format("{:.1f}\u00A0%", 100 * share) : whole_percent(share);
}

// The one of the known causes that takes more than what is not known to be one; nullptr where none does.
const models::GapFactor* largest_cause(const models::Gap& gap) {
  const auto largest =
      std::max_element(gap.factors.begin(), gap.factors.end(),
                       [](const models::GapFactor& a, const models::GapFactor& b) { return a.factor < b.factor; });
  if (largest == gap.factors.end() || std::log(largest->factor) < kNothing) return nullptr;
  return largest->id == "unexplained" || largest->id == "unclassified" ? nullptr : &*largest;
}

// "bank conflicts 2.34× alone, unexplained 1.18×; unclassified excess work takes 7 % back: ..." Parts of a whole that
// others take from are no percentages.
std::string taken_back(const models::Gap& gap) {
  std::vector<std::string> back;
  for (const models::GapFactor& factor : gap.factors) {
    const double log = std::log(factor.factor);
    if (log > -kNothing || -log < kTakesBack * std::log(gap.total)) continue;
    back.push_back(fmt::format("{} takes {} back", factor.label, percent_taken(factor.factor)));
  }
  if (back.empty()) return "";
  std::vector<std::string> alone;
  const auto add = [&alone](const models::GapFactor* factor, std::string_view label) {
    if (!factor || std::log(factor->factor) < kNothing) return;
    alone.push_back(fmt::format("{} {}{}", label, format_factor(factor->factor), alone.empty() ? " alone" : ""));
  };
  if (const models::GapFactor* const cause = largest_cause(gap)) add(cause, cause->label);
  add(gap.find("unexplained"), "unexplained");
  return fmt::format("{}{}{}: the kernel does less than its formula or its roof assumes", fmt::join(alone, ", "),
                     alone.empty() ? "" : "; ", fmt::join(back, ", "));
}

}  // namespace

std::string gap_parts(const models::Gap& gap) {
  if (std::string text = taken_back(gap); !text.empty()) return text;
  std::vector<std::string> shares;
  const auto add = [&](double share, std::string_view label, std::string_view limit = "") {
    shares.push_back(
        fmt::format("{}{}{} {}", limit, whole_percent(share), shares.empty() ? " of the gap is" : "", label));
  };
  const bool known = gap.unexplained_share || gap.unclassified_share;  // there is a gap to speak of
  if (const models::GapFactor* const cause = known ? largest_cause(gap) : nullptr) {
    add(std::log(cause->factor) / std::log(gap.total), cause->label);
  }
  const models::GapFactor* const rest = gap.find("unexplained");
  if (gap.unexplained_share) add(*gap.unexplained_share, "unexplained", rest && rest->at_most ? "at most " : "");
  if (gap.unclassified_share) add(std::max(0.0, *gap.unclassified_share), "unclassified");
  return fmt::format("{}", fmt::join(shares, ", "));
}

std::string gap_sentence(const models::Gap& gap) {
  std::string text =
      fmt::format("{}{} the time at the {} roof{}", gap.at_most ? "At most " : "", format_factor(gap.total),
                  clean_utf8(gap.roof_resource), gap.compulsory ? "" : " of its measured demand");
  const std::string parts = gap_parts(gap);
  return text + (parts.empty() ? "." : "; " + parts + ".");
}

std::string other_roof(const models::AnalysedKernel& kernel, const models::Gap& gap) {
  if (!kernel.percent_of_roof) return "";
  const std::string shortest = format(kernel.percent_of_roof->shortest);
  const std::string start = format(gap.roof);
  if (start == shortest) return "";
  if (kernel.percent_of_roof->roof == gap.roof_resource) {
    return fmt::format(
        "Its share of the roof is of {}, with the clock of the run; this starts at {}, with the maximum.", shortest,
        start);
  }
  return clean_utf8(fmt::format(
      "Its share of the roof is of {}, the time at the {} roof; this starts at {}, at the longest of all roofs, {}.",
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
