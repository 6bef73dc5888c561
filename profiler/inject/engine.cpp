#include "profiler/inject/engine.hpp"

#include <pthread.h>

#include <cmath>
#include <optional>
#include <utility>

#include "profiler/count/argument_bytes.hpp"
#include "profiler/observe/driver.hpp"
#include "profiler/observe/realtime.hpp"
#include "profiler/schedule/callback_timer.hpp"

namespace rooflens::inject {
namespace {

using collect::spool::LaunchForm;

constexpr auto kCommitAge = std::chrono::milliseconds(400);
// Training steps of PyTorch, whose launches find nothing of CUPTI in the caches, took 0 to 5 us longer for each.
constexpr auto kDispatchCost = std::chrono::nanoseconds(2500);  // of a launch's two callbacks, inside CUPTI

constexpr std::uint32_t kNoCorrelation = 0;

// The launch that this thread is making.
struct PendingLaunch {
  const Engine* owner = nullptr;  ///< a process may have one after the other
  SeenKernel* kernel = nullptr;
  ContextCounters* counters = nullptr;  ///< where it is counted
  LaunchCall call;
  CUcontext context = nullptr;
  int range = 0;
  std::uint32_t correlation = 0;
  bool fresh = false;
  bool certain = true;
  bool numbered = true;  ///< by CUPTI, as no launch before it of this thread
  bool recorded = true;  ///< activity records were on
  bool timed = false;    ///< by events
};
thread_local PendingLaunch in_flight;
thread_local std::uint32_t last_correlation = 0;

}  // namespace

Engine::Engine(collect::ProfileConfig config, std::shared_ptr<const collect::cupti::Api> api,
               std::unique_ptr<Logbook> logbook, NvtxRanges& ranges, const collect::JobRank& rank,
               std::function<void(bool)> enable)
    : config_(std::move(config)),
      api_(std::move(api)),
      logbook_(std::move(logbook)),
      ranges_(ranges),
      started_(Clock::now()),
      ranks_(rank.world),
      budget_(config_.max_overhead, rank.rank, rank.world, started_,
              std::chrono::duration<double>(config_.credit_seconds)),
      enable_(std::move(enable)),
      callbacks_(enable_),
      activity_(api_),
      memory_(free_device_memory),
      targets_(api_, config_, budget_, *logbook_),
      sources_(api_),
      several_(rank.world > 1),
      kernels_(config_.kernel_pattern, config_.devices, config_.exclude_pattern),
      times_(kernels_, *logbook_),
      formulas_(*logbook_),
      profiling_(!config_.wait_for_profiler_start),
      idle_(config_.idle),
      last_tick_(started_) {}

struct Engine::LastContext {
  const Engine* engine = nullptr;
  CUcontext context = nullptr;
  std::uint64_t ended = 0;
  Context entry{};
};

// Threads seldom change their context. What a thread remembers is its own, since another one may end the context in the
// middle of a launch; and stays in exit(), after whose first steps programs may launch.
const Engine::Context& Engine::context_of(CUcontext context) {
  constinit static thread_local LastContext* last = nullptr;
  static const std::optional<pthread_key_t> thread_end = [] {
    pthread_key_t key{};
    const auto forget = [](void* own) {
      delete static_cast<LastContext*>(own);
      last = nullptr;
    };
    return pthread_key_create(&key, forget) == 0 ? std::optional(key) : std::nullopt;
  }();
  if (!last) {
    last = new LastContext;
    if (thread_end) pthread_setspecific(*thread_end, last);
  }
  const std::uint64_t ended = contexts_ended_;
  if (last->engine != this || last->context != context || last->ended != ended) {
    *last = {this, context, ended, find_context(context)};
  }
  return last->entry;
}

Engine::Context Engine::find_context(CUcontext context) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto entry = contexts_.find(context); entry != contexts_.end()) return entry->second;
  }
  // Without the lock, which the end of a context needs within the driver; and whole before others see it.
  std::uint32_t device = 0;
  const bool known = api_->GetDeviceId(context, &device) == CUPTI_SUCCESS && device < Targets::kMostDevices;
  Context made{known ? static_cast<int>(device) : 0, nullptr};
  made.counters = std::make_shared<ContextCounters>(
      ContextCounters::Surroundings{api_, config_, budget_, *logbook_, activity_, memory_, targets_, sources_, gate_,
                                    launch_gate_, captures_, beginning_,
                                    [this](CUcontext own) { return others_idle(own); }},
      context, made.device);
  if (!known) made.counters->abandon();  // nobody knows whose counters they would be
  const std::lock_guard lock(mutex_);
  return contexts_.try_emplace(context, std::move(made)).first->second;
}

