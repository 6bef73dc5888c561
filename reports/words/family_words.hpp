// What a family's steps and a kernel's peer say, in sentences: the same on the page and in the terminal.
#pragma once

#include <string>
#include <vector>

#include "models/explain/family_progress.hpp"
#include "reports/words/process_labels.hpp"

namespace rooflens::reports {

/// "takes 3.82× as long as", "takes 0.91× as long as", or "does 0.2× the work a second of" where sizes differ.
[[nodiscard]] std::string peer_relation(const models::PeerComparison& peer);

/// "peer/cub-reduce does the same task in 228 µs: this kernel takes 3.82× as long."
[[nodiscard]] std::string peer_sentence(const models::PeerComparison& peer, const ProcessLabels& labels);

/// How many steps ran, what they gained together, and how the fastest stands against its peer.
[[nodiscard]] std::vector<std::string> family_sentences(const models::FamilyProgress& family,
                                                        const ProcessLabels& labels);

}  // namespace rooflens::reports
