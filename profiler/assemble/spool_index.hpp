// A spool as tables: what belongs to a kernel, a group or a range, found by its number.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/record/instruction.hpp"
#include "profiler/spool/spool.hpp"

namespace rooflens::collect {

/// Launches and times of a kernel, in one range or in all.
struct ObservedTimes {
  std::uint64_t launches = 0;
  std::uint64_t timed = 0;
  double total_ns = 0;
  std::vector<double> samples_ns;
  std::vector<double> stands_for;  ///< of each sample: launches of which it was chosen

  void add(const spool::TimesRecord& record);
};

struct KernelEntry {
  spool::KernelRecord record;
  std::vector<const spool::ObservationRecord*> observations;
  ObservedTimes times;
  std::map<int, ObservedTimes> times_by_range;
};

/// What all records of a function's instructions say together.
struct FunctionEntry {
  std::uint64_t launches = 0;                                 ///< that patched code counted
  std::map<std::uint64_t, models::Instruction> instructions;  ///< by offset

  void add(const spool::InstructionsRecord& record);
};

/// Points into the spool, which must outlive it. Records that refer to a kernel or group that was never described are
/// left out; a kernel or device that is described again is what was said last.
struct SpoolIndex {
  explicit SpoolIndex(const spool::Spool& source);

  spool::ProcessRecord process;
  bool has_process = false;
  bool ended = false;
  double collecting_ns = 0;
  std::uint64_t dropped_records = 0;
  std::map<int, spool::DeviceRecord> devices;
  std::map<int, const spool::GroupRecord*> groups;
  std::map<int, std::string> ranges;
  std::map<int, KernelEntry> kernels;
  struct FunctionKey {
    int device = 0;
    std::string function;  ///< mangled
    std::uint64_t cubin = 0;
    auto operator<=>(const FunctionKey&) const = default;
  };
  std::map<FunctionKey, FunctionEntry> functions;
  std::vector<spool::NoteRecord> notes;
};

}  // namespace rooflens::collect
