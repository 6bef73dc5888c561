// Notes on a run in words: who says them, and as findings for the formats that people read.
#pragma once

#include <string>
#include <vector>

#include "models/explain/analysis.hpp"
#include "models/record/common_note.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports {

/// "rank 3", "ranks 0, 1, 2 and 5 more", "process 4711" where ranks do not tell them apart. Empty where all of several
/// processes say it, where the only process belongs to no job, and where the text itself names the process.
[[nodiscard]] std::string said_by(const models::CommonNote& note, const std::vector<models::Process>& processes);

/// Notes of the processes that used this machine, warnings first, as sentences; those of no process, and of processes
/// that launched nothing, come with the first machine.
[[nodiscard]] std::vector<models::Finding> note_findings(const Document& document,
                                                         const models::MachineAnalysis& machine);

}  // namespace rooflens::reports
