// Kernels in graphs. CUPTI counts a launched graph as a whole and patches no code of its kernels (seen with CUPTI 13.0
// on an H100, however and whenever the graph is instantiated, updated or uploaded). So while kernels of a graph are
// still to be counted, its nodes are launched one by one on the application's stream, some of them counted as any
// launch is, and the application's own call launches an empty graph.
#include <algorithm>
#include <utility>

#include "profiler/inject/engine.hpp"
#include "profiler/observe/driver.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

constexpr auto kSlice = std::chrono::milliseconds(50);  // of counting in one launch of a graph
constexpr int kPause = 4;                               // after one in which nothing was counted, by the time it took
constexpr auto kLongestPause = std::chrono::seconds(10);
constexpr auto kStuck = std::chrono::seconds(1);  // after so long a pause the graph as a whole has its turn
// The application may launch the graph on another stream next, which would wait for this launch if it were one.
constexpr double kDrain_s = 1;
// Of a step that may wait for others; kernels that wait for the host may give up after 100 ms.
constexpr double kAlone_s = 0.025;
constexpr double kMuchLonger = 4;
constexpr int kMostLate = 2;
constexpr const char* kNotByItself = "a node could not be launched by itself";

// What goes wrong after the first node must not let the application's call launch the graph once more.
template <class Work>
void quietly(Work&& work) noexcept {
  try {
    work();
  } catch (...) {  // no memory
  }
}

// What this thread holds while it launches the nodes of a graph: the handler of a signal that goes elsewhere runs no
// destructors.
struct HeldByGraph {
  std::shared_ptr<std::atomic<bool>> graph;
  ActivitySwitch* recording = nullptr;
};
thread_local HeldByGraph held;

class Unrecorded {
 public:
  explicit Unrecorded(ActivitySwitch& recording) {
    if (recording.pause()) held.recording = &recording;
  }
  ~Unrecorded() {
    if (held.recording) std::exchange(held.recording, nullptr)->resume();
  }
  Unrecorded(const Unrecorded&) = delete;
  Unrecorded& operator=(const Unrecorded&) = delete;
  [[nodiscard]] explicit operator bool() const { return held.recording != nullptr; }
};

struct Lanes {
  Lanes(graph::GraphExchange& from, CUcontext of, std::size_t count)
      : exchange(from), context(of), streams(from.take_lanes(*graph::graph_driver(), of, count)) {}
  ~Lanes() { exchange.return_lanes(*graph::graph_driver(), context, streams); }
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  graph::GraphExchange& exchange;
  CUcontext context;
  std::vector<CUstream> streams;
};

bool is_open(const SeenKernel& kernel) { return kernel.countable() && kernel.progress != CountProgress::complete; }

}  // namespace

void Engine::graph_call(CUpti_CallbackId id, const CUpti_CallbackData& data) {
  const graph::GraphDriver* driver = graph::graph_driver();
  const bool destroys = id == CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy && data.callbackSite == CUPTI_API_ENTER;
  const auto exec = destroys ? static_cast<const cuGraphExecDestroy_params*>(data.functionParams)->hGraphExec : nullptr;
  if (destroys) kernels_.forget_graph(exec);
  if (over_ || !driver || !config_.graph_nodes || !(config_.counts() || config_.lines)) return;
  if (destroys) {
    exchange_.destroyed(*driver, exec);
    const std::lock_guard lock(mutex_);
    graph_kernels_.erase(exec);
  }
  const auto begin = Clock::now();
  const bool watched = !callbacks_.resting() && !idle_;
  const bool follows = !watched && !idle_ && !budget_.strict() && data.callbackSite == CUPTI_API_EXIT &&
                       graph::is_node_change(id) && graphs_.may_follow_unwatched(begin);
  try {
    graph::follow(*driver, graphs_, id, data, watched || follows);
  } catch (...) {  // no memory
    misses_graph_call();
    throw;
  }
  const auto took = Clock::now() - begin;
  if (follows) {
    graphs_.followed_unwatched(took);  // what was watched is charged for what may be watched
  } else if (budget_.limited() && !idle_) {
    budget_.callback(took);
  }
}

Engine::GraphLaunch Engine::graph_launch(SeenKernel& kernel, const Context& entry, CUcontext context,
                                         const LaunchCall& call, const std::vector<std::string>& path, int range) {
  auto* const exec = static_cast<CUgraphExec>(const_cast<void*>(call.function));
  GraphLaunch launch{kernel, entry, context, exec, call.stream, path, range};
  const graph::GraphDriver* driver = graph::graph_driver();
  if (!driver || !config_.graph_nodes) return launch;
  if (captures_ == 0 && exchange_.has_left_some()) {
    const RelaxedCapture relaxed;
    exchange_.wait_for_rest(*driver, exec, call.stream);
  }
  launch.steps = graphs_.find(exec);
  if (launch.steps && launch.steps->refusal.empty()) launch.known = kernels_of(launch);
  return launch;
}

