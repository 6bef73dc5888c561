// Everything a session holds, as plain values: the input of analyse() and of every report.
#pragma once

#include <vector>

#include "models/record/family.hpp"
#include "models/record/instruction.hpp"
#include "models/record/machine.hpp"
#include "models/record/note.hpp"
#include "models/record/observation.hpp"
#include "models/record/provenance.hpp"

namespace rooflens::models {

struct Recording {
  Provenance provenance;
  std::vector<Process> processes;
  std::vector<Machine> machines;
  std::vector<Observation> observations;
  std::vector<FunctionProfile> functions;  ///< of which single instructions were looked at
  std::vector<Family> families;            ///< of catalogue kernels: what their variants are steps of
  std::vector<Note> notes;                 ///< in the order they were made
};

}  // namespace rooflens::models
