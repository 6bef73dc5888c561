// What the page knows of a kernel's gap: the factors between its roof and its time, and what to change about them.
#pragma once

#include <string_view>

#include "models/explain/analysis.hpp"
#include "reports/html/html_texts.hpp"

namespace rooflens::reports {

/// Writes the gaps of all kernels of a page. Labels, counters and sentences that several kernels share are stored once.
class GapWriter {
 public:
  /// Factors run from the roof to the time: [row, factor, removed first, removed last, at
  /// best or null, place of the text that names what is busiest then or null].
  [[nodiscard]] WrittenJson gap(const models::AnalysedKernel& kernel, const models::Gap& gap);

  /// [id, cause, change, evidence, at least, at most, rests on]; all but numbers as places of texts.
  [[nodiscard]] WrittenJson advice(const std::vector<models::Advice>& all);

  /// {"factors": [id, label, counters, at most], "limits": {thresholds by name}, "missing": [label, holder, counters,
  /// reason], "texts": [...]}.
  [[nodiscard]] WrittenJson tables() const;

 private:
  [[nodiscard]] std::size_t text(std::string_view words);
  void factor(JsonText& to, const models::GapFactor& factor);
  [[nodiscard]] std::size_t missing(const models::Gap& gap, const models::MissingFactor& factor);

  std::string key_;  // of the row at hand
  RepeatedValues factors_, missing_, texts_;
};

/// Roofs of a kernel that uses several formats, in words; empty where it does not.
[[nodiscard]] std::string mixed_roof_text(const models::AnalysedKernel& kernel);

}  // namespace rooflens::reports
