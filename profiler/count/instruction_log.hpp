// Gathers numbers of single instructions and writes them down, function by function.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "profiler/count/source_lines.hpp"
#include "profiler/observe/logbook.hpp"

namespace rooflens::inject {

class InstructionLog {
 public:
  /// `names`: what each instruction's numbers are.
  InstructionLog(SourceLines& sources, Logbook& logbook, int device, std::vector<std::string> names);

  /// `crc`: CUPTI's number of the binary, of which some of its interfaces give the lower half alone.
  void add(std::uint64_t crc, const std::string& function, std::uint64_t offset, std::size_t name, double value);
  /// Writes down what came since the last time. `launches`: see InstructionsRecord.
  void write(std::uint64_t launches);

 private:
  using Function = std::pair<std::uint32_t, std::string>;       ///< number of its binary, name
  using Values = std::map<std::uint64_t, std::vector<double>>;  ///< by offset
  const SourceLine& line_of(const Function& function, std::uint64_t offset);

  SourceLines& sources_;
  Logbook& logbook_;
  int device_;
  std::vector<std::string> names_;
  std::map<Function, Values> functions_;
  std::map<std::pair<Function, std::uint64_t>, SourceLine> lines_;  ///< asking CUPTI takes up to 0.2 ms
};

}  // namespace rooflens::inject
