#include "profiler/graph/graph_exchange.hpp"

#include <atomic>

#include "profiler/graph/step_launch.hpp"

namespace rooflens::graph {
namespace {

thread_local CUgraphExec instead = nullptr;
constinit thread_local bool calling = false;
std::atomic<int> runs{0};  // of the host node below

struct OwnGraphCall {
  OwnGraphCall() { calling = true; }
  ~OwnGraphCall() { calling = false; }
  OwnGraphCall(const OwnGraphCall&) = delete;
  OwnGraphCall& operator=(const OwnGraphCall&) = delete;
};

CUgraphExec instantiate_empty(const GraphDriver& driver) {
  CUgraph graph = nullptr;
  if (driver.create(&graph, 0) != CUDA_SUCCESS) return nullptr;
  CUgraphExec exec = nullptr;
  if (driver.instantiate(&exec, graph, 0) != CUDA_SUCCESS) exec = nullptr;
  driver.destroy(graph);
  return exec;
}

CUgraphExec instantiate_telling(const GraphDriver& driver) {
  CUgraph graph = nullptr;
  if (driver.create(&graph, 0) != CUDA_SUCCESS) return nullptr;
  CUDA_HOST_NODE_PARAMS params{};
  params.fn = [](void*) { ++runs; };
  CUgraphNode node = nullptr;
  CUgraphExec exec = nullptr;
  if (driver.add_host(&node, graph, nullptr, 0, &params) != CUDA_SUCCESS ||
      driver.instantiate(&exec, graph, 0) != CUDA_SUCCESS) {
    exec = nullptr;
  }
  driver.destroy(graph);
  return exec;
}

// That it does not run when exchanged means something only if it runs when it is not.
bool is_exchanged(const GraphDriver& driver, CUgraphExec telling, CUgraphExec empty, CUstream stream) {
  runs = 0;
  instead = empty;
  const bool launched = driver.launch(telling, stream) == CUDA_SUCCESS;
  instead = nullptr;
  if (!launched || !drained(driver, stream, 1) || runs != 0) return false;
  return driver.launch(telling, stream) == CUDA_SUCCESS && drained(driver, stream, 1) && runs == 1;
}

bool try_out(const GraphDriver& driver) {
  CUstream stream = nullptr;
  if (driver.create_stream(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS) return false;
  CUgraphExec empty = instantiate_empty(driver);
  CUgraphExec telling = instantiate_telling(driver);
  const bool works = empty && telling && is_exchanged(driver, telling, empty, stream);
  if (empty) driver.destroy_exec(empty);
  if (telling) driver.destroy_exec(telling);
  driver.destroy_stream(stream);
  return works;
}

}  // namespace

CUgraphExec GraphExchange::on_trial() { return instead; }

bool GraphExchange::calls_the_driver() { return calling; }

bool GraphExchange::works(const GraphDriver& driver) {
  Trial known = Trial::due;
  if (!trial_.compare_exchange_strong(known, Trial::on)) return known == Trial::worked;
  const OwnGraphCall own;
  const bool worked = try_out(driver);
  trial_ = worked ? Trial::worked : Trial::failed;
  return worked;
}

CUgraphExec GraphExchange::empty(const GraphDriver& driver, CUcontext context, CUgraphExec exec) {
  const std::lock_guard lock(mutex_);
  forget_ended();
  const OwnGraphCall own;
  Empty& entry = empties_[exec];
  if (!entry.exec) entry = {instantiate_empty(driver), context, nullptr};
  return entry.exec;
}

void GraphExchange::destroyed(const GraphDriver& driver, CUgraphExec exec) {
  const std::lock_guard lock(mutex_);
  forget_ended();
  const auto entry = empties_.find(exec);
  if (entry == empties_.end()) return;
  const OwnGraphCall own;
  if (entry->second.exec) driver.destroy_exec(entry->second.exec);
  if (entry->second.rest) driver.destroy_event(entry->second.rest);
  empties_.erase(entry);
}

bool GraphExchange::accepts(const GraphDriver& driver, CUcontext context, const GraphSteps& graph) {
  const OwnGraphCall own;
  CUgraph trial = nullptr;
  if (driver.create(&trial, 0) != CUDA_SUCCESS) return false;
  CUgraphNode last = nullptr;
  bool taken = true;
  for (const GraphStep& step : graph.steps) {
    taken = taken && add_node(driver, step, context, trial, last) == CUDA_SUCCESS;
  }
  CUgraphExec exec = nullptr;
  taken = taken && driver.instantiate(&exec, trial, 0) == CUDA_SUCCESS;
  if (taken) driver.destroy_exec(exec);
  driver.destroy(trial);
  return taken;
}

// The driver keeps what was launched until it is over.
CUresult GraphExchange::launch_as_graph(const GraphDriver& driver, CUcontext context, const GraphStep& step,
                                        CUstream stream) {
  const OwnGraphCall own;
  CUgraph graph = nullptr;
  if (const CUresult made = driver.create(&graph, 0); made != CUDA_SUCCESS) return made;
  CUgraphNode node = nullptr;
  CUgraphExec exec = nullptr;
  CUresult result = add_node(driver, step, context, graph, node);
  if (result == CUDA_SUCCESS) result = driver.instantiate(&exec, graph, 0);
  if (result == CUDA_SUCCESS) {
    result = driver.launch(exec, stream);
    driver.destroy_exec(exec);
  }
  driver.destroy(graph);
  return result;
}

std::vector<CUstream> GraphExchange::take_lanes(const GraphDriver& driver, CUcontext context, std::size_t count) {
  const std::lock_guard lock(mutex_);
  forget_ended();
  std::vector<CUstream> lanes;
  while (lanes.size() < count) {
    CUstream lane = nullptr;
    if (const auto kept = lanes_.find(context); kept != lanes_.end()) {
      lane = kept->second;
      lanes_.erase(kept);
    } else if (driver.create_stream(&lane, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS) {
      break;
    }
    lanes.push_back(lane);
  }
  return lanes;
}

// The driver keeps a stream until its work is over.
void GraphExchange::return_lanes(const GraphDriver& driver, CUcontext context, const std::vector<CUstream>& lanes) {
  const std::lock_guard lock(mutex_);
  for (const CUstream lane : lanes) {
    if (driver.query_stream(lane) == CUDA_SUCCESS) {
      lanes_.emplace(context, lane);
    } else {
      driver.destroy_stream(lane);
    }
  }
}

void GraphExchange::leave_running(const GraphDriver& driver, CUgraphExec exec, CUstream stream) {
  const std::lock_guard lock(mutex_);
  forget_ended();
  const auto entry = empties_.find(exec);
  if (entry == empties_.end()) return;
  CUevent& rest = entry->second.rest;
  if (!rest && driver.create_event(&rest, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS) rest = nullptr;
  if (rest && driver.record_event(rest, stream) == CUDA_SUCCESS) left_running_ = true;
}

void GraphExchange::wait_for_rest(const GraphDriver& driver, CUgraphExec exec, CUstream stream) {
  const std::lock_guard lock(mutex_);
  forget_ended();
  const auto entry = empties_.find(exec);
  if (entry == empties_.end() || !entry->second.rest) return;
  CUevent& rest = entry->second.rest;
  if (driver.query_event(rest) == CUDA_ERROR_NOT_READY) {
    driver.wait_event(stream, rest, 0);
  } else {
    driver.destroy_event(rest);
    rest = nullptr;
  }
}

void GraphExchange::context_ends(CUcontext context) {
  const std::lock_guard lock(ended_mutex_);
  ended_.push_back(context);
}

// Before anything is looked up: a new context may have the handle of an old one.
void GraphExchange::forget_ended() {
  const std::lock_guard lock(ended_mutex_);
  for (const CUcontext context : ended_) {
    std::erase_if(empties_, [&](const auto& entry) { return entry.second.context == context; });
    lanes_.erase(context);
  }
  ended_.clear();
}

}  // namespace rooflens::graph