// Once for what the graph is now: it may be launched all the time.
void Engine::note_refusal(const GraphLaunch& launch, std::string_view why) {
  const std::uint64_t version = launch.steps->version;
  if (launch.kernel.refused == version || launch.kernel.refused.exchange(version) == version) return;
  logbook_->note(Level::information, "graph", "kernels of a graph were not counted: " + std::string(why));
}

void Engine::end_left_graph() {
  if (ActivitySwitch* const recording = std::exchange(held.recording, nullptr)) recording->resume();
  if (const auto graph = std::exchange(held.graph, nullptr)) *graph = false;
}

CUgraphExec Engine::launch_nodes(const GraphLaunch& launch) {
  const bool ahead = launch.known && launch.known->progress->ahead.exchange(false);
  if (launch.known) launch.known->progress->fresh = false;
  if (!launch.steps || !counts_now()) return nullptr;
  if (!launch.known) {
    if (!launch.steps->refusal.empty()) note_refusal(launch, launch.steps->refusal);
    return nullptr;
  }
  if (graphs_.device_launches()) {
    note_refusal(launch, "its kernels may launch other graphs of the program from the device");
    return nullptr;
  }
  if (graphs_.missed()) {
    note_refusal(launch, "a handler of a signal left this library, which has missed how graphs were changed since");
    return nullptr;
  }
  bool open = false, fresh = false;  // a kernel's first launch is left alone
  for (const auto& [kernel, times] : launch.known->layout->times) {
    if (!is_open(*kernel)) continue;
    kernel->node = true;
    // A step of the program; nodes have no callbacks.
    (kernel->launches.fetch_add(1, std::memory_order_relaxed) > 0 ? open : fresh) = true;
  }
  GraphProgress& progress = *launch.known->progress;
  progress.fresh = fresh && !open;
  if (!open || took_all() || budget_.saving() || disturbed() || !owns_counters(launch.context, launch.entry) ||
      !is_of(launch.context, launch.stream) || is_in_capture(launch.context, launch.stream) ||
      progress.used.exchange(true)) {
    return nullptr;
  }
  held.graph = {launch.known->progress, &progress.used};
  const std::unique_ptr<HeldByGraph, void (*)(HeldByGraph*)> use(
      &held, [](HeldByGraph* own) { *std::exchange(own->graph, nullptr) = false; });
  if (Clock::now() < progress.next_try) {
    progress.ahead = ahead;
    return nullptr;
  }
  const RelaxedCapture relaxed;
  const auto begin = Clock::now();
  const auto spent = std::chrono::nanoseconds(budget_.spent_ns());
  const CUgraphExec instead = take_apart(launch);
  // Single launches were charged; the rest is launching node by node, and waiting for their end.
  const auto rest = Clock::now() - begin - (std::chrono::nanoseconds(budget_.spent_ns()) - spent);
  if (rest > Clock::duration::zero()) budget_.pause(rest);
  return instead;
}

CUgraphExec Engine::take_apart(const GraphLaunch& launch) {
  const graph::GraphDriver& driver = *graph::graph_driver();
  GraphProgress& progress = *launch.known->progress;
  // The driver keeps launches of one graph apart, on whatever streams they are made; its nodes alone it would not.
  if (!launch.entry.counters->can_count()) return nullptr;
  if (!exchange_.works(driver)) {
    if (exchange_.failed()) note_refusal(launch, "this driver launches a graph whatever the profiler says");
    return nullptr;
  }
  const std::uint64_t structure = launch.known->structure;
  if (progress.accepted != structure && !graph::GraphExchange::accepts(driver, launch.context, *launch.steps)) {
    graphs_.refuse(launch.exec, "the driver does not launch its nodes one by one");
    return nullptr;
  }
  progress.accepted = structure;
  launch.kernel.nodes_counted = true;
  const CUgraphExec empty = exchange_.empty(driver, launch.context, launch.exec);
  if (!empty) return nullptr;
  const auto begin = Clock::now();
  const std::optional<bool> counted = launch_steps(launch);
  if (!counted) return nullptr;
  const Clock::duration took = Clock::now() - begin;
  const Clock::duration longer = std::max<Clock::duration>(2 * progress.pause, kPause * took);
  progress.pause = *counted ? Clock::duration::zero() : std::min<Clock::duration>(longer, kLongestPause);
  progress.next_try = Clock::now() + progress.pause;
  progress.ahead = progress.pause < kStuck;
  if (*counted) graphs_.learned();
  return progress.failed ? graph::kNoGraph : empty;
}

