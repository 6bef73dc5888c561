// What the injected library does at each launch: decides whether it is counted, and writes everything down.
// One object a process, never destroyed, because callbacks may come as long as the process lives.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/config/job_rank.hpp"
#include "profiler/config/profile_config.hpp"
#include "profiler/count/activity_switch.hpp"
#include "profiler/count/context_counters.hpp"
#include "profiler/count/event_times.hpp"
#include "profiler/count/gap_book.hpp"
#include "profiler/count/kernel_code.hpp"
#include "profiler/graph/graph_calls.hpp"
#include "profiler/graph/graph_exchange.hpp"
#include "profiler/graph/step_launch.hpp"
#include "profiler/observe/handle_book.hpp"
#include "profiler/observe/kernel_table.hpp"
#include "profiler/observe/launch_times.hpp"
#include "profiler/observe/logbook.hpp"
#include "profiler/observe/nvtx_ranges.hpp"
#include "profiler/schedule/budget.hpp"
#include "profiler/schedule/callback_switch.hpp"
#include "profiler/schedule/self_timed.hpp"
#include "profiler/schedule/start_phase.hpp"
#include "profiler/torch/formulas.hpp"

namespace rooflens::inject {

class Engine {
 public:
  /// `rank`: of the process in its job. `enable` switches callbacks of launches on and off.
  Engine(collect::ProfileConfig config, std::shared_ptr<const collect::cupti::Api> api,
         std::unique_ptr<Logbook> logbook, NvtxRanges& ranges, const collect::JobRank& rank,
         std::function<void(bool)> enable);

  /// What to launch in the place of a graph, whose nodes were launched one by one, or kNoGraph, where one could not be;
  /// null: the call stays as it is.
  [[nodiscard]] CUgraphExec launch_enter(CUcontext context, std::uint32_t correlation, const LaunchCall& call,
                                         const char* symbol);
  void launch_exit(std::uint32_t correlation, bool succeeded);
  void module_loaded(const void* cubin, std::size_t size);
  /// Whether it matters what the code of kernels reaches.
  [[nodiscard]] bool reads_code() const { return several_ || config_.needs_code(); }
  /// Memory is shared with other GPUs or processes from now on: kernels may wait for what these write.
  void shares_memory();
  void context_created() {
    if (++contexts_created_ == 2) shares_memory();
  }
  /// A module is about to be unloaded: what CUPTI patched of its code goes with it.
  void module_unloads();
  /// A call that makes, changes or destroys an executable graph.
  void graph_call(CUpti_CallbackId id, const CUpti_CallbackData& data);
  /// One that cannot be followed: from now on no graph is taken apart.
  void misses_graph_call() { graphs_.miss(); }
  [[nodiscard]] HandleBook& handles() { return handles_; }
  void event_recorded(const void* event);
  void capture_begins(const void* stream, CUcontext context);
  void capture_refused(const void* stream);
  void capture_ends(const void* stream);
  void profiler_started(bool started) { profiling_ = started; }
  /// One more, a green one too.
  void context_begins() { ++contexts_begun_; }
  void context_ends(CUcontext context);
  void fatal_error();

  void kernel_record(const CUpti_ActivityKernel10& record);
  void device_record(const CUpti_ActivityDevice5& record);

  /// What is launched from now on belongs to this case (KernelTable::set_case); what was before it is over.
  void begin_case(const std::string& parameters);
  void describe(const collect::spool::DeviceRecord& device);

  /// Before the first launch: nothing is recorded until the user wants it.
  void begin_idle();
  [[nodiscard]] bool idle() const { return idle_; }
  /// What is old enough is written down; called a few times a second.
  void tick();
  /// What collecting costs is kept within its limits; called more often.
  void ration();
  /// Nothing is counted any more, because the application does: its counters are given back. Launches and times go on.
  void leave_counters();
  /// Nothing is counted any more, and tick() gives the counters of the GPU back as soon as it is done. Whether they
  /// are.
  [[nodiscard]] bool launcher_gone();
  /// Everything is written down; nothing is counted any more. In the middle of a launch of this thread, which only the
  /// handler of a signal can be, without what CUPTI holds back: it would wait for the driver, which waits for the
  /// launch. `program_goes_on`: the counters of the GPU are given back too; a process that ends gives them back anyway.
  void finish(bool program_goes_on = false);
  /// The same where nothing can be waited for: what was written is all.
  void give_up() { over_ = finished_ = true; }
  /// Whether this thread is in the middle of a launch that is counted.
  [[nodiscard]] static bool counts_here();
  /// Before what a thread does next: what it left in the middle of this library, if the handler of a signal took it
  /// elsewhere there, is over.
  void end_left();
  /// The same for a launch that it left in the middle of the driver. Before every call of the driver and the end of a
  /// context, and before the gates. `launches`: the call does, too.
  void end_lost_launch(bool launches);

