#include "reports/json_catalogue.hpp"

#include "models/block_timeline.hpp"
#include "models/peer_comparison.hpp"
#include "reports/format.hpp"

namespace rooflens::reports {

void put_catalogue(nlohmann::ordered_json& to, const models::Recording& recording,
                   const models::MachineAnalysis& machine, const models::KernelAnalysis& kernel) {
  const auto& trace = kernel.observation->blocks;
  if (const auto line = trace ? models::block_timeline(*trace, machine.machine->device.sm_count) : std::nullopt) {
    to["blocks"] = {{"run", trace->blocks_run},
                    {"kept", trace->blocks.size()},
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
  if (const auto peer = models::compare_with_peer(recording.families, machine, kernel)) {
    to["peer"] = {{"name", clean_utf8(peer->peer->observation->name)},
                  {"ratio", peer->ratio},
                  {"same_problem", peer->same_problem}};
  }
}

}  // namespace rooflens::reports
