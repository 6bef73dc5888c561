// The distinct kernels of a process: a function with its geometry on a device, and nodes of graphs that are told apart
// by their arguments.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <regex>
#include <string>
#include <unordered_map>
#include <vector>

#include "profiler/config/profile_config.hpp"
#include "profiler/observe/launch_call.hpp"
#include "profiler/observe/logbook.hpp"
#include "profiler/schedule/kernel_state.hpp"
#include "profiler/spool/record.hpp"
#include "profiler/spool/steady_median.hpp"

namespace rooflens::inject {

/// Of a few launches, by events (event_times.hpp). Added by any thread, taken by one.
struct TimesByEvents {
  static constexpr std::size_t kMost = 9;
  static constexpr std::size_t kFewest = collect::spool::kFewestTimes;
  static constexpr int kTries = 3;  ///< where they differ, as those of the first launches do

  void add(double ns) {
    if (const std::size_t place = added++; place < kMost) ns_[place] = ns;
  }
  /// Once: all of them, or, where no more come, at least the fewest. Empty: not now, or they differ.
  [[nodiscard]] std::vector<double> take(bool no_more);

  [[nodiscard]] bool wants_more() const { return !excluded && added < kMost && begun < 2 * kMost; }

  std::atomic<std::size_t> added{0};
  std::atomic<std::size_t> begun{0};  ///< launches that were to be timed
  std::atomic<bool> excluded{false};  ///< nodes of graphs are among its records, or launches that may overlap
  std::uint64_t launches_seen = 0;    ///< when it was last looked whether there are some; by one thread

 private:
  std::array<std::atomic<double>, kMost> ns_{};
  bool taken_ = false;
  int tries_ = 1;
};

struct SeenKernel {
  collect::spool::KernelRecord record;
  std::string parameters;                   ///< of its case; empty: it belongs to none
  SeenKernel* shape = nullptr;              ///< of a kind of node: the kernel of its geometry
  int ordinal = 0;                          ///< among the kinds of that geometry
  bool chosen = true;                       ///< the user's filters let it in
  bool undecided = false;                   ///< they could not be tried on its name: not chosen
  std::atomic<bool> waits = false;          ///< waits for others, or may not be repeated: never counted
  std::atomic<bool> late = false;           ///< one that was counted did not end in time: nothing waits for another
  std::atomic<bool> code_seen = false;      ///< its cubin, which Engine::reads_code() is about
  std::atomic<bool> no_lines = false;       ///< its instructions are not counted one by one
  std::atomic<double> mean_ns = 0;          ///< of its launches, where known
  std::atomic<bool> nodes_counted = false;  ///< a graph whose kernels are counted themselves
  std::atomic<bool> node = false;           ///< of a graph that was launched
  std::atomic<bool> undescribed = false;    ///< its first launch failed
  std::atomic<std::uint64_t> refused = 0;   ///< of a graph: the version of its steps for which that was said
  std::atomic<CountProgress> progress = CountProgress::open;  ///< of its counting; the device's Scheduler writes it
  std::atomic<std::uint64_t> launches{0};                     ///< attempted
  std::uint64_t launches_followed = 0;                        ///< of them; used by the library's own thread alone
  std::atomic<std::uint64_t> unwritten{0};  ///< launches outside NVTX ranges that no record tells of yet
  TimesByEvents times_by_events;
  std::atomic<double> argument_bytes{0};  ///< what counted launches point into, the most; NaN: not known of one

  [[nodiscard]] bool countable() const { return chosen && !waits && !(shape && shape->waits); }
  [[nodiscard]] LaunchEvent event() {
    const bool graph = record.form == collect::spool::LaunchForm::graph;
    const int of = shape ? shape->record.kernel : -1;
    return {record.kernel,        record.function, graph, nodes_counted, mean_ns, progress, of,
            node && launches > 1, no_lines};
  }
};

/// Its record, and its case and shape where it has them.
void write_down(const SeenKernel& kernel, Logbook& logbook);

class KernelTable {
 public:
  /// Throws std::regex_error when a pattern does not compile. What `exclude` matches is not chosen; empty: nothing.
  KernelTable(const std::string& pattern, std::vector<int> devices, const std::string& exclude = "");

