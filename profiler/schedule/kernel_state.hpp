// A launch as far as counting goes, and what is known of a kernel for that.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiler/schedule/recurrence.hpp"

namespace rooflens::inject {

/// What was counted of a kernel.
enum class CountProgress {
  open,
  known,     ///< every slot, as often as its launches differ
  complete,  ///< nothing more is wanted, as far as is known
};

/// A launch that is about to be made.
struct LaunchEvent {
  int kernel = 0;
  const std::string& function;           ///< mangled
  bool graph = false;                    ///< as a whole: CUPTI neither patches nor repeats it
  bool nodes_counted = false;            ///< a graph whose kernels are counted themselves
  double mean_ns = 0;                    ///< of the kernel's launches; 0: not known
  std::atomic<CountProgress>& progress;  ///< where others see it
  int shape = -1;                        ///< of a kind of node of graphs: the kernel of its geometry
  bool again = false;                    ///< the program launched it before: its code is loaded, it has a time
  bool no_lines = false;                 ///< its instructions are not counted one by one
};

/// All that counting knows of a kernel. A Scheduler's own.
struct KernelState {
  enum class Tensor { unknown, maybe, yes, no };
  std::string function;                               ///< mangled
  std::vector<std::atomic<CountProgress>*> progress;  ///< where others see it: its own, and of those that follow it
  double mean_ns = 0;                                 ///< of its launches, where known
  bool enabled = true;                                ///< safe to count
  bool patchable = true;                              ///< false: CUPTI counts nothing of it with patched code (graphs)
  bool once = false;  ///< one launch in a slot is enough (a graph whose kernels are counted themselves, and such nodes)
  int shape = -1;     ///< of a kind of node of graphs: the kernel of its geometry
  bool unsettled = false;    ///< whether it does the work of another node of its shape is to be counted first
  bool lines_known = false;  ///< its instructions were counted one by one, which once is enough for, or never are
  bool again = false;        ///< launched before it was first asked for
  bool known = false;
  bool complete = false;
  Tensor tensor = Tensor::unknown;  ///< maybe: its tensor pipe moved, which constants do too

  // In passes.
  std::vector<int> counted;    ///< launches counted in each slot
  std::vector<int> wait;       ///< launches to let pass before the next one is counted, in each slot
  bool varies = false;         ///< its launches did not all do the same work: more of them are counted
  bool put_off = false;        ///< patched code costs more than a limited budget can pay for now
  double tensor_activity = 0;  ///< the most that was counted
  struct Anchor {
    double value;
    int kind;  ///< of the group that it was counted in
  };
  std::optional<Anchor> anchor;  ///< the first that was counted
  Pace pace;
  std::uint64_t seen_in = 0;     ///< the last window in which it was launched; 0: none yet
  std::uint64_t counted_in = 0;  ///< and in which a launch was counted

  // By replay.
  int replays = 0;
  bool replayed = false;     ///< one gave all its counters
  bool unexplained = false;  ///< some replay's formats did not explain what its tensor pipe did: it needs all of them
};

}  // namespace rooflens::inject