bool Engine::begin_count(SeenKernel& kernel, const std::vector<std::string>& path, CUcontext context,
                         const Context& entry, int range, const LaunchCall& call) {
  if (config_.needs_code() && !kernel.code_seen) judge(kernel);
  if (!may_count(kernel, path, context, entry) || !is_of(context, call.stream) || is_in_capture(context, call.stream) ||
      !callbacks_.begin_count())
    return false;
  if (!idle_ && takes_one()) {
    const void* const function = call.form == LaunchForm::graph ? nullptr : call.function;
    if (entry.counters->before(kernel, range, function)) {
      in_flight.counters = entry.counters.get();
      if (several_ && entry.counters->repeats()) {
        targets_.replay_notes.note(ReplayNotes::Against::shared_memory, kernel.record.function);
      }
      return true;
    }
    --taken_;
  }
  callbacks_.end_count();
  return false;
}

namespace {

// When the range is over and the arguments still live. Of several launches the most holds, and nothing where it is not
// known of one.
void note_arguments(SeenKernel& kernel, const LaunchCall& call, Logbook& logbook) {
  double bytes = std::nan("");
  try {
    if (const auto told = argument_bytes(call)) bytes = static_cast<double>(*told);
  } catch (...) {  // no memory
  }
  const double before = kernel.argument_bytes;
  if (std::isnan(before) || bytes <= before) return;
  kernel.argument_bytes = bytes;
  logbook.write(collect::spool::ArgumentsRecord{kernel.record.kernel, bytes});
}

}  // namespace

void Engine::end_count(SeenKernel& kernel, ContextCounters& counters, bool succeeded, const LaunchCall& call) {
  in_flight.counters = nullptr;
  counters.after(succeeded);
  callbacks_.end_count();
  if (!succeeded) {
    --taken_;
    return;
  }
  counted_ = true;
  if (call.form != LaunchForm::graph) note_arguments(kernel, call, *logbook_);
  logbook_->device(kernel.record.device, [&](collect::spool::DeviceRecord& device) {
    return std::exchange(device.chip, counters.chip()) != device.chip;
  });
}

void Engine::end_left() {
  if (const auto asked = ContextCounters::left_by_this_thread(); asked.counters) {
    for (const auto& counters : all_counters()) {
      if (counters.get() == asked.counters) counters->left(asked.number);
    }
    callbacks_.end_count();
  }
  end_left_capture();
  end_left_graph();
}

// The handler of a signal, or an exception, left this thread's last launch in the middle, whose end is never called
// back. Other calls than launches might also be of the driver's own within one; one that is counted is not worth the
// doubt.
void Engine::end_lost_launch(bool launches) {
  end_left();
  if (in_flight.owner != this || !(launches || in_flight.counters)) return;
  if (in_flight.counters) end_count(*in_flight.kernel, *in_flight.counters, false, in_flight.call);
  in_flight = {};
  launch_gate_.leave();
  gate_.leave();
}

