// What the page says of kernels below the latency roof: the loads that they have in flight, and what those can draw
// from DRAM.
#include "reports/html/html_parts.hpp"

#include <utility>

#include "models/gap/latency_standing.hpp"
#include "reports/words/latency_words.hpp"

namespace rooflens::reports {

using models::AnalysedKernel;
using models::LatencyStanding;
using nlohmann::json;

json latency_json(const AnalysedKernel& kernel, const LatencyStanding& at) {
  json rows = json::array();
  for (auto& [label, text] : latency_facts(kernel, at)) rows.push_back({label, std::move(text)});
  return {{"rows", std::move(rows)}, {"words", latency_advice(at)}};
}

}  // namespace rooflens::reports
