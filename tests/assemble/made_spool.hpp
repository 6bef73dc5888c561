// Spools with numbers that a reader can check in the head.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/counters/counter_group.hpp"
#include "models/record/observation.hpp"
#include "profiler/assemble/assemble.hpp"

namespace rooflens::collect {

inline const std::string kInstructions(models::kHardwareAnchor);
inline const std::string kPatched(models::kSassAnchor);
inline const std::string kBytes = "dram__bytes.sum";
inline const std::string kFlops = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";

/// Puts a spool together record by record. Groups: 0 "hardware" {kBytes, instructions}, 1 "sass" {kFlops, patched
/// instructions}.
class MadeSpool {
 public:
  explicit MadeSpool(std::string hostname = "node1", int rank = 0, std::string uuid = "GPU-1") {
    spool::ProcessRecord process;
    process.pid = 100 + rank;
    process.hostname = std::move(hostname);
    process.rank = rank;
    process.world = 2;
    process.launcher = "torchrun";
    process.command = "./app";
    add(process);
    spool::DeviceRecord device;
    device.name = "NVIDIA H200";
    device.uuid = std::move(uuid);
    device.chip = "GH100";
    device.sm_count = 132;
    device.warps_per_sm = 64;
    add(device);
    group(0, "hardware", {kBytes, kInstructions});
    group(1, "sass", {kFlops, kPatched});
  }

  MadeSpool& add(spool::Record record) {
    index_.take(std::move(record));
    return *this;
  }
  MadeSpool& group(int number, std::string id, std::vector<std::string> counters, bool replayed = false) {
    return add(spool::GroupRecord{number, std::move(id), replayed, std::move(counters), {number, number}, {}});
  }
  MadeSpool& kernel(int number, std::string function, std::uint32_t grid = 64,
                    spool::LaunchForm form = spool::LaunchForm::kernel) {
    spool::KernelRecord record{number, 0, form, std::move(function), {}};
    record.launch.grid.x = grid;
    record.launch.block.x = 256;
    return add(std::move(record));
  }
  /// `launches` launches that took `each_ns`, all of them timed.
  MadeSpool& times(int kernel, std::uint64_t launches, double each_ns, int range = 0) {
    return times({kernel, range, launches, launches, each_ns * static_cast<double>(launches), {each_ns}});
  }
  MadeSpool& times(spool::KernelTimes times) { return add(spool::TimesRecord{{std::move(times)}}); }
  /// The launches of a kernel are numbered as they come.
  MadeSpool& counted(int kernel, int group, std::vector<double> values, bool overlapped = false,
                     double duration_ns = 0) {
    return add(spool::ObservationRecord{kernel, 0, group, next_launch_++, overlapped, std::move(values), duration_ns});
  }
  MadeSpool& end() { return add(spool::EndRecord{}); }

  [[nodiscard]] SpoolIndex spool() const {
    SpoolIndex whole = index_;
    whole.finish();
    return whole;
  }

 private:
  SpoolIndex index_;
  std::uint64_t next_launch_ = 0;
};

/// What is said of the kernels of a single process.
inline std::vector<models::Observation> observations(const MadeSpool& made) {
  const std::vector<SpoolIndex> spools{made.spool()};
  return assemble(spools, {}).observations;
}

}  // namespace rooflens::collect
