// Keys of the JSON report that only catalogue kernels have: the timeline of their blocks and their peer.
#include "reports/json/json_parts.hpp"

#include "reports/words/format.hpp"

namespace rooflens::reports {

void put_catalogue(nlohmann::ordered_json& to, const models::AnalysedKernel& kernel) {
  if (const auto& line = kernel.timeline) {
    to["blocks"] = {{"run", kernel.observation->blocks->blocks_run},
                    {"kept", line->placed.size()},
                    {"sms", line->sm_count},
                    {"per_sm_at_once", line->blocks_per_sm},
                    {"waves", line->waves},
                    {"span_s", line->span.value()},
                    {"last_wave_start_s", line->last_wave_start.value()},
                    {"tail_start_s", line->tail_start.value()},
                    {"idle_place_time", line->idle_place_time},
                    {"idle_sm_time", line->idle_sm_time},
                    {"imbalance", line->imbalance}};
  }
  if (const auto& peer = kernel.peer) {
    to["peer"] = {{"name", clean_utf8(peer->peer->name)}, {"ratio", peer->ratio}, {"same_problem", peer->same_problem}};
  }
}

}  // namespace rooflens::reports