  [[nodiscard]] DriverGate& gate() { return gate_; }
  [[nodiscard]] LaunchGate& launches() { return launch_gate_; }
  [[nodiscard]] ActivitySwitch& activity() { return activity_; }
  [[nodiscard]] Logbook& logbook() { return *logbook_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Context {
    int device = 0;
    std::shared_ptr<ContextCounters> counters;
  };
  struct GraphKernels;
  /// Where a graph is launched.
  struct GraphLaunch {
    SeenKernel& kernel;  ///< the graph as a whole
    const Context& entry;
    CUcontext context;
    CUgraphExec exec;
    CUstream stream;
    const std::vector<std::string>& path;  ///< NVTX ranges around it
    int range;
    std::shared_ptr<const graph::GraphSteps> steps{};  ///< null: not known
    std::shared_ptr<const GraphKernels> known{};       ///< null: they are not, or were refused
  };
  /// How far the counting of a graph's kernels has come; for one thread at a time.
  struct GraphProgress {
    std::atomic<bool> used{false};
    std::atomic<bool> whole{false};  ///< a launch of the graph as a whole was counted
    std::atomic<bool> fresh{false};  ///< it was the first launch of all of its kernels that are open
    std::atomic<bool> ahead{false};  ///< its kernels are being counted: the graph as a whole comes after them
    std::uint64_t accepted = 0;      ///< the last structure of which the driver took every step
    std::uint64_t apart = 0;         ///< the last one of which each step ended while nothing ran beside it
    int late = 0;                    ///< so often one did not
    bool failed = false;             ///< a launch step by step had to be given up
    std::size_t next_step = 0;     ///< from which on kernels are counted, since the time of a slice was over before it
    Clock::time_point next_try{};  ///< where the last one counted nothing
    Clock::duration pause{};
  };
  /// The kernels of a graph's steps, each told apart by its arguments; null for steps that are none. One step keeps its
  /// kernel when its arguments change.
  struct GraphKernels {
    std::uint64_t version = 0;
    std::uint64_t structure = 0;  ///< the first version with the same functions and geometries
    collect::spool::NodesRecord nodes;
    std::vector<SeenKernel*> kernels;
    std::vector<SeenKernel*> shapes;  ///< by function and geometry alone
    std::shared_ptr<const GraphLayout> layout;
    std::shared_ptr<GraphProgress> progress;
  };
  static constexpr auto kRecordCost = std::chrono::nanoseconds(2000);  ///< of an activity record, in a training step

  struct LastContext;
  [[nodiscard]] const Context& context_of(CUcontext context);
  [[nodiscard]] Context find_context(CUcontext context);
  [[nodiscard]] bool may_count(SeenKernel& kernel, const std::vector<std::string>& path, CUcontext context,
                               const Context& entry);
  [[nodiscard]] bool counts_now();
  [[nodiscard]] bool has_room();
  [[nodiscard]] bool took_all() const;
  [[nodiscard]] bool takes_one();
  [[nodiscard]] bool numbered() const { return config_.skip > 0 || config_.count; }
  void note_refusal(const GraphLaunch& launch, std::string_view why);
  [[nodiscard]] GraphLaunch graph_launch(SeenKernel& kernel, const Context& entry, CUcontext context,
                                         const LaunchCall& call, const std::vector<std::string>& path, int range);
  void end_steps(const GraphLaunch& launch, bool counted);
  void note_apart(const GraphLaunch& launch, bool apart);
  [[nodiscard]] CUgraphExec launch_nodes(const GraphLaunch& launch);
  [[nodiscard]] CUgraphExec take_apart(const GraphLaunch& launch);
  [[nodiscard]] std::shared_ptr<const GraphKernels> kernels_of(const GraphLaunch& launch);
  static void lay_out(const GraphLaunch& launch, GraphKernels& known);
  [[nodiscard]] std::vector<SeenKernel*> shapes_of(const GraphLaunch& launch);
  [[nodiscard]] std::vector<SeenKernel*> tell_apart(const GraphLaunch& launch, const std::vector<SeenKernel*>& shapes,
                                                    const GraphKernels* before);
  [[nodiscard]] std::optional<bool> launch_steps(const GraphLaunch& launch);
  [[nodiscard]] bool begin_count(SeenKernel& kernel, const std::vector<std::string>& path, CUcontext context,
                                 const Context& entry, int range, const LaunchCall& call);
  [[nodiscard]] bool others_idle(CUcontext context);
  [[nodiscard]] bool is_of(CUcontext context, CUstream stream);
  [[nodiscard]] bool is_in_capture(CUcontext context, CUstream stream);
  [[nodiscard]] bool times_by_events(const SeenKernel& kernel, CUcontext context, CUstream stream);
  void end_count(SeenKernel& kernel, ContextCounters& counters, bool succeeded, const LaunchCall& call);
  [[nodiscard]] bool owns_counters(CUcontext context, const Context& entry);
  [[nodiscard]] std::shared_ptr<ContextCounters> counters_of(CUcontext context);
  [[nodiscard]] bool disturbed();
  [[nodiscard]] bool holds_counters();
  [[nodiscard]] bool gave_counters_back();
  void judge(SeenKernel& kernel, const LaunchCall& call = {});
  /// Of one that is known: earlier launches may have had no clusters.
  [[nodiscard]] bool asks_again(const LaunchCall& call) const {
    return call.clustered && config_.replay == collect::ReplayMode::kernel;
  }
  void judge_all();
  [[nodiscard]] static bool in_a_launch();
  static void end_left_graph();
  void end_left_capture();
  void settle_records();
  void flush_records();
  void flush_unseen();
  void write_gaps(bool all);
  [[nodiscard]] std::vector<std::shared_ptr<ContextCounters>> all_counters();
  void follow_limits(bool waits);
  void follow_start();
  void ration_callbacks(bool waits);
  [[nodiscard]] bool counts_something(Clock::time_point now, bool commits, bool waits);
  void ration_records();
  [[nodiscard]] bool compares_candidates(Clock::time_point now);
  void note_idleness();
  [[nodiscard]] bool quiet();
  void follow_control();
  void pass_idle_time();
  void note_control();
  void note_capture();
  void note_busy();
  void note_poor_budget();
  void note_rests();
  void look_again();
  void give_unused_back(Clock::time_point now);
  void share_counters(Clock::time_point now);
  void note_memory();

  const collect::ProfileConfig config_;
  const std::shared_ptr<const collect::cupti::Api> api_;
  const std::unique_ptr<Logbook> logbook_;
  NvtxRanges& ranges_;
  const std::chrono::steady_clock::time_point started_;
  const int ranks_;
  Budget budget_;
  StartPhase start_;
  const std::function<void(bool)> enable_;  ///< switches callbacks of launches on and off
  CallbackSwitch callbacks_;
  ActivitySwitch activity_;
  DeviceMemory memory_;
  Targets targets_;
  SourceLines sources_;
  KernelCode code_;
  std::atomic<bool> several_;  ///< GPUs or processes: memory is shared, as far as is known
  std::atomic<int> contexts_created_{0};
  DriverGate gate_;
  LaunchGate launch_gate_;
  HandleBook handles_;
  SelfTimed timed_;
  std::atomic<Clock::time_point> unsettled_until_{Clock::time_point{}};  ///< modules come and go
  graph::GraphTable graphs_;
  graph::GraphExchange exchange_;
  std::mutex mutex_;  ///< of the maps of graphs and contexts
  std::map<CUgraphExec, std::shared_ptr<const GraphKernels>> graph_kernels_;
  KernelTable kernels_;
  LaunchTimes times_;
  EventTimes events_;
  GapBook gaps_;
  Clock::time_point next_gaps_{};
  torch::Formulas formulas_;
  std::map<CUcontext, Context> contexts_;
  std::vector<std::shared_ptr<ContextCounters>> still_used_;  ///< of contexts that ended within a counted launch
  std::atomic<std::uint64_t> contexts_ended_{0};  ///< what threads remember of contexts holds as long as it stays
  std::atomic<int> contexts_begun_{0};
  std::atomic<int> captures_{0};
  std::atomic<int> beginning_{0};  ///< of these, in capture_begins()
  std::atomic<bool> profiling_;
  std::atomic<bool> idle_;  ///< launches are left alone
  bool stops_ = false;      ///< idle, and callbacks are still on
  int stop_looks_ = 0;      ///< so often counters could not be given back since
  std::chrono::steady_clock::duration awake_{};
  std::atomic<bool> over_{false};          ///< nothing of CUPTI may be called any more
  std::atomic<bool> finished_{false};      ///< nothing is written any more
  std::atomic<std::uint64_t> matched_{0};  ///< launches that the filters let in
  std::atomic<std::uint64_t> taken_{0};    ///< of them, launches whose counting was begun
  std::atomic<bool> counted_{false};       ///< a launch was
  // What was said, once for many launches: somebody launched on a small stack, elsewhere, and times launches himself.
  std::atomic<bool> small_stack_{false};
  std::atomic<bool> elsewhere_{false};
  std::atomic<bool> times_itself_{false};
  std::atomic<std::uint64_t> recorded_{0};  ///< activity records
  std::chrono::steady_clock::time_point last_tick_;
  std::uint64_t launches_at_tick_ = 0;
  std::chrono::steady_clock::duration rested_{};
  std::atomic<std::uint64_t> unnumbered_{0};  ///< launches to which CUPTI gave the correlation of an earlier one
  int unrecorded_ticks_ = 0;
  int looks_while_left_ = 0;
  Clock::time_point compared_at_ = Clock::now();  ///< whether candidates are compared was asked then
  Clock::duration compared_{};                    ///< so long they were
  Clock::time_point next_walk_{};                 ///< over all kernels
  std::timed_mutex finish_mutex_;
};

}  // namespace rooflens::inject