void Engine::end_steps(const GraphLaunch& launch, bool counted) {
  const graph::GraphDriver& driver = *graph::graph_driver();
  if (!graph::drained(driver, launch.stream, kDrain_s)) {
    exchange_.leave_running(driver, launch.exec, launch.stream);
    graphs_.refuse(launch.exec, "it does not end while the application waits for its launch");
  }
  if (launch.known->progress->failed) {
    graphs_.refuse(launch.exec, kNotByItself);
    logbook_->note(Level::warning, "graph",
                   "a graph could not be launched to its end node by node, and the application was told that its "
                   "launch failed",
                   "--graph-profiling graph leaves graphs as they are");
  } else if (counted) {
    logbook_->note(Level::information, "graph",
                   "to count the kernels of graphs, the nodes of these graphs were launched one by one");
  }
}

// Once may be somebody else's doing, a long copy.
void Engine::note_apart(const GraphLaunch& launch, bool apart) {
  GraphProgress& progress = *launch.known->progress;
  if (apart) {
    progress.apart = launch.known->structure;
  } else if (++progress.late >= kMostLate) {
    graphs_.refuse(launch.exec, "some of them may wait for each other");
  }
}

// Whether any was counted, or may be from now on; nothing if none was launched, which leaves the graph to the
// application's call. No record tells of these launches: those of the graph's other launches do. Where steps may run
// side by side, nothing is counted before each was seen to end while nothing ran beside it. One that does not end may
// wait for others: they follow at once.
std::optional<bool> Engine::launch_steps(const GraphLaunch& launch) {
  const auto until = Clock::now() + kSlice;
  GraphProgress& progress = *launch.known->progress;
  const Unrecorded nodes(activity_);
  if (!nodes) return std::nullopt;
  const Lanes lanes(exchange_, launch.context, launch.steps->lanes.count - 1);
  graph::StepLaunch steps(*graph::graph_driver(), *launch.steps, launch.stream, lanes.streams);
  if (!steps.is_ready()) return std::nullopt;
  const std::size_t first = std::exchange(progress.next_step, 0);
  const bool tries = launch.steps->lanes.count > 1 && progress.apart != launch.known->structure;
  bool apart = true;
  bool counted = false;
  const auto as_graph = [&launch](const graph::GraphStep& step, CUstream stream) {
    return graph::GraphExchange::launch_as_graph(*graph::graph_driver(), launch.context, step, stream);
  };
  const auto launches = [&steps](std::size_t i, const graph::StepLaunch::How& how) {
    bool succeeded = false;
    quietly([&] { succeeded = steps.launch(i, how) == CUDA_SUCCESS; });
    return succeeded;
  };
  progress.failed = false;
  for (std::size_t i = 0; i < launch.steps->steps.size() && !progress.failed; ++i) {
    SeenKernel* kernel = launch.known->kernels[i];
    const bool in_time = Clock::now() < until;
    if (!in_time && counted && progress.next_step == 0) progress.next_step = i;
    bool counts = false;
    try {
      counts = !tries && kernel && i >= first && in_time && kernel->countable() &&
               begin_count(*kernel, launch.path, launch.context, launch.entry, launch.range,
                           {.function = std::get<graph::KernelStep>(launch.steps->steps[i].work).function,
                            .stream = launch.stream});
    } catch (...) {  // no memory
      if (i == 0) throw;
    }
    const bool succeeded = launches(i, {});
    if (counts) {
      quietly([&] {
        end_count(*kernel, *launch.entry.counters, succeeded, {});
        kernel->launches.fetch_add(1, std::memory_order_relaxed);  // the next one has another number
        if (kernel->shape && kernel->waits) kernel->shape->waits = true;
      });
    }
    counted |= counts;
    if (!succeeded) {
      quietly([&] { graphs_.refuse(launch.exec, kNotByItself); });
      if (steps.taken() == 0) return std::nullopt;
      progress.failed = !launches(i, as_graph);
    }
    if (tries && apart) {
      const double longer_s = kernel ? kMuchLonger * kernel->mean_ns / 1e9 : 0;
      apart = steps.ended_within(std::clamp(longer_s, kAlone_s, kDrain_s));
    }
  }
  progress.failed |= steps.join() != CUDA_SUCCESS;
  quietly([&] {
    end_steps(launch, counted);
    if (tries) note_apart(launch, apart && !progress.failed);
  });
  return counted || (tries && apart);
}

}  // namespace rooflens::inject
