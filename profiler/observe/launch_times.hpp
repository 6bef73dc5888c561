// From launches, and from CUPTI's activity records of some of them, to how often each kernel ran and how long it took.
#pragma once

#include <cupti.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "profiler/observe/kernel_table.hpp"
#include "profiler/observe/launch_book.hpp"
#include "profiler/observe/logbook.hpp"
#include "profiler/observe/times_table.hpp"

namespace rooflens::inject {

class LaunchTimes {
 public:
  LaunchTimes(KernelTable& kernels, Logbook& logbook) : kernels_(kernels), logbook_(logbook) {}

  /// A launch is about to be made, of which a record may come.
  void expect(std::uint32_t correlation, const Launched& launched) { expected_.add(correlation, launched); }
  /// None will: the launch failed, or is counted.
  void forget(std::uint32_t correlation) { expected_.remove(correlation); }
  /// The launch was made. `recorded`: activity records were on.
  void made(const Launched& launched, bool recorded);
  /// `timed`: its times can be trusted.
  void record(const CUpti_ActivityKernel10& record, bool timed = true);
  /// Writes down what is new. `all`: also of graphs, though more records of their kernels may come.
  void write(bool all);
  /// Written so far.
  [[nodiscard]] std::uint64_t launches() const { return table_.launches(); }

 private:
  Kernel& kernel_of(const CUpti_ActivityKernel10& record);
  void note_unrecorded_nodes();

  KernelTable& kernels_;
  Logbook& logbook_;
  LaunchBook expected_;
  TimesTable table_;
  std::map<int, std::map<Kernel*, std::uint64_t>> graph_nodes_;  ///< of a graph, as its last recorded launch had them
  std::mutex graphs_mutex_;
  std::map<std::pair<int, int>, std::uint64_t> unrecorded_graphs_;  ///< launches of a graph in a range, without records
};

}  // namespace rooflens::inject
