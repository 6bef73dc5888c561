// What a profiled process writes down as it runs, record by record: a killed process loses at most the one it was
// writing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/counters/counters.hpp"
#include "models/record/launch.hpp"

namespace rooflens::collect::spool {

/// The process itself; the first record of a spool.
struct ProcessRecord {
  std::int64_t pid = 0;
  std::int64_t parent_pid = 0;
  std::string hostname;
  std::string command;          ///< command line as the kernel of the operating system tells it, shell-quoted
  int rank = 0;                 ///< of the job (torchrun, Slurm, Open MPI, ...), 0 outside one
  int world = 1;                ///< processes of the job
  std::string launcher;         ///< who said so: "torchrun", "slurm", "open mpi", ...; empty outside a job
  std::int64_t started_ns = 0;  ///< CLOCK_REALTIME
  std::string tool_version;     ///< of the injected library
  std::string cupti_version;    ///< "130001"; empty: CUPTI was not found
  std::string cupti_path;
};

/// A GPU on which the process made a context, as CUPTI's activity records describe it.
struct DeviceRecord {
  int device = 0;  ///< ordinal within the process
  std::string name;
  std::string uuid;  ///< "GPU-xxxxxxxx-..."
  std::string chip;  ///< CUPTI's chip name; empty where counters cannot be read
  int compute_capability_major = 0;
  int compute_capability_minor = 0;
  int sm_count = 0;
  double sm_clock_hz = 0;
  double memory_bandwidth_bytes_per_second = 0;
  double memory_bytes = 0;
  double l2_bytes = 0;
  double shared_per_sm_bytes = 0;
  double shared_per_block_bytes = 0;
  int registers_per_sm = 0;
  int warps_per_sm = 0;
  int blocks_per_sm = 0;
  int warp_size = 32;
  bool mig = false;
};

/// Counters that are taken together, in one pass of a launch.
struct GroupRecord {
  int group = 0;
  std::string id;         ///< "hardware", "sass", "tensor bf16", "kernel replay"
  bool replayed = false;  ///< every launch was repeated by CUPTI until all counters were known
  std::vector<std::string> counters;
  std::vector<int> passes;  ///< of each counter
  std::vector<models::Refusal> refused;
};

/// How a kernel came to run.
enum class LaunchForm { kernel, cooperative, graph };

/// A distinct kernel: a function with its geometry on a device. A graph is one of these too, its name "graph of N
/// nodes".
struct KernelRecord {
  int kernel = 0;  ///< number within the spool
  int device = 0;
  LaunchForm form = LaunchForm::kernel;
  std::string function;   ///< mangled
  models::Launch launch;  ///< geometry; function is left empty
};

/// What a kernel was launched for, where the program says so, as a benchmark does. A kernel is another one in each
/// case.
struct CaseRecord {
  int kernel = 0;
  std::string parameters;  ///< "block=256 n=4096"
};

/// A kernel that stands for one kind of node of graphs: its function and geometry are those of another kernel, and its
/// arguments, so that it may do other work, are not.
struct WorkRecord {
  int kernel = 0;
  int shape = 0;    ///< number of the other kernel, which holds all launches that are not told apart
  int ordinal = 0;  ///< among those of the same shape, from 0
};

/// A kernel that is not counted.
struct LeftAloneRecord {
  int kernel = 0;
  std::string why;  ///< a sentence on the kernel without its name
};

/// An NVTX range path: names of the nested ranges that were open, outermost first, "domain@a/b". Number 0 is "no range"
/// and has no record.
struct RangeRecord {
  int range = 0;
  std::string path;
};

/// Counters of one launch.
struct ObservationRecord {
  int kernel = 0;
  int range = 0;
  int group = 0;
  std::uint64_t launch = 0;    ///< which launch of this kernel it was, from 0
  bool overlapped = false;     ///< another thread launched work on the device meanwhile: hardware counters hold both
  std::vector<double> values;  ///< in the order of the group's counters; NaN: not counted
  double duration_ns = 0;      ///< from a kernel replay's hardware pass; 0: not known
};

/// A window in which passes took their turn: what it cost the application. Nothing is concluded from it.
struct WindowRecord {
  int group = 0;
  std::uint64_t launches = 0;  ///< counted in it
  double opening_ns = 0;
  double launches_ns = 0;  ///< to begin and to end counting of all of them, with waiting for the kernels
  double closing_ns = 0;   ///< with reading the counters
};

/// Launches of one kernel in one range since the record before, and what activity records say of their times.
struct KernelTimes {
  int kernel = 0;
  int range = 0;
  std::uint64_t launches = 0;  ///< made, whether timed or not
  std::uint64_t timed = 0;
  double total_ns = 0;             ///< of the timed ones
  std::vector<double> samples_ns;  ///< a random choice of the timed ones
};

/// All kernels that were launched or timed since the record before.
struct TimesRecord {
  std::vector<KernelTimes> kernels;
};

/// What was found at single instructions of a function since the record before: warp samples, or what patched code
/// counted. Lists of equal length, one entry an instruction; `values` holds one row of `names` an instruction.
struct InstructionsRecord {
  int device = 0;
  std::string function;        ///< mangled
  std::uint64_t cubin = 0;     ///< tells binaries apart that hold functions of one name
  std::uint64_t launches = 0;  ///< that patched code counted; 0 for samples, which come from every launch
  std::vector<std::string> names;
  std::vector<std::string> files;
  std::vector<std::uint64_t> offsets;  ///< of the instruction in its function, in bytes
  std::vector<int> places;             ///< index into files; -1: the binary does not tell
  std::vector<int> lines;
  std::vector<double> values;
};

/// Something the user should know; printed once a process.
struct NoteRecord {
  enum class Level { information, warning };
  Level level = Level::warning;
  std::string id;  ///< "permission", "no-cupti", ...: those of one id and text are said once for all ranks
  std::string text;
  std::string remedy;
};

/// What a graph launches: its kernels, each so often, and so many nodes that are none. Several for one graph: it
/// changed.
struct NodesRecord {
  int graph = 0;  ///< the number of its KernelRecord
  std::vector<int> kernels;
  std::vector<std::uint64_t> times;  ///< of each kernel
  std::uint64_t others = 0;
  bool operator==(const NodesRecord&) const = default;
};

/// Since the process began: how long no kernel ran on a device, over stretches in which every kernel was recorded. The
/// last one of a device counts.
struct GapsRecord {
  int device = 0;
  std::uint64_t launches = 0;  ///< in those stretches, nodes of graphs included
  double measured_ns = 0;      ///< their length
  double idle_ns = 0;          ///< of it, no kernel ran; copies are not looked at
  double around_tiny_ns = 0;   ///< of that, beside a launch of less than 5 us, no more than 100 us at a time
  bool operator==(const GapsRecord&) const = default;
};

/// What formulas say of a kernel, from the shapes that PyTorch's operations had when they launched it: the launches so
/// far together. The last one of a kernel holds.
struct FormulaRecord {
  int kernel = 0;
  std::string operations_of;  ///< "aten::mm,aten::addmm"
  std::string format;         ///< of the operands of products: "bfloat16"; empty: none are counted
  std::uint64_t seen = 0;     ///< launches that were looked at
  std::uint64_t known = 0;    ///< those of them of which the work is known
  bool steady = false;        ///< launches around the median one do nearly the same
  double operations = 0;      ///< of the median launch; an FMA counts two
  double read_bytes = 0;      ///< compulsory
  double written_bytes = 0;
  double alike = 1;  ///< share of the known launches that do the median's work, within a fifth
  double least = 1;  ///< work of the launch that does least, of the median's
  double most = 1;
};

/// Times of a few launches of a kernel between an event before and one after each, without activity records, by which
/// CUPTI makes some kernels longer.
struct EventTimesRecord {
  /// Two events are up to 3 us further apart than a record says, which is little of this.
  static constexpr double kShortest_ns = 50'000;

