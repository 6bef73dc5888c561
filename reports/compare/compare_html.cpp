// The page of a comparison: one HTML file that opens offline.
#include "reports/compare/compare.hpp"
#include "reports/compare/compare_html_data.hpp"
#include "reports/html/html_shell.hpp"
#include "reports/words/embedded.hpp"

ROOFLENS_EMBEDDED(compare_js)
ROOFLENS_EMBEDDED(compare_css)

namespace rooflens::reports {

std::string render_html(const ComparisonDocument& document) {
  return assemble_page({.title = "Comparison: " + document.a + ", " + document.b,
                        .style = embedded::compare_css(),
                        .script = embedded::compare_js(),
                        .data = data_block("comparison", page_comparison(document))});
}

}  // namespace rooflens::reports
