// The page of a session: one HTML file that opens offline.
#include "reports/html/html_charts.hpp"
#include "reports/html/html_data.hpp"
#include "reports/html/html_instructions.hpp"
#include "reports/html/html_shell.hpp"
#include "reports/words/embedded.hpp"
#include "reports/words/report.hpp"

ROOFLENS_EMBEDDED(page_js)
ROOFLENS_EMBEDDED(page_css)

namespace rooflens::reports {

std::string render_html(const Document& document) {
  return assemble_page({.title = std::string(document.title),
                        .style = embedded::page_css(),
                        .script = embedded::page_js(),
                        .data = data_block("overview", page_overview(document)) + "\n" +
                                data_block("charts", page_charts(document), 0) + "\n" +
                                data_block("details", page_details(document)) + "\n" +
                                data_block("instructions", page_instructions(document), 0)});
}

}  // namespace rooflens::reports
