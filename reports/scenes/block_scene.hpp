// The picture of the blocks of one kernel, for a file and for a page.
#pragma once

#include <cstddef>
#include <string>

#include "reports/chart/frame.hpp"

namespace rooflens::reports::chart {

/// Blocks of a kernel that has a timeline: at most `most`, all those of some SMs. `traced` kernels of the machine have
/// one.
[[nodiscard]] Scene block_scene(const Document& document, const PictureOptions& options,
                                const models::MachineAnalysis& machine, const models::AnalysedKernel& kernel,
                                std::size_t most, std::size_t traced = 1);

/// Where its events come from, and what a picture of at most `most` blocks leaves out.
[[nodiscard]] std::string block_note(models::RecordingKind kind, const models::AnalysedKernel& kernel,
                                     std::size_t most);

}  // namespace rooflens::reports::chart
