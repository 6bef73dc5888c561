// Kernels in graphs. CUPTI counts a launched graph as a whole and patches no code of its kernels (seen with CUPTI 13.0
// on an H100, however and whenever the graph is instantiated, updated or uploaded). So while kernels of a graph are
// still to be counted, its nodes are launched one by one on the application's stream, some of them counted as any
// launch is, and the application's own call launches an empty graph.
#include <map>
#include <utility>

#include "profiler/inject/engine.hpp"
#include "profiler/observe/driver.hpp"

namespace rooflens::inject {
namespace {

using collect::spool::LaunchForm;
using Level = collect::spool::NoteRecord::Level;

constexpr auto kSlice = std::chrono::milliseconds(50);  // of counting in one launch of a graph
constexpr auto kFirstPause = std::chrono::milliseconds(20);
constexpr auto kLongestPause = std::chrono::seconds(10);
// The application may launch the graph on another stream next, which would wait for this launch if it were one.
constexpr double kDrain_s = 1;
constexpr const char* kNotByItself = "a node could not be launched by itself";

bool is_open(const SeenKernel& kernel) { return kernel.countable() && kernel.progress != CountProgress::complete; }

}  // namespace

void Engine::graph_call(CUpti_CallbackId id, const CUpti_CallbackData& data) {
  const graph::GraphDriver* driver = graph::graph_driver();
  if (over_ || !driver || !config_.graph_nodes) return;
  if (id == CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy && data.callbackSite == CUPTI_API_ENTER) {
    const auto exec = static_cast<const cuGraphExecDestroy_params*>(data.functionParams)->hGraphExec;
    exchange_.destroyed(*driver, exec);
    const std::lock_guard lock(mutex_);
    graph_kernels_.erase(exec);
  }
  graph::follow(*driver, graphs_, id, data, !callbacks_.resting() && !idle_);
}

std::shared_ptr<const Engine::GraphKernels> Engine::kernels_of(const GraphLaunch& launch,
                                                               const graph::GraphSteps& graph) {
  {
    const std::lock_guard lock(mutex_);
    const auto entry = graph_kernels_.find(launch.exec);
    if (entry != graph_kernels_.end() && entry->second->version == graph.version) return entry->second;
  }
  // Without the lock: the driver is asked, and a context that ends in another thread's call of it needs the lock.
  auto known = std::make_shared<GraphKernels>();
  known->version = graph.version;
  for (const graph::GraphStep& step : graph.steps) {
    const auto* kernel = std::get_if<graph::KernelStep>(&step.work);
    if (!kernel) {
      known->kernels.push_back(nullptr);
      continue;
    }
    const LaunchForm form = kernel->cooperative() ? LaunchForm::cooperative : LaunchForm::kernel;
    const LaunchCall call{form, kernel->function, kernel->grid, kernel->block, kernel->shared_bytes};
    bool fresh = false;
    SeenKernel& found = kernels_.find(launch.entry.device, call, kernel->symbol.c_str(), fresh);
    if (fresh) {
      describe_function(kernel->function, launch.entry.device, found.record.launch);
      write_down(found, *logbook_);
      judge(found, false);
    }
    known->kernels.push_back(&found);
  }
  std::map<SeenKernel*, std::uint64_t> times;
  for (SeenKernel* kernel : known->kernels) ++(kernel ? times[kernel] : known->nodes.others);
  known->nodes.graph = launch.kernel.record.kernel;
  for (const auto& [kernel, often] : times) {
    known->distinct.push_back(kernel);
    known->nodes.kernels.push_back(kernel->record.kernel);
    known->nodes.times.push_back(often);
  }
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const GraphKernels>& entry = graph_kernels_[launch.exec];
  if (entry && entry->version == graph.version) return entry;  // another thread was faster
  known->progress = entry ? entry->progress : std::make_shared<GraphProgress>();
  if (!entry || entry->nodes != known->nodes) logbook_->write(known->nodes);
  entry = std::move(known);
  return entry;
}

void Engine::note_refusal(const std::string& why) {
  logbook_->note(Level::information, "graph", "kernels of a graph were not counted: " + why);
}

CUgraphExec Engine::launch_nodes(const GraphLaunch& launch) {
  const graph::GraphDriver* driver = graph::graph_driver();
  if (!driver || !config_.graph_nodes || !counts_now()) return nullptr;
  const auto graph = graphs_.find(launch.exec);
  if (!graph) return nullptr;
  if (!graph->refusal.empty()) {
    note_refusal(graph->refusal);
    return nullptr;
  }
  const auto known = kernels_of(launch, *graph);
  bool open = false;
  for (SeenKernel* kernel : known->distinct) {
    if (!is_open(*kernel)) continue;
    open = true;
    kernel->launches.fetch_add(1, std::memory_order_relaxed);  // a step of the program; nodes have no callbacks
  }
  GraphProgress& progress = *known->progress;
  if (!open || budget_.saving() || disturbed() || !owns_counters(launch.context, launch.entry) ||
      progress.used.exchange(true)) {
    return nullptr;
  }
  const std::unique_ptr<std::atomic<bool>, void (*)(std::atomic<bool>*)> use(
      &progress.used, [](std::atomic<bool>* used) { *used = false; });
  return Clock::now() < progress.next_try ? nullptr : launch_nodes(launch, *graph, *known);
}

CUgraphExec Engine::launch_nodes(const GraphLaunch& launch, const graph::GraphSteps& graph, const GraphKernels& known) {
  const graph::GraphDriver& driver = *graph::graph_driver();
  GraphProgress& progress = *known.progress;
  // The driver keeps launches of one graph apart, on whatever streams they are made; its nodes alone it would not.
  if (!launch.entry.counters->can_count()) return nullptr;
  if (!exchange_.works(driver)) {
    if (exchange_.failed()) note_refusal("this driver launches a graph whatever the profiler says");
    return nullptr;
  }
  if (progress.accepted != graph.version && !exchange_.accepts(driver, launch.context, graph)) {
    graphs_.refuse(launch.exec, "the driver does not launch its nodes one by one");
    return nullptr;
  }
  progress.accepted = graph.version;
  launch.kernel.nodes_counted = true;
  const CUgraphExec empty = exchange_.empty(driver, launch.context, launch.exec);
  if (!empty) return nullptr;
  const std::optional<bool> counted = launch_steps(launch, graph, known);
  if (!counted) return nullptr;
  if (*counted) {
    progress.pause = kFirstPause;
  } else {
    progress.next_try = Clock::now() + progress.pause;
    progress.pause =
        std::min<Clock::duration>(std::max<Clock::duration>(2 * progress.pause, kFirstPause), kLongestPause);
  }
  return empty;
}

// Whether any was counted; nothing if none was launched, which leaves the graph to the application's call. No record
// tells of these launches: those of the graph's other launches do.
std::optional<bool> Engine::launch_steps(const GraphLaunch& launch, const graph::GraphSteps& graph,
                                         const GraphKernels& known) {
  const graph::GraphDriver& driver = *graph::graph_driver();
  const auto until = Clock::now() + kSlice;
  bool counted = false;
  bool failed = false;
  std::size_t& next_step = known.progress->next_step;
  const std::size_t first = std::exchange(next_step, 0);
  const ActivitySwitch::Pause unrecorded(activity_);
  for (std::size_t i = 0; i < graph.steps.size(); ++i) {
    SeenKernel* kernel = known.kernels[i];
    const bool in_time = Clock::now() < until;
    if (!in_time && counted && next_step == 0) next_step = i;
    const bool counts = kernel && i >= first && in_time &&
                        begin_count(*kernel, launch.path, launch.context, launch.entry, launch.range);
    const bool succeeded = graph::launch(driver, graph.steps[i], launch.stream) == CUDA_SUCCESS;
    if (counts) end_count(*kernel, *launch.entry.counters, succeeded);
    counted |= counts;
    if (!succeeded && i == 0) {
      graphs_.refuse(launch.exec, kNotByItself);
      return std::nullopt;
    }
    failed |= !succeeded;
  }
  if (!graph::drained(driver, launch.stream, kDrain_s)) {
    graphs_.refuse(launch.exec, "it does not end while the application waits for its launch");
  }
  if (failed) {
    graphs_.refuse(launch.exec, kNotByItself);
    logbook_->note(Level::warning, "graph", "a node of a graph could not be launched by itself: its work was not done",
                   "--graph-profiling graph leaves graphs as they are");
  } else if (counted) {
    logbook_->note(Level::information, "graph",
                   "to count the kernels of graphs, the nodes of these graphs were launched one by one");
  }
  return counted;
}

}  // namespace rooflens::inject
