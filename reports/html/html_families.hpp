// What the page knows of families: sentences, and a row of finished text for each member.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/words/process_labels.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports {

/// Families of which the machine ran a kernel, in the order of the recording.
[[nodiscard]] nlohmann::json families_json(const models::MachineAnalysis& machine, const ProcessLabels& labels);

/// For each kernel of the machine null, or [ratio, name of the peer, sentence]; an empty list where none has a peer.
[[nodiscard]] nlohmann::json peers_json(const models::MachineAnalysis& machine, const ProcessLabels& labels);

}  // namespace rooflens::reports
