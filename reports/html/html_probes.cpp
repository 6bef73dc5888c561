// What single probes of `rooflens ceilings` reached, as the page's data has it.
#include "reports/html/html_parts.hpp"

#include "reports/words/format.hpp"
#include "reports/words/link_words.hpp"
#include "reports/words/probe_words.hpp"

namespace rooflens::reports {

using nlohmann::json;

json links_table(std::span<const models::Link> links) {
  if (links.empty()) return nullptr;
  json rows = json::array();
  for (const models::Link& link : links) rows.push_back(link_words(link));
  return {{"headings", kLinkHeadings}, {"rows", std::move(rows)}, {"note", kLinkNote}};
}

json probes_json(const models::Ceilings& ceilings) {
  if (!ceilings.probes) return nullptr;
  json rows = json::array();
  for (const models::MeasuredRoof& roof : ceilings.probes->roofs) {
    rows.push_back({probe_label(roof.probe), probe_value_text(roof), format_spread(roof.spread),
                    roof.clock.value() > 0 ? json(probe_clock_text(roof)) : json(nullptr),
                    roof.counted ? json(format_percent(*roof.counted)) : json(nullptr), clean_utf8(roof.point)});
  }
  json refused = json::array();
  for (const models::Refusal& refusal : ceilings.probes->refused) {
    refused.push_back({probe_label(refusal.counter), clean_utf8(refusal.reason)});
  }
  return {
      {"when", clean_utf8(ceilings.probes->measured_utc)}, {"rows", std::move(rows)}, {"refused", std::move(refused)}};
}

}  // namespace rooflens::reports
