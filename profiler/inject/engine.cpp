#include "profiler/inject/engine.hpp"

#include <fmt/core.h>
#include <time.h>

#include <algorithm>
#include <utility>

#include "profiler/collect/kernel_name.hpp"
#include "profiler/inject/driver.hpp"
#include "profiler/inject/look_timer.hpp"

namespace rooflens::inject {
namespace {

using collect::spool::LaunchForm;
using Level = collect::spool::NoteRecord::Level;
using Clock = std::chrono::steady_clock;

constexpr auto kCommitAge = std::chrono::milliseconds(400);
constexpr auto kIdleOwner = std::chrono::seconds(1);
// No less than what PyTorch training steps showed when each was switched on and off thirty times a second.
constexpr auto kDispatchCost = std::chrono::nanoseconds(300);  // of a launch's two callbacks, inside CUPTI
constexpr auto kRecordCost = std::chrono::nanoseconds(2000);   // of an activity record
constexpr double kShareOfRecords = 0.1;                        // of a limited budget

// The launch that this thread is making.
struct InFlight {
  Kernel* kernel = nullptr;
  ContextCounters* counters = nullptr;  ///< where it is counted
  const void* function = nullptr;
  int range = 0;
  std::uint32_t correlation = 0;
  bool fresh = false;
  bool certain = true;
  bool recorded = true;  ///< activity records were on
};
thread_local InFlight in_flight;

std::int64_t realtime_ns() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

Engine::Engine(collect::ProfileConfig config, std::shared_ptr<const collect::cupti::Api> api,
               std::unique_ptr<Logbook> logbook, NvtxRanges& ranges, int ranks)
    : config_(std::move(config)),
      api_(std::move(api)),
      logbook_(std::move(logbook)),
      ranges_(ranges),
      started_(Clock::now()),
      ranks_(ranks),
      budget_(config_.max_overhead, ranks, started_),
      activity_(api_),
      targets_(api_, config_),
      sources_(api_),
      devices_(*logbook_),
      kernels_(config_.kernel_pattern, config_.devices),
      profiling_(!config_.wait_for_profiler_start) {}

// Threads seldom change their context.
Engine::Context& Engine::context_of(CUcontext context) {
  struct Last {
    CUcontext context = nullptr;
    std::uint64_t ended = 0;
    Context* entry = nullptr;
  };
  thread_local Last last;
  const std::uint64_t ended = contexts_ended_;
  if (last.context != context || last.ended != ended) last = {context, ended, &find_context(context)};
  return *last.entry;
}

Engine::Context& Engine::find_context(CUcontext context) {
  {
    const std::shared_lock lock(contexts_mutex_);
    const auto it = contexts_.find(context);
    if (it != contexts_.end()) return it->second;
  }
  const std::unique_lock lock(contexts_mutex_);
  Context& entry = contexts_[context];
  if (!entry.counters) {
    std::uint32_t device = 0;
    api_->GetDeviceId(context, &device);
    entry.device = static_cast<int>(device);
    entry.counters =
        std::make_unique<ContextCounters>(ContextCounters::Surroundings{api_, config_, budget_, *logbook_, activity_,
                                                                        targets_, sources_, gate_, captures_},
                                          context, entry.device);
  }
  return entry;
}

// Enabling takes 200 ms, so a context keeps the counters of its device until it has been silent for a while.
bool Engine::owns_counters(CUcontext context, const Context& entry) {
  const std::lock_guard lock(owners_mutex_);
  CUcontext& owner = owners_[entry.device];
  if (owner == context) return true;
  if (owner) {
    ContextCounters& other = *context_of(owner).counters;
    if (other.sampling() || Clock::now() - other.last_counted() < kIdleOwner) return false;
    other.release();
  }
  owner = context;
  return true;
}

bool Engine::may_count(Kernel& kernel, const std::vector<std::string>& path, CUcontext context, const Context& entry) {
  const bool times_only = config_.replay == collect::ReplayMode::none && !config_.lines;
  if (times_only || !profiling_ || captures_ > 0) return false;
  const bool numbered = config_.skip > 0 || config_.count;
  if (!numbered && (kernel.turns.complete || budget_.saving())) return false;
  if (!kernel.chosen || (!config_.nvtx_range.empty() && !inside_range(path, config_.nvtx_range))) return false;
  if (config_.after_seconds > 0 && Clock::now() - started_ < std::chrono::duration<double>(config_.after_seconds)) {
    return false;
  }
  const std::uint64_t number = matched_++;
  if (number < config_.skip || (config_.count && number >= config_.skip + *config_.count)) return false;
  if (kernel.waits) {
    logbook_->note(Level::information, "collective",
                   "kernels that wait for other GPUs (" + collect::demangle(kernel.record.function) +
                       ") are timed, not counted: counters would count the waiting");
    return false;
  }
  return owns_counters(context, entry);
}

void Engine::launch_enter(CUcontext context, std::uint32_t correlation, const LaunchCall& call, const char* symbol) {
  in_flight = {};
  if (over_ || !context) return;
  const LookTimer<Way::in> timer(budget_.limited());
  Context& entry = context_of(context);
  InFlight& launch = in_flight;
  launch.kernel = &kernels_.find(entry.device, call, symbol, launch.fresh);
  launch.function = call.function;
  launch.correlation = correlation;
  launch.certain = captures_ == 0;
  std::vector<std::string> path;
  if (ranges_.used()) {
    path = ranges_.path();
    launch.range = logbook_->range(joined(path));
  }
  if (launch.fresh) {
    launch.kernel->turns.patchable = call.form != LaunchForm::graph;
    logbook_->write(launch.kernel->record);
  }
  launches_.add(correlation, {launch.kernel, launch.range, launch.certain});
  entry.counters->note_overlap();
  if (config_.stalls && entry.counters->wants_samples() && profiling_ && captures_ == 0 &&
      owns_counters(context, entry)) {
    entry.counters->begin_samples();
  }
  if (may_count(*launch.kernel, path, context, entry) &&
      entry.counters->before(*launch.kernel, launch.range, launch.fresh)) {
    launch.counters = entry.counters.get();
  }
  launch.recorded = activity_.recording();
  launch.kernel->launches.fetch_add(1, std::memory_order_relaxed);
  if (timer.times()) {
    budget_.look(LookTimer<Way::in>::kTimeEvery *
                 (kDispatchCost + LookTimer<Way::in>::mean() + LookTimer<Way::out>::mean()));
  }
}

void Engine::launch_exit(std::uint32_t correlation, bool succeeded) {
  InFlight launch = std::exchange(in_flight, {});
  if (!launch.kernel || launch.correlation != correlation) return;
  const LookTimer<Way::out> timer(budget_.limited());
  if (launch.counters) launch.counters->after(succeeded);
  if (!succeeded || launch.counters) launches_.remove(correlation);
  if (!succeeded) return;
  if (launch.certain && launch.range == 0) {
    launch.kernel->unwritten.fetch_add(1, std::memory_order_relaxed);
  } else if (launch.certain) {
    times_.launched(launch.kernel->record.kernel, launch.range);
  }
  if (!launch.recorded && launch.kernel->record.form == LaunchForm::graph) {
    const std::lock_guard lock(graphs_mutex_);
    ++unrecorded_graphs_[{launch.kernel->record.kernel, launch.range}];
  }
  if (launch.counters) counted_ = true;
  if (launch.counters) devices_.set_chip(launch.kernel->record.device, launch.counters->chip());
  if (launch.fresh && launch.kernel->record.form != LaunchForm::graph) {
    describe_function(launch.function, launch.kernel->record.device, launch.kernel->record.launch);
    logbook_->write(launch.kernel->record);
  }
}

// Waiting for the context, as every step of counting does, would make a capture fail.
void Engine::capture_begins() {
  ++captures_;
  const std::shared_lock lock(contexts_mutex_);
  for (auto& [context, entry] : contexts_) entry.counters->close_window();
}

void Engine::capture_ended() {
  int now = captures_;
  while (now > 0 && !captures_.compare_exchange_weak(now, now - 1)) {
  }
}

void Engine::context_ends(CUcontext context) {
  {
    const std::lock_guard lock(owners_mutex_);
    std::erase_if(owners_, [&](const auto& owner) { return owner.second == context; });
  }
  // Ending takes a while, and other threads must be able to leave the driver meanwhile.
  decltype(contexts_)::node_type ended;
  {
    const std::unique_lock lock(contexts_mutex_);
    ++contexts_ended_;
    ended = contexts_.extract(context);
  }
  if (ended) ended.mapped().counters->context_ends();
}

void Engine::fatal_error() {
  over_ = true;
  const std::shared_lock lock(contexts_mutex_);
  for (auto& [context, entry] : contexts_) entry.counters->abandon();
  logbook_->note(Level::warning, "fatal", "CUPTI met a fatal error and stopped; what was written until then stays");
}

void Engine::kernel_record(const CUpti_ActivityKernel10& record) {
  if (record.end <= record.start) return;
  if (budget_.limited()) {
    budget_.look(kRecordCost);
    ++recorded_;
  }
  const auto duration = static_cast<double>(record.end - record.start);
  const std::optional<Launched> known = launches_.find(record.correlationId);
  const bool own = known && known->kernel->record.form != LaunchForm::graph;
  Kernel* kernel = own ? known->kernel : nullptr;
  const int range = known ? known->range : 0;
  if (!own) {  // a node of a graph, or a launch that the device made
    models::Launch launch;
    launch.grid = {static_cast<std::uint32_t>(record.gridX), static_cast<std::uint32_t>(record.gridY),
                   static_cast<std::uint32_t>(record.gridZ)};
    launch.block = {static_cast<std::uint32_t>(record.blockX), static_cast<std::uint32_t>(record.blockY),
                    static_cast<std::uint32_t>(record.blockZ)};
    launch.dynamic_shared_bytes = static_cast<std::uint64_t>(record.dynamicSharedMemory);
    bool fresh = false;
    kernel = &kernels_.find_by_name(static_cast<int>(record.deviceId), record.name, launch, fresh);
    if (fresh) {
      kernel->record.launch.registers_per_thread = record.registersPerThread;
      kernel->record.launch.static_shared_bytes = static_cast<std::uint64_t>(record.staticSharedMemory);
      kernel->record.launch.local_bytes_per_thread = record.localMemoryPerThread;
      logbook_->write(kernel->record);
    }
    if (known) launches_.add_to_graph(record.correlationId, *known, *kernel, duration);
  }
  if (!own || !known->certain) times_.launched(kernel->record.kernel, range);
  times_.timed(kernel->record.kernel, range, duration);
  const double mean = kernel->turns.mean_ns;
  kernel->turns.mean_ns = mean == 0 ? duration : 0.9 * mean + 0.1 * duration;
}

// Under a limited budget only some of the time is spent with records on; launches are counted all the time.
void Engine::ration_records() {
  if (!budget_.limited()) return;
  const double spent = std::chrono::duration<double>(kRecordCost).count() * static_cast<double>(recorded_);
  const double elapsed = std::chrono::duration<double>(Clock::now() - started_).count();
  activity_.rest(spent > kShareOfRecords * Budget::kAim * config_.max_overhead * elapsed);
}

// Activity records are off while something is counted, and at times to save a budget; a graph's nodes ran all the same,
// as often as in its other launches.
void Engine::note_unrecorded_nodes() {
  const std::lock_guard lock(graphs_mutex_);
  std::erase_if(unrecorded_graphs_, [&](const auto& counted) {
    const auto nodes = graph_nodes_.find(counted.first.first);
    if (nodes == graph_nodes_.end()) return false;
    for (const auto& [node, times] : nodes->second) {
      times_.launched(node->record.kernel, counted.first.second, times * counted.second);
    }
    return true;
  });
}

void Engine::write_times(bool all) {
  kernels_.each([&](Kernel& kernel) {
    if (const std::uint64_t launches = kernel.unwritten.exchange(0)) {
      times_.launched(kernel.record.kernel, 0, launches);
    }
  });
  for (const GraphTime& graph : launches_.take_graphs(all)) {
    const int kernel = graph.launched.kernel->record.kernel;
    times_.timed(kernel, graph.launched.range, graph.total_ns);
    if (!graph.launched.certain) times_.launched(kernel, graph.launched.range);
    auto& nodes = graph_nodes_[kernel];  // a launch whose records were lost in part tells of fewer
    if (graph.nodes.size() >= nodes.size()) nodes = graph.nodes;
  }
  note_unrecorded_nodes();
  for (auto& record : times_.take()) logbook_->write(std::move(record));
}

void Engine::tick() {
  const std::lock_guard finishing(finish_mutex_);
  if (finished_) return;
  if (!over_) {
    // By itself CUPTI gives back full buffers alone, and one holds thousands of records.
    api_->ActivityFlushAll(0);
    if (captures_ == 0) {
      const std::shared_lock lock(contexts_mutex_);
      for (auto& [context, entry] : contexts_) entry.counters->commit(kCommitAge);
    }
  }
  write_times(false);
  ration_records();
  budget_.look_again(Clock::now());
}

void Engine::note_poor_budget() {
  if (!budget_.limited() || counted_ || matched_ == 0) return;
  const auto now = Clock::now();
  logbook_->note(
      Level::warning, "budget",
      fmt::format("--max-overhead allowed {:.2f} s of {:.1f} s for counting{}, too little to start it: nothing was "
                  "counted, launches and times are all there is",
                  1e-9 * budget_.allowance_ns(now), std::chrono::duration<double>(now - started_).count(),
                  ranks_ > 1 ? fmt::format(", which {} ranks share", ranks_) : ""),
      "let the program run longer, or allow more; without --max-overhead a few launches of each kernel are "
      "counted, whatever it takes");
}

void Engine::finish() {
  const std::lock_guard finishing(finish_mutex_);
  if (finished_.exchange(true)) return;
  const bool fatal = over_.exchange(true);
  if (!fatal) {
    {
      const std::shared_lock lock(contexts_mutex_);
      for (auto& [context, entry] : contexts_) entry.counters->release();
    }
    api_->ActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  }
  write_times(true);
  note_poor_budget();
  std::size_t dropped = 0;
  if (!fatal) api_->ActivityGetNumDroppedRecords(nullptr, 0, &dropped);
  logbook_->write(
      collect::spool::EndRecord{realtime_ns(), times_.launches(), static_cast<double>(budget_.spent_ns()), dropped});
}

}  // namespace rooflens::inject
