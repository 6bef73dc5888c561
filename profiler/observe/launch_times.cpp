#include "profiler/observe/launch_times.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "profiler/observe/realtime.hpp"

namespace rooflens::inject {

using collect::spool::LaunchForm;

namespace {

constexpr LaunchTimes::Clock::duration kInterval = std::chrono::seconds(1);
constexpr LaunchTimes::Clock::duration kYoung = std::chrono::seconds(10);  // written whenever there is something new
constexpr int kRows = 800;                                                 // that are written each second
constexpr LaunchTimes::Clock::duration kLongestInterval = std::chrono::seconds(10);

constexpr std::size_t kGraphsKept = 16384;
constexpr std::int64_t kLongestQueue_ns = 10'000'000'000;  // of launches before one whose call was not seen

}  // namespace

void LaunchTimes::expect(std::uint32_t correlation, const Launched& launched,
                         std::shared_ptr<const GraphLayout> layout) {
  expected_.add(correlation, launched);
  if (launched.kernel->record.form != LaunchForm::graph) return;
  const std::lock_guard lock(mutex_);
  graphs_[correlation] = {realtime_ns(), std::move(layout), false, false};
  if (graphs_.size() > kGraphsKept) graphs_.erase(graphs_.begin());
}

void LaunchTimes::share(std::uint32_t correlation) {
  expected_.remove(correlation);
  const std::lock_guard lock(mutex_);
  shared_.insert(correlation);
}

std::int64_t LaunchTimes::made_ns(const CUpti_ActivityKernel10& record) const {
  const std::lock_guard lock(mutex_);
  const auto start_ns = static_cast<std::int64_t>(record.start);
  const auto graph = graphs_.find(record.correlationId);
  if (graph != graphs_.end()) return std::min(start_ns, graph->second.made_ns);
  return record.graphNodeId == 0 ? start_ns : start_ns - kLongestQueue_ns;
}

// What is known of a graph's nodes says how often they were launched, whether records come or not.
void LaunchTimes::made(std::uint32_t correlation, const Launched& launched, bool recorded) {
  SeenKernel& kernel = *launched.kernel;
  const bool graph = kernel.record.form == LaunchForm::graph;
  const bool outside = launched.range == 0;
  if (launched.certain && outside) kernel.unwritten.fetch_add(1, std::memory_order_relaxed);
  if ((!launched.certain || outside) && !graph) return;
  const std::lock_guard lock(mutex_);
  if (launched.certain && !outside) table_.launched(kernel.record.kernel, launched.range);
  if (!graph) return;
  const auto expected = graphs_.find(correlation);
  if (expected == graphs_.end() || !expected->second.layout) {
    if (!recorded) ++unrecorded_graphs_[{kernel.record.kernel, launched.range}];
  } else if (launched.certain) {
    for (const auto& [node, times] : expected->second.layout->times) {
      table_.launched(node->record.kernel, launched.range, times);
    }
  }
  if (expected == graphs_.end()) return;
  expected->second.made = true;
  expected->second.over |= !recorded && launched.certain;
  expected->second.end_layout();
}

// Of a node of a graph, or of a launch that the device made.
SeenKernel& LaunchTimes::kernel_of(const CUpti_ActivityKernel10& record) {
  models::Launch launch;
  launch.grid = {static_cast<std::uint32_t>(record.gridX), static_cast<std::uint32_t>(record.gridY),
                 static_cast<std::uint32_t>(record.gridZ)};
  launch.block = {static_cast<std::uint32_t>(record.blockX), static_cast<std::uint32_t>(record.blockY),
                  static_cast<std::uint32_t>(record.blockZ)};
  launch.dynamic_shared_bytes = static_cast<std::uint64_t>(record.dynamicSharedMemory);
  bool fresh = false;
  SeenKernel& kernel = kernels_.find_by_name(static_cast<int>(record.deviceId), record.name, launch, fresh);
  if (fresh) {
    kernel.record.launch.registers_per_thread = record.registersPerThread;
    kernel.record.launch.static_shared_bytes = static_cast<std::uint64_t>(record.staticSharedMemory);
    kernel.record.launch.local_bytes_per_thread = record.localMemoryPerThread;
    write_down(kernel, logbook_);
  }
  return kernel;
}

void LaunchTimes::note_time(SeenKernel& kernel, int range, double duration_ns) {
  table_.timed(kernel.record.kernel, range, duration_ns);
  const double mean = kernel.mean_ns;
  kernel.mean_ns = mean == 0 ? duration_ns : 0.9 * mean + 0.1 * duration_ns;
}

void LaunchTimes::record(const CUpti_ActivityKernel10& record, bool timed) {
  if (record.end <= record.start) return;
  const auto duration = static_cast<double>(record.end - record.start);
  const std::optional<Launched> known = expected_.find(record.correlationId);
  const bool own = known && known->kernel->record.form != LaunchForm::graph;
  SeenKernel& kernel = own ? *known->kernel : kernel_of(record);
  const int range = known ? known->range : 0;
  if (record.graphNodeId != 0) kernel.times_by_events.excluded = true;
  std::unique_lock lock(mutex_);
  if (known && !own) {
    const auto graph = graphs_.find(record.correlationId);
    const bool over = graph != graphs_.end() && graph->second.over;  // a kernel of it launched others
    const auto layout = graph == graphs_.end() ? nullptr : graph->second.layout;
    if (!over) {
      auto whole =
          expected_.add_to_graph(record.correlationId, *known, layout, {&kernel, record.start, duration, timed});
      if (whole) {
        lock.unlock();
        whole->tell();
        lock.lock();
        return settle(*whole);
      }
    }
    if (layout && !over) return;
  }
  const bool called = own ? known->certain : record.graphNodeId == 0 && shared_.contains(record.correlationId);
  if (!called) table_.launched(kernel.record.kernel, range);
  if (timed) note_time(kernel, range, duration);
}

// Of a launch whose layout is known, and whose records have been told apart.
void LaunchTimes::settle(const GraphTime& graph) {
  if (const auto expected = graphs_.find(graph.correlation); expected != graphs_.end()) {
    expected->second.over = true;
    expected->second.end_layout();
  }
  const auto& [kernel, range, certain] = graph.launched;
  if (graph.timed) table_.timed(kernel->record.kernel, range, graph.total_ns);
  if (!certain) table_.launched(kernel->record.kernel, range);
  for (const auto& [node, times] : graph.layout->times) {
    if (!certain) table_.launched(node->record.kernel, range, times);
  }
  for (const NodeTime& record : graph.records) {
    if (!record.kernel) continue;
    if (record.foreign) table_.launched(record.kernel->record.kernel, range);
    if (record.timed) note_time(*record.kernel, range, record.duration_ns);
  }
}

// Activity records are off while something is counted, and at times to save a budget; a graph's nodes ran all the same,
// as often as in its other launches.
void LaunchTimes::note_unrecorded_nodes() {
  std::erase_if(unrecorded_graphs_, [&](const auto& counted) {
    const auto nodes = graph_nodes_.find(counted.first.first);
    if (nodes == graph_nodes_.end()) return false;
    for (const auto& [node, times] : nodes->second) {
      table_.launched(node->record.kernel, counted.first.second, times * counted.second);
    }
    return true;
  });
}

// From where launches and graphs are noted to the table.
void LaunchTimes::gather(bool all) {
  const std::lock_guard lock(mutex_);
  kernels_.each([&](SeenKernel& kernel) {
    if (const std::uint64_t launches = kernel.unwritten.exchange(0)) {
      table_.launched(kernel.record.kernel, 0, launches);
    }
  });
  for (GraphTime& graph : expected_.take_graphs(all)) {
    if (graph.layout) {
      graph.tell();
      settle(graph);
      continue;
    }
    const int kernel = graph.launched.kernel->record.kernel;
    if (graph.timed) table_.timed(kernel, graph.launched.range, graph.total_ns);
    if (!graph.launched.certain) table_.launched(kernel, graph.launched.range);
    auto& nodes = graph_nodes_[kernel];  // a launch whose records were lost in part tells of fewer
    if (graph.nodes.size() >= nodes.size()) nodes = graph.nodes;
  }
  note_unrecorded_nodes();
}

std::size_t LaunchTimes::write_table() {
  collect::spool::TimesRecord record;
  {
    const std::lock_guard lock(mutex_);
    record = table_.take();
  }
  const std::size_t rows = record.kernels.size();
  if (rows > 0) logbook_.write(std::move(record));
  return rows;
}

// A row takes 15 bytes: 500 kernels write 27 MB an hour.
void LaunchTimes::write(Clock::time_point now) {
  gather(false);
  if (first_write_ == Clock::time_point{}) first_write_ = now;
  if (now < next_write_) return;
  const auto least = static_cast<std::int64_t>(write_table()) * kInterval / kRows;
  next_write_ = now;
  if (now - first_write_ >= kYoung) next_write_ += std::clamp<Clock::duration>(least, kInterval, kLongestInterval);
}

void LaunchTimes::write_all() {
  gather(true);
  write_table();
}

}  // namespace rooflens::inject
