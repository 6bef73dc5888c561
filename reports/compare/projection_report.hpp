// A session's kernels as they might run on another board: not measured there, and every format says so.
#pragma once

#include <string>

#include "models/compare/board_projection.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports {

/// Both must outlive the call.
struct ProjectionDocument {
  const Document& session;
  const models::BoardProjection& projection;
};

[[nodiscard]] std::string render_text(const ProjectionDocument& document, const TextOptions& options);
[[nodiscard]] std::string render_markdown(const ProjectionDocument& document);
/// Described in json_schema.md, as "rooflens-projection".
[[nodiscard]] std::string render_json(const ProjectionDocument& document);

}  // namespace rooflens::reports