  /// The kernel of a launch; a new one when it was not seen before, which `fresh` then says. Safe from several threads;
  /// kernels never move.
  [[nodiscard]] SeenKernel& find(int device, const LaunchCall& call, const char* symbol, bool& fresh);
  /// Tells launches of different functions, or of one with different geometries, apart; equal ones have the same.
  [[nodiscard]] static std::size_t hash_of(int device, const LaunchCall& call) {
    return PlaceHash()(Place(device, call));
  }
  /// In bounds, however many geometries and long names a program launches: what is new after this many kernels, or
  /// characters of their names, is one kernel a device, kOthers, which is not counted.
  static constexpr std::size_t kMostKernels = 20'000;
  static constexpr std::size_t kMostCharacters = std::size_t{16} << 20U;
  static constexpr const char* kOthers = "(others)";
  /// The kernel that an activity record names, made when needed (nodes of a graph, launches of the device).
  [[nodiscard]] SeenKernel& find_by_name(int device, const char* symbol, const models::Launch& launch, bool& fresh);
  /// The kernel of nodes whose arguments have this digest. `alone`: the graph has no other of this shape; if no graph
  /// before it had, that is the shape itself, which launches outside graphs are of too. So it is where there would be
  /// more than kMostWorks of a shape.
  [[nodiscard]] SeenKernel& of_work(SeenKernel& shape, std::uint64_t digest, bool alone, bool& fresh);
  static constexpr std::size_t kMostWorks = 64;
  /// What is launched from now on belongs to this case: "block=256 n=4096". Empty: to none, and is not counted.
  void set_case(const std::string& parameters);
  /// Handles of functions may mean others from now on: a module was unloaded.
  void forget_handles();
  /// This executable graph is destroyed: its handle may mean another one from now on.
  void forget_graph(const void* exec);
  [[nodiscard]] std::size_t size() {
    const std::lock_guard lock(mutex_);
    return kernels_.size();
  }
  /// Calls `visit` for every kernel.
  template <class Visit>
  void each(Visit&& visit) {
    const std::lock_guard lock(mutex_);
    for (const auto& kernel : kernels_) visit(*kernel);
  }

 private:
  struct Place {
    Place() = default;
    Place(int on, const LaunchCall& call)
        : device(on), function(call.function), grid(call.grid), block(call.block), shared(call.dynamic_shared) {}
    int device = 0;
    const void* function = nullptr;
    models::Dim3 grid{}, block{};
    std::uint64_t shared = 0;
    bool operator==(const Place&) const = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& place) const;
  };
  /// What the patterns say of a name.
  struct Choice {
    bool chosen = false;
    bool undecided = false;
  };
  /// `lock`, of mutex_, is given up while a new name is matched, which may take seconds.
  SeenKernel& named(std::unique_lock<std::mutex>& lock, int device, collect::spool::LaunchForm form,
                    const std::string& symbol, const models::Launch& launch, const void* graph, bool& fresh);
  SeenKernel& add(SeenKernel*& entry, Choice choice, collect::spool::KernelRecord record);
  [[nodiscard]] bool is_full() const { return kernels_.size() >= kMostKernels || characters_ >= kMostCharacters; }
  SeenKernel& find_slowly(const Place& place, collect::spool::LaunchForm form, const char* symbol, std::uint64_t table,
                          bool& fresh);
  [[nodiscard]] Choice choose(int device, const std::string& symbol);
  void forget_places();
  [[nodiscard]] const void* number_of(const void* graph);

  std::atomic<std::uint64_t> id_;  ///< tells this table, since it last forgot handles, from others; from 1
  const std::regex pattern_;
  const bool all_;
  const std::regex exclude_;
  const bool excludes_;
  const std::vector<int> devices_;
  std::atomic<std::chrono::steady_clock::duration> time_left_{
      std::chrono::seconds(2)};  ///< with slow patterns, of all kernels
  std::mutex graphs_mutex_;
  std::unordered_map<const void*, std::uintptr_t> graphs_;  ///< numbers, which are never given again, by their handles
  std::uintptr_t last_graph_ = 0;
  std::mutex mutex_;  ///< of what follows
  std::vector<std::unique_ptr<SeenKernel>> kernels_;
  std::size_t characters_ = 0;  ///< of their names
  std::unordered_map<Place, SeenKernel*, PlaceHash> by_place_;
  std::unordered_map<std::string, SeenKernel*> by_name_;
  std::unordered_map<const SeenKernel*, std::unordered_map<std::uint64_t, SeenKernel*>> works_;  ///< of shapes
  std::string case_;
  bool has_cases_ = false;
};

}  // namespace rooflens::inject
