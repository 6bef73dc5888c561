// From launches, and from CUPTI's activity records of some of them, to how often each kernel ran and how long it took.
#pragma once

#include <cupti.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "profiler/observe/kernel_table.hpp"
#include "profiler/observe/launch_book.hpp"
#include "profiler/observe/logbook.hpp"
#include "profiler/observe/times_table.hpp"

namespace rooflens::inject {

class LaunchTimes {
 public:
  LaunchTimes(KernelTable& kernels, Logbook& logbook) : kernels_(kernels), logbook_(logbook) {}

  /// A launch is about to be made, of which a record may come. `layout`: of a graph, where it is known.
  void expect(std::uint32_t correlation, const Launched& launched, std::shared_ptr<const GraphLayout> layout = nullptr);
  /// None will: the launch failed, or is counted.
  void forget(std::uint32_t correlation) { expected_.remove(correlation); }
  /// Several launches have it: records of it say by their names what was timed, and the calls what was launched.
  void share(std::uint32_t correlation);
  /// The launch was made. `recorded`: activity records were on.
  void made(std::uint32_t correlation, const Launched& launched, bool recorded);
  /// When the launch of that record was made, at the earliest, if it was a graph's, or else when the kernel started
  /// (CLOCK_REALTIME).
  [[nodiscard]] std::int64_t made_ns(const CUpti_ActivityKernel10& record) const;
  /// `timed`: its times can be trusted.
  void record(const CUpti_ActivityKernel10& record, bool timed = true);
  using Clock = std::chrono::steady_clock;
  /// Writes down what is new: at once in the first ten seconds, then if the last time was a second ago; longer where
  /// more than 800 kernels and ranges are new each second, up to ten.
  void write(Clock::time_point now);
  /// Writes down everything; also of graphs, though more records of their kernels may come.
  void write_all();
  /// Seen until write() was called last.
  [[nodiscard]] std::uint64_t launches() const {
    const std::lock_guard lock(mutex_);
    return table_.launches();
  }

 private:
  struct ExpectedGraph {
    std::int64_t made_ns = 0;
    std::shared_ptr<const GraphLayout> layout;
    bool made = false;
    bool over = false;  ///< no more records of its layout come
    void end_layout() {
      if (made && over) layout.reset();
    }
  };

  SeenKernel& kernel_of(const CUpti_ActivityKernel10& record);
  void note_time(SeenKernel& kernel, int range, double duration_ns);
  void settle(const GraphTime& graph);
  void note_unrecorded_nodes();
  void gather(bool all);
  std::size_t write_table();

  KernelTable& kernels_;
  Logbook& logbook_;
  mutable std::mutex mutex_;  ///< of what follows, but for the launches that are expected
  LaunchBook expected_;
  TimesTable table_;
  Clock::time_point first_write_{};
  Clock::time_point next_write_{};
  std::map<int, std::map<SeenKernel*, std::uint64_t>>
      graph_nodes_;                                ///< of a graph, as its last recorded launch had them
  std::map<std::uint32_t, ExpectedGraph> graphs_;  ///< the last graphs that were launched, by correlation
  std::set<std::uint32_t> shared_;                 ///< correlations of several launches
  std::map<std::pair<int, int>, std::uint64_t> unrecorded_graphs_;  ///< launches of a graph in a range, without records
};

}  // namespace rooflens::inject
