#include "reports/html/html_gap.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "models/base/thresholds.hpp"
#include "reports/html/html_findings.hpp"
#include "reports/scenes/factor_ticks.hpp"
#include "reports/scenes/step_kind.hpp"
#include "reports/words/format.hpp"
#include "reports/words/gap_words.hpp"

namespace rooflens::reports {
namespace {

// A length of a bar: a pixel is more than a thousandth of it.
double brief(double value) { return std::round(value * 1e4) / 1e4; }
std::optional<double> brief(std::optional<double> value) { return value ? std::optional(brief(*value)) : value; }

void write_cleaned(JsonText& to, const std::vector<std::string>& list) {
  to.begin_array();
  for (const std::string& entry : list) to.value(clean_utf8(entry));
  to.end_array();
}

void append_lines(std::string& key, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) key.append("\n").append(line);
}

// [factor, text] of the axis that holds all bars.
void write_ticks(JsonText& to, const models::Gap& gap) {
  constexpr double kNumber = 48, kAxis = 320;  // as wide as they are on the narrowest page, in pixels
  double at = 1, low = std::min(1.0, gap.total), high = std::max(1.0, gap.total);
  for (auto it = gap.factors.rbegin(); it != gap.factors.rend(); ++it) {
    at *= it->factor;
    low = std::min(low, at);
    high = std::max(high, at);
  }
  const std::vector<double> ticks = chart::factor_ticks(low, high, kNumber / kAxis);
  const std::vector<std::string> texts = chart::factor_tick_texts(ticks);
  to.begin_array();
  for (std::size_t i = 0; i < ticks.size(); ++i) to.row(ticks[i], texts[i]);
  to.end_array();
}

}  // namespace

std::size_t GapWriter::text(std::string_view words) {
  return texts_.place(words, [&](JsonText& to) { to.value(clean_utf8(words)); });
}

void GapWriter::factor(JsonText& to, const models::GapFactor& factor) {
  const std::string_view kind = id(chart::kind_of(factor));
  key_.assign(factor.id).append(factor.at_most ? "\n1" : "\n0").append(kind);
  append_lines(key_, factor.counters);
  const std::size_t row = factors_.place(key_, [&](JsonText& table) {
    table.begin_array();
    table.value(factor.id);
    table.value(factor.label);
    write_cleaned(table, factor.counters);
    table.value(factor.at_most ? 1 : 0);
    table.value(kind);
    table.end_array();
  });
  const auto busiest = factor.then_busiest.empty() ? std::nullopt : std::optional(text(factor.then_busiest));
  to.row(row, brief(factor.factor), brief(factor.removed_first), brief(factor.removed_last), brief(factor.at_best),
         busiest);
}

std::size_t GapWriter::missing(const models::Gap& gap, const models::MissingFactor& factor) {
  key_.assign(factor.id).append("\n").append(factor.merged_into).append("\n").append(factor.reason);
  append_lines(key_, factor.counters);
  return missing_.place(key_, [&](JsonText& table) {
    table.begin_array();
    table.value(factor.label);
    table.value(holder_label(gap, factor.merged_into));
    write_cleaned(table, factor.counters);
    table.value(clean_utf8(factor.reason));
    table.end_array();
  });
}

WrittenJson GapWriter::gap(const models::AnalysedKernel& kernel, const models::Gap& gap) {
  const std::size_t of = text(gap.roof_resource);
  JsonText to;
  to.begin_object();
  if (gap.at_most) to.member("atMost", 1);
  to.member("compulsory", gap.compulsory ? 1 : 0);
  to.key("factors");
  to.begin_array();
  for (auto it = gap.factors.rbegin(); it != gap.factors.rend(); ++it) factor(to, *it);
  to.end_array();
  if (!gap.findings.empty()) {
    to.key("findings");
    write_findings(to, gap.findings);
  }
  to.member("measured", format(gap.measured));
  to.key("missing");
  to.begin_array();
  for (const models::MissingFactor& entry : gap.missing) to.value(missing(gap, entry));
  to.end_array();
  to.member("of", of);
  if (const std::string other = other_roof(kernel, gap); !other.empty()) to.member("other", other);
  to.member("parts", gap_parts(gap));
  to.member("roof", format(gap.roof));
  to.key("ticks");
  write_ticks(to, gap);
  to.member("total", brief(gap.total));
  to.end_object();
  return std::move(to).written();
}

WrittenJson GapWriter::advice(const std::vector<models::Advice>& all) {
  JsonText to;
  to.begin_array();
  for (const models::Advice& entry : all) {
    const std::size_t id = text(entry.id), cause = text(entry.cause), change = text(entry.change),
                      evidence = text(entry.evidence), assumes = text(entry.assumes);
    to.row(id, cause, change, evidence, brief(entry.gain_low), brief(entry.gain_high), assumes);
  }
  to.end_array();
  return std::move(to).written();
}

WrittenJson GapWriter::tables() const {
  JsonText to;
  to.begin_object();
  to.member("factors", factors_.values());
  to.member("limits", Json{{"nothing", models::kNoFactor}});
  to.member("missing", missing_.values());
  to.member("texts", texts_.values());
  to.end_object();
  return std::move(to).written();
}

std::string mixed_roof_text(const models::AnalysedKernel& kernel) {
  if (!kernel.mixed_ceiling) return "";
  return fmt::format("{} if its formats share a pipe, {} if each has its own", format(kernel.mixed_ceiling->one_pipe),
                     format(kernel.mixed_ceiling->separate_pipes));
}

}  // namespace rooflens::reports
