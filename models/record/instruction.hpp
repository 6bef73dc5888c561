// What was found at single machine instructions of a function: by samples of its warps, or by counting in patched code.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rooflens::models {

struct Instruction {
  std::uint64_t offset = 0;              ///< in its function, in bytes
  std::string file;                      ///< of the source; empty where the binary does not tell
  int line = 0;                          ///< 0 where the binary does not tell
  std::map<std::string, double> values;  ///< samples by "stall.<reason>", counts by CUPTI's name; absent = not found
};

/// A function of one process on one machine: all its launches of every geometry together.
struct FunctionProfile {
  std::string function;                   ///< Launch::function of the observations that it belongs to
  int machine = 0;                        ///< Machine::id
  int process = 0;                        ///< Process::id
  std::uint64_t counted_launches = 0;     ///< in the counts; samples come from all launches since sampling began
  std::vector<Instruction> instructions;  ///< ascending offset
  std::string kernel{};                   ///< the observation that it belongs to alone; empty: all of its function
};

}  // namespace rooflens::models
