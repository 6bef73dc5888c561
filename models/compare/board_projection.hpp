// A session's kernels as they might run on another board, by the data sheets of both.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "models/explain/projection.hpp"
#include "models/record/family.hpp"
#include "models/roofs/board.hpp"

namespace rooflens::models {

struct Analysis;
struct AnalysedKernel;
struct MachineAnalysis;

struct ProjectedKernel {
  const AnalysedKernel* kernel = nullptr;  ///< never nullptr
  std::optional<Projection> projection;
  std::string_view why_not;                     ///< the end of a sentence; empty where there is a projection
  std::vector<const PublishedTime*> published;  ///< by others, on boards of that model
};

struct ProjectedMachine {
  const MachineAnalysis* machine = nullptr;  ///< never nullptr
  std::vector<ProjectedKernel> kernels;      ///< all of it, in its order
};

struct BoardProjection {
  const Board* board = nullptr;  ///< never nullptr
  std::vector<ProjectedMachine> machines;
};

/// Failed kernels are not projected: their work is not the task's. The result points into all three.
[[nodiscard]] BoardProjection project(const Analysis& analysis, const std::vector<Family>& families,
                                      const Board& board);

}  // namespace rooflens::models
