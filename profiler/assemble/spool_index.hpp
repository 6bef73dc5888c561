// A spool as tables: what belongs to a kernel, a group or a range, found by its number.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "models/record/instruction.hpp"
#include "profiler/spool/spool.hpp"

namespace rooflens::collect {

/// Launches and times of a kernel, in one range or in all.
struct TimeTotals {
  std::uint64_t launches = 0;
  std::uint64_t timed = 0;
  double total_ns = 0;

  void add(const TimeTotals& other);
};

/// With at most a thousand of the times, each with the number of launches that it stands for: where there are more,
/// of two neighbours one stays, by chance in proportion to those numbers, and stands for both. The same spool gives the
/// same choice.
struct ObservedTimes : TimeTotals {
  std::vector<double> samples_ns;
  std::vector<double> stands_for;

  void add(const spool::KernelTimes& record);
  void add(const ObservedTimes& other);
  void scale(double factor);

 private:
  void thin();

  std::minstd_rand random_;
};

struct KernelEntry {
  std::vector<spool::NodesRecord> nodes;  ///< of a graph: what it launched at one time and another
  std::optional<spool::KernelRecord> described;
  std::string parameters;    ///< of its case; empty: it belongs to none
  std::optional<int> shape;  ///< of nodes with arguments of their own: the kernel of their geometry
  std::string left_alone;    ///< why it was not counted; empty: it could be
  std::vector<spool::ObservationRecord> observations;
  std::optional<spool::FormulaRecord> formula;
  ObservedTimes times;  ///< by records
  std::map<int, TimeTotals> times_by_range;
  std::optional<spool::EventTimesRecord> event_times;
  std::optional<double> argument_bytes;  ///< NaN: not known of one of its launches
  double shortened = 1;                  ///< what the times above were multiplied by, to agree with these
  bool by_events = false;                ///< the times above are these

  [[nodiscard]] const spool::KernelRecord& record() const { return *described; }
  void take_arguments(double bytes);
};

/// What all records of a function's instructions say together.
struct FunctionEntry {
  std::uint64_t launches = 0;                                 ///< that patched code counted
  std::map<std::uint64_t, models::Instruction> instructions;  ///< by offset

  void add(const spool::InstructionsRecord& record);
};

/// What all records of a spool say, in memory that grows with what is distinct in it, not with the time it tells of.
/// A kernel or device that is described again is what was said last.
struct SpoolIndex {
  void take(spool::Record record);
  /// After the last record: what refers to a kernel or group that was never described is left out.
  void finish();

  spool::ProcessRecord process;
  bool has_process = false;
  bool ended = false;
  std::int64_t ended_ns = 0;  ///< CLOCK_REALTIME; of one that has ended
  double collecting_ns = 0;
  std::uint64_t dropped_records = 0;
  std::map<int, spool::GapsRecord> gaps;  ///< by device
  std::map<int, spool::DeviceRecord> devices;
  std::map<int, spool::GroupRecord> groups;
  std::map<int, std::string> ranges;
  std::map<int, KernelEntry> kernels;
  std::map<int, std::vector<int>> nodes_of;  ///< of a shape: kernels of its geometry that their arguments tell apart
  struct FunctionKey {
    int device = 0;
    std::string function;  ///< mangled
    std::uint64_t cubin = 0;
    auto operator<=>(const FunctionKey&) const = default;
  };
  std::map<FunctionKey, FunctionEntry> functions;
  std::vector<spool::NoteRecord> notes;
  spool::Damage damage;
};

/// Every spool of a folder. Throws what read_spool() throws.
[[nodiscard]] std::vector<SpoolIndex> index_spools(const std::filesystem::path& folder);

}  // namespace rooflens::collect