CUgraphExec Engine::launch_enter(CUcontext context, std::uint32_t correlation, const LaunchCall& call,
                                 const char* symbol) {
  in_flight = {};
  const bool own_number = std::exchange(last_correlation, correlation) != correlation;
  if (over_ || !context) return nullptr;
  const CallbackTimer<Way::in> timer(budget_.limited());
  const Context& entry = context_of(context);
  if (timed_.listens()) {
    timed_.launched(reinterpret_cast<std::uintptr_t>(call.function), KernelTable::hash_of(entry.device, call),
                    Clock::now());
  }
  if (callbacks_.resting() || idle_) {  // callbacks are about to be switched off
    if (callbacks_.counting()) entry.counters->note_overlap();
    if (timer.times()) budget_.callback(timer.at_most(CallbackTimer<Way::in>::kTimeEvery * kDispatchCost));
    return nullptr;
  }
  PendingLaunch& launch = in_flight;
  launch.owner = this;
  launch.kernel = &kernels_.find(entry.device, call, symbol, launch.fresh);
  launch.call = call;
  launch.context = context;
  launch.correlation = correlation;
  launch.certain = captures_ == 0;
  launch.numbered = own_number;
  std::vector<std::string> path;
  if (ranges_.used()) {
    path = ranges_.path();
    launch.range = logbook_->range(path);
  }
  if (launch.fresh) write_down(*launch.kernel, *logbook_);
  if (launch.fresh || asks_again(call)) judge(*launch.kernel, call);
  std::optional<GraphLaunch> graph;
  if (call.form == LaunchForm::graph) {
    graph.emplace(graph_launch(*launch.kernel, entry, context, call, path, launch.range));
  }
  const auto* known = graph && graph->known ? graph->known.get() : nullptr;
  if (own_number) {
    times_.expect(correlation, {launch.kernel, launch.range, launch.certain}, known ? known->layout : nullptr);
  } else {
    times_.share(correlation);
    ++unnumbered_;
  }
  entry.counters->note_overlap();
  if (config_.stalls && entry.counters->wants_samples() && profiling_ && captures_ == 0 && has_room() &&
      owns_counters(context, entry)) {
    entry.counters->begin_samples();
  }
  CUgraphExec instead = nullptr;
  const auto count_whole = [&] { return begin_count(*launch.kernel, path, context, entry, launch.range, call); };
  if (!known) {
    if (graph) (void)launch_nodes(*graph);  // which says why not
    (void)count_whole();
  } else if (!known->progress->whole &&
             !numbered()) {  // without it nothing shows that its nodes do the same one by one
    known->progress->whole = count_whole();
    if (!known->progress->whole) instead = launch_nodes(*graph);
  } else {
    instead = launch_nodes(*graph);
    if (!instead && !known->progress->fresh && !known->progress->ahead) (void)count_whole();
  }
  launch.recorded = !instead && activity_.recording();
  if (call.programmatic) launch.kernel->times_by_events.excluded = true;
  launch.timed = !instead && !launch.fresh && !launch.counters && !launch.recorded &&
                 times_by_events(*launch.kernel, context, call.stream);
  if (launch.timed) events_.begin(*launch.kernel, call.stream, context, contexts_ended_);
  launch.kernel->launches.fetch_add(1, std::memory_order_relaxed);
  if (timer.times()) {
    budget_.callback(timer.at_most(CallbackTimer<Way::in>::kTimeEvery *
                                   (kDispatchCost + CallbackTimer<Way::in>::mean() + CallbackTimer<Way::out>::mean())));
  }
  return instead;
}

void Engine::launch_exit(std::uint32_t correlation, bool succeeded) {
  PendingLaunch launch = std::exchange(in_flight, {});
  callbacks_.launch_ended();
  if (launch.owner != this || launch.correlation != correlation) return;
  const CallbackTimer<Way::out> timer(budget_.limited());
  if (launch.counters) end_count(*launch.kernel, *launch.counters, succeeded, launch.call);
  if (launch.timed) events_.end(launch.call.stream, launch.context, contexts_ended_, succeeded);
  if (captures_ == 0) events_.read(launch.context, contexts_ended_);
  SeenKernel& kernel = *launch.kernel;
  const bool graph = kernel.record.form == LaunchForm::graph;
  const bool describes = !graph && (launch.fresh || (kernel.undescribed && kernel.undescribed.exchange(false)));
  if (!succeeded) {
    if (describes) kernel.undescribed = true;
    return times_.forget(correlation);
  }
  if (!graph) formulas_.launched(kernel.record);
  times_.made(launch.numbered ? correlation : kNoCorrelation, {launch.kernel, launch.range, launch.certain},
              launch.recorded);
  if (launch.counters) times_.forget(correlation);
  if (!describes) return;
  describe_function(launch.call.function, kernel.record.device, kernel.record.launch);
  write_down(kernel, *logbook_);
}

void Engine::tick() {
  const std::lock_guard finishing(finish_mutex_);
  if (finished_) return;
  if (!over_) {
    settle_records();
    flush_records();
    if (config_.idle) follow_control();
    for (const auto& counters : all_counters()) {
      counters->commit(kCommitAge, timed_.active(Clock::now()));
      if (!idle_) counters->prepare();
    }
    share_counters(Clock::now());
    if (targets_.left) static_cast<void>(gave_counters_back());
  }
  times_.write(Clock::now());
  EventTimes::write(kernels_, *logbook_, false);
  write_gaps(false);
  formulas_.tick(!over_ && !idle_ && (config_.formulas || targets_.without_counters()), times_.launches() > 0);
  if (idle_) return pass_idle_time();
  note_idleness();
  if (!over_) follow_limits(true);
  budget_.allow_again(Clock::now());
}

// Of contexts that end meanwhile too, whose counters do nothing any more.
std::vector<std::shared_ptr<ContextCounters>> Engine::all_counters() {
  std::vector<std::shared_ptr<ContextCounters>> all;
  const std::lock_guard lock(mutex_);
  for (const auto& [context, entry] : contexts_) all.push_back(entry.counters);
  return all;
}

bool Engine::counts_here() { return in_flight.counters != nullptr; }

bool Engine::in_a_launch() { return in_flight.kernel != nullptr; }

}  // namespace rooflens::inject