  int kernel = 0;
  std::vector<double> samples_ns;
  double records_ns = 0;  ///< a running mean of the kernel's records by then; 0: there was none
};

/// What a counted launch of a kernel points into. Of several launches of a kernel the most holds, and nothing where it is
/// not known of one.
struct ArgumentsRecord {
  int kernel = 0;
  double bytes = 0;  ///< of the allocations that its arguments point into; NaN: not known
};

/// The last record of a process that ended in an orderly way.
struct EndRecord {
  std::int64_t ended_ns = 0;          ///< CLOCK_REALTIME
  std::uint64_t launches = 0;         ///< of all kernels
  double collecting_ns = 0;           ///< time that launches waited for counters
  std::uint64_t dropped_records = 0;  ///< activity records that CUPTI dropped
};

using Record =
    std::variant<ProcessRecord, DeviceRecord, GroupRecord, KernelRecord, RangeRecord, ObservationRecord, WindowRecord,
                 TimesRecord, InstructionsRecord, NoteRecord, NodesRecord, EndRecord, CaseRecord, WorkRecord,
                 GapsRecord, LeftAloneRecord, FormulaRecord, EventTimesRecord, ArgumentsRecord>;

/// A frame (framing.hpp) with the record in it.
[[nodiscard]] std::string encode(const Record& record);
/// The record in the body of a frame; nothing for a kind that this version does not know. Text becomes UTF-8. Throws
/// std::runtime_error for a body that is no record of its kind.
[[nodiscard]] std::optional<Record> decode(std::uint64_t kind, std::string_view body);

}  // namespace rooflens::collect::spool
