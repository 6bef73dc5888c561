#include "reports/html_gap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "reports/format.hpp"
#include "reports/html_findings.hpp"

namespace rooflens::reports {
namespace {

using nlohmann::json;

// A length of a bar: a pixel is more than a thousandth of it.
json brief(double value) {
  if (!std::isfinite(value)) return nullptr;
  return std::round(value * 1e4) / 1e4;
}

json cleaned(const std::vector<std::string>& list) {
  json to = json::array();
  for (const std::string& entry : list) to.push_back(clean_utf8(entry));
  return to;
}

// Of the place that holds the part of a factor that is not there.
std::string holder_label(const models::Gap& gap, std::string_view id) {
  if (id == "roof") return "the roof";
  const models::GapFactor* holder = gap.find(id);
  return std::string(holder ? holder->label : id);
}

}  // namespace

std::size_t GapWriter::text(std::string_view words) {
  std::string clean = clean_utf8(words);
  return texts_.place(clean, [&] { return json(clean); });
}

json GapWriter::factor(const models::GapFactor& factor) {
  const auto row = factors_.place(
      fmt::format("{}\n{}\n{}", factor.id, factor.at_most ? 1 : 0, fmt::join(factor.counters, "\n")), [&] {
        return json{factor.id, factor.label, cleaned(factor.counters), factor.at_most ? 1 : 0};
      });
  return {row,
          brief(factor.factor),
          brief(factor.removed_first),
          brief(factor.removed_last),
          factor.at_best ? brief(*factor.at_best) : json(nullptr),
          factor.then_busiest.empty() ? json(nullptr) : json(text(factor.then_busiest))};
}

std::size_t GapWriter::missing(const models::Gap& gap, const models::MissingFactor& factor) {
  return missing_.place(
      fmt::format("{}\n{}\n{}\n{}", factor.id, factor.merged_into, factor.reason, fmt::join(factor.counters, "\n")),
      [&] {
        return json{factor.label, holder_label(gap, factor.merged_into), cleaned(factor.counters),
                    clean_utf8(factor.reason)};
      });
}

json GapWriter::gap(const models::KernelAnalysis& kernel) {
  const models::Gap& gap = *kernel.gap;
  json to{{"roof", format(gap.roof)},      {"measured", format(gap.measured)},
          {"of", text(gap.roof_resource)}, {"compulsory", gap.compulsory ? 1 : 0},
          {"total", brief(gap.total)},     {"factors", json::array()},
          {"missing", json::array()}};
  if (gap.latency_share) to["latency"] = brief(*gap.latency_share);
  if (gap.unclassified_share) to["unclassified"] = brief(*gap.unclassified_share);
  for (auto it = gap.factors.rbegin(); it != gap.factors.rend(); ++it) to["factors"].push_back(factor(*it));
  for (const models::MissingFactor& entry : gap.missing) to["missing"].push_back(missing(gap, entry));
  if (!gap.findings.empty()) to["findings"] = page_findings(gap.findings);
  return to;
}

json GapWriter::advice(const models::KernelAnalysis& kernel) {
  json to = json::array();
  for (const models::Advice& entry : kernel.advice) {
    to.push_back({text(entry.id), text(entry.cause), text(entry.change), text(entry.evidence), brief(entry.gain_low),
                  brief(entry.gain_high), text(entry.rests_on)});
  }
  return to;
}

json GapWriter::tables() const {
  return {{"factors", factors_.values()}, {"missing", missing_.values()}, {"texts", texts_.values()}};
}

std::string mixed_roof_text(const models::KernelAnalysis& kernel) {
  if (!kernel.mixed_ceiling) return "";
  return fmt::format("{} if its formats share a pipe, {} if each has its own", format(kernel.mixed_ceiling->one_pipe),
                     format(kernel.mixed_ceiling->separate_pipes));
}

}  // namespace rooflens::reports
