#include "profiler/graph/graph_table.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace rooflens::graph {
namespace {

// What makes a kernel, but for arguments.
auto shape_of(const GraphStep& step) {
  const auto* kernel = std::get_if<KernelStep>(&step.work);
  return kernel ? std::tuple(kernel->function, kernel->grid, kernel->block, kernel->shared_bytes)
                : std::tuple<CUfunction, models::Dim3, models::Dim3, unsigned>();
}

}  // namespace

void GraphTable::put(CUgraphExec exec, GraphSteps steps) {
  const std::lock_guard lock(mutex_);
  steps.version = ++version_;
  graphs_[exec] = std::make_shared<GraphSteps>(std::move(steps));
}

// The application may destroy the graph right after this, or change it: it is read now or never.
void GraphTable::read(const GraphDriver& driver, CUgraphExec exec, CUgraph graph, CUcontext context) {
  const auto begin = ReadAllowance::Clock::now();
  GraphSteps steps;
  std::unique_lock lock(mutex_);
  if (allowance_.allows(begin)) {
    lock.unlock();
    steps = read_graph(driver, graph, context);
    lock.lock();
    allowance_.spend(ReadAllowance::Clock::now() - begin);
  } else {
    steps.refusal = "the program makes graphs faster than they can be read";
  }
  lock.unlock();
  put(exec, std::move(steps));
}

void GraphTable::learned() {
  const std::lock_guard lock(mutex_);
  allowance_.renew();
}

bool GraphTable::may_follow_unwatched(ReadAllowance::Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  return unwatched_.allows(now);
}

void GraphTable::followed_unwatched(ReadAllowance::Clock::duration time) {
  const std::lock_guard lock(mutex_);
  unwatched_.spend(time);
}

void GraphTable::device_launches(CUgraphExec exec) {
  device_launches_ = true;
  refuse(exec, "the device may launch it");
}

void GraphTable::instantiated(const GraphDriver& driver, CUgraphExec exec, CUgraph graph, CUcontext context) {
  read(driver, exec, graph, context);
}

void GraphTable::updated(const GraphDriver& driver, CUgraphExec exec, CUgraph graph, CUcontext context) {
  if (const auto known = find(exec); known && known->refused_for_good) return;
  read(driver, exec, graph, context);
}

void GraphTable::refuse(CUgraphExec exec, const std::string& why) {
  GraphSteps none;
  none.refusal = why;
  none.refused_for_good = true;
  put(exec, std::move(none));
}

void GraphTable::lose(CUgraphExec exec, const std::string& why) {
  if (const auto known = find(exec); known && !known->refusal.empty()) return;
  GraphSteps none;
  none.refusal = why;
  put(exec, std::move(none));
}

void GraphTable::destroyed(CUgraphExec exec) {
  const std::lock_guard lock(mutex_);
  graphs_.erase(exec);
}

// Steps that are being launched are left alone: the change is made to a copy.
void GraphTable::change(CUgraphExec exec, CUgraphNode node, const Change& change) {
  const std::lock_guard lock(mutex_);
  const auto entry = graphs_.find(exec);
  if (entry == graphs_.end() || !entry->second->refusal.empty()) return;
  std::shared_ptr<GraphSteps>& graph = entry->second;
  if (graph.use_count() > 1) graph = std::make_shared<GraphSteps>(*graph);
  const auto is_it = [&](const GraphStep& step) { return step.node == node; };
  const auto next = graph->steps.begin() + static_cast<std::ptrdiff_t>(graph->changed_last);  // they come in order
  auto step = std::find_if(next, graph->steps.end(), is_it);
  if (step == graph->steps.end()) step = std::find_if(graph->steps.begin(), graph->steps.end(), is_it);
  if (step != graph->steps.end()) {
    graph->changed_last = static_cast<std::size_t>(step - graph->steps.begin());
    const auto before = shape_of(*step);
    const bool followed = change(*step);
    if (shape_of(*step) != before) graph->version = ++version_;
    if (followed) return;
  }
  graph->changed_last = 0;
  graph->steps.clear();
  graph->refusal = "its nodes are changed in a way that is not followed";
}

void GraphTable::kernel_changed(const GraphDriver& driver, CUgraphExec exec, CUgraphNode node,
                                const CUDA_KERNEL_NODE_PARAMS& params) {
  change(exec, node, [&](GraphStep& step) {
    auto* kernel = std::get_if<KernelStep>(&step.work);
    return kernel && read_kernel(driver, params, *kernel);
  });
}

void GraphTable::copy_changed(const GraphDriver& driver, CUgraphExec exec, CUgraphNode node,
                              const CUDA_MEMCPY3D& params) {
  change(exec, node, [&](GraphStep& step) {
    if (!std::holds_alternative<CopyStep>(step.work) || !can_copy(driver, params)) return false;
    step.work = params;
    return true;
  });
}

void GraphTable::fill_changed(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS& params) {
  change(exec, node, [&](GraphStep& step) {
    if (!std::holds_alternative<FillStep>(step.work)) return false;
    step.work = params;
    return true;
  });
}

void GraphTable::host_changed(CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS& params) {
  change(exec, node, [&](GraphStep& step) {
    if (!std::holds_alternative<HostStep>(step.work)) return false;
    step.work = params;
    return true;
  });
}

std::shared_ptr<const GraphSteps> GraphTable::find(CUgraphExec exec) const {
  const std::lock_guard lock(mutex_);
  const auto entry = graphs_.find(exec);
  return entry == graphs_.end() ? nullptr : entry->second;
}

}  // namespace rooflens::graph
