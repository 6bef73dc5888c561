// Parts of the page's data, each written in the file that is called after it.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "models/explain/analysis.hpp"
#include "models/gap/latency_standing.hpp"
#include "models/roofs/ceiling.hpp"
#include "reports/chart/content.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/process_labels.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports {

/// Of the GPU in one line, part by part.
[[nodiscard]] nlohmann::json device_line(const models::DeviceProperties& device);
/// Rows of [label, text]; what is not known is left out.
[[nodiscard]] nlohmann::json device_facts(const models::DeviceProperties& device);
[[nodiscard]] nlohmann::json provenance_facts(const Document& document);

/// Families of which the machine ran a kernel, in the order of the recording.
[[nodiscard]] nlohmann::json families_json(const models::MachineAnalysis& machine, const ProcessLabels& labels);

/// For each kernel of the machine null, or [ratio, name of the peer, sentence]; an empty list where none has a peer.
[[nodiscard]] nlohmann::json peers_json(const models::MachineAnalysis& machine, const ProcessLabels& labels);

/// [{"title", "names", "of"}]: `of` holds for each kernel the place of its group's name, or null. Only what tells
/// kernels of this machine apart.
[[nodiscard]] WrittenJson groups_json(const models::MachineAnalysis& machine, const ProcessLabels& labels);

/// Why a kernel has no share of a roof and no limit, as a sentence, where counters and time contradict each other; else
/// null; empty where there is none.
[[nodiscard]] nlohmann::json contradiction_column(const models::MachineAnalysis& machine);

/// 1 for each kernel whose FLOPs were not counted, though it may have had some; else null; empty where there is none.
[[nodiscard]] nlohmann::json uncounted_column(const models::MachineAnalysis& machine);

/// For the details: {"rows": [[label, text]...], "words": what to change}.
[[nodiscard]] nlohmann::json latency_json(const models::AnalysedKernel& kernel, const models::LatencyStanding& at);

/// Number formats whose compute roofs the charts have: those in use, else FP32 where its roof is known.
[[nodiscard]] std::set<models::Precision> formats_on_page(const models::MachineAnalysis& machine,
                                                          const chart::Content& content);

/// For the legend: `formats` with a roof, and the kinds of `lines` that roofs are drawn with.
[[nodiscard]] nlohmann::json chart_json(const models::MachineAnalysis& machine);

/// Roofs of one kernel alone, as charts draw them while it is selected.
[[nodiscard]] nlohmann::json own_roofs_json(const models::AnalysedKernel& kernel);

/// `when`, `rows` (label, value, spread, SM clock, counted share, the point that won; null where not known) and
/// `refused` (label, reason); null where the session has no probes.
[[nodiscard]] nlohmann::json probes_json(const models::Ceilings& ceilings);

/// `headings`, `rows` of as many words, and `note`; null where no links were measured.
[[nodiscard]] nlohmann::json links_table(std::span<const models::Link> links);

/// One object for each of the machine's sources: note, stalls [label, meaning, share text, share], lines [place, full
/// path, share text, share, waits most for, sectors over ideal, wavefronts over ideal], and how many lines are left
/// out.
[[nodiscard]] nlohmann::json sources_json(const models::MachineAnalysis& machine);

}  // namespace rooflens::reports
