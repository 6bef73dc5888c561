// Renderers of a comparison and of a gate. Pure like those of a single session.
#pragma once

#include <string>
#include <vector>

#include "models/compare/comparison.hpp"
#include "models/compare/gate.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports {

/// Both must outlive the call.
struct ComparisonDocument {
  const models::Comparison& comparison;
  std::string a;  ///< what people call the sides: a file, "GPU 0"
  std::string b;
};

[[nodiscard]] std::string render_text(const ComparisonDocument& document, const TextOptions& options);
[[nodiscard]] std::string render_markdown(const ComparisonDocument& document);
[[nodiscard]] std::string render_json(const ComparisonDocument& document);
/// One offline page: chart, table, devices.
[[nodiscard]] std::string render_html(const ComparisonDocument& document);
/// Both sides' roofs on one chart, pairs joined by arrows; options.machine is an index into comparison.machines.
[[nodiscard]] std::string render_svg(const ComparisonDocument& document, const PictureOptions& options);
/// Bytes of a PNG file.
[[nodiscard]] std::string render_png(const ComparisonDocument& document, const PictureOptions& options);

struct GateDocument {
  const models::Gate& gate;
  std::vector<std::string> base;  ///< names of the sessions
  std::vector<std::string> candidate;
  std::vector<models::ConditionDifference> differences;  ///< that were allowed, each once
};

[[nodiscard]] std::string render_text(const GateDocument& document, const TextOptions& options);
[[nodiscard]] std::string render_markdown(const GateDocument& document);
[[nodiscard]] std::string render_json(const GateDocument& document);

}  // namespace rooflens::reports
