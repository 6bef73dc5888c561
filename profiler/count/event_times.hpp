// Times of launches by an event before and one after each, while CUPTI makes no records of kernels. For records CUPTI
// adds instructions to every kernel, and those of many short blocks take up to 10 % longer by it (docs/programs.md).
// What lies between two events is never shorter than the kernel.
#pragma once

#include <cuda.h>

#include <atomic>
#include <chrono>
#include <cstdint>

#include "profiler/observe/driver.hpp"
#include "profiler/observe/kernel_table.hpp"
#include "profiler/observe/logbook.hpp"

namespace rooflens::inject {

class EventTimes {
 public:
  using Clock = std::chrono::steady_clock;
  /// `calls` is asked once there are launches: before, the driver need not be loaded.
  explicit EventTimes(EventCalls (*calls)() = event_calls) : calls_(calls) {}

  /// Whether records are to rest now, because kernels to be timed so are launched again and again: for a tenth of a
  /// second at a time, a quarter of the time that launches are looked at, and for 2 s in all. Not while kernels come
  /// that are new, as they may be over before records go on. `looks`: launches are looked at. For one thread.
  [[nodiscard]] bool wants_rest(KernelTable& kernels, bool looks, Clock::time_point now);
  /// Whether a launch without a record is to be timed so, be it that records rest or that something else is counted.
  /// Any thread.
  [[nodiscard]] bool wants(const SeenKernel& kernel) const;
  /// Around a launch on the context that is current, which is neither recorded nor counted, on a stream that is not
  /// captured. `contexts_ended`: so many have, with their events.
  void begin(SeenKernel& kernel, CUstream stream, CUcontext context, std::uint64_t contexts_ended);
  void end(CUstream stream, CUcontext context, std::uint64_t contexts_ended, bool launched);
  /// What this thread began in the context, as far as it is over. Asks once a millisecond.
  void read(CUcontext context, std::uint64_t contexts_ended);
  /// Kernels with all times, or, in the end, with those that there are, and those without a record.
  static void write(KernelTable& kernels, Logbook& logbook, bool all);

  static constexpr Clock::duration kRest = std::chrono::milliseconds(100);
  static constexpr int kRests = 20;
  static constexpr Clock::duration kSteady = std::chrono::milliseconds(200);  ///< without a new kernel
  static constexpr int kMostPairs = 1024;                                     ///< of all threads

 private:
  [[nodiscard]] static bool is_open(const SeenKernel& kernel);

  EventCalls (*const calls_)();
  bool resting_ = false;
  std::atomic<int> pairs_{0};
  int rests_ = 0;
  std::size_t known_ = 0;  ///< kernels so far
  Clock::time_point steady_{};
  Clock::time_point last_{};
  Clock::duration looked_{};  ///< so long launches were looked at
  Clock::duration next_{};    ///< when to begin, or to end, in that time
};

}  // namespace rooflens::inject
