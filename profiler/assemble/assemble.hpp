// From the spools of a job to one recording: launches become one observation for each distinct kernel, and what the
// launches do not agree on is said instead of averaged.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/record/recording.hpp"
#include "profiler/assemble/spool_index.hpp"

namespace rooflens::collect {

struct Assembly {
  std::vector<models::Process> processes;
  std::vector<models::Machine> machines;  ///< properties only; roofs are the caller's
  std::vector<models::Observation> observations;
  std::vector<models::FunctionProfile> functions;
  std::vector<models::Note> notes;  ///< of all processes, those of one in the order they were made, each once
};

/// `installed`: the GPUs that this machine shows; a spool's device with the same uuid takes its fuller properties.
[[nodiscard]] Assembly assemble(std::span<const SpoolIndex> spools,
                                std::span<const models::DeviceProperties> installed);

}  // namespace rooflens::collect
