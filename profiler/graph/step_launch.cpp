#include "profiler/graph/step_launch.hpp"

#include <chrono>
#include <thread>
#include <utility>

namespace rooflens::graph {
namespace {

// The arguments as the driver takes them: a list, or one packed buffer.
struct NodeArguments {
  explicit NodeArguments(const KernelStep& step) : size(step.arguments.size()) {
    auto* const bytes = const_cast<std::byte*>(step.arguments.data());
    packed[1] = bytes;
    is_packed = step.offsets.empty() && size > 0;
    list.reserve(step.offsets.size() + 1);
    for (const std::size_t offset : step.offsets) list.push_back(bytes + offset);
    list.push_back(nullptr);  // never an empty list
  }
  NodeArguments(const NodeArguments&) = delete;
  NodeArguments& operator=(const NodeArguments&) = delete;
  void** as_list() { return is_packed ? nullptr : list.data(); }
  void** as_packed() { return is_packed ? packed : nullptr; }

  std::size_t size;
  bool is_packed = false;
  void* packed[5] = {CU_LAUNCH_PARAM_BUFFER_POINTER, nullptr, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  std::vector<void*> list;
};

CUresult launch_kernel(const GraphDriver& driver, const KernelStep& step, CUstream stream) {
  std::vector<CUlaunchAttribute> attributes = step.attributes;
  CUlaunchConfig config{};
  config.gridDimX = step.grid.x;
  config.gridDimY = step.grid.y;
  config.gridDimZ = step.grid.z;
  config.blockDimX = step.block.x;
  config.blockDimY = step.block.y;
  config.blockDimZ = step.block.z;
  config.sharedMemBytes = step.shared_bytes;
  config.hStream = stream;
  config.attrs = attributes.data();
  config.numAttrs = static_cast<unsigned>(attributes.size());
  NodeArguments arguments(step);
  return driver.launch_kernel(&config, step.function, arguments.as_list(), arguments.as_packed());
}

CUresult add_kernel_node(const GraphDriver& driver, const KernelStep& step, CUgraph graph, const CUgraphNode* after,
                         std::size_t count, CUgraphNode& node) {
  NodeArguments arguments(step);
  CUDA_KERNEL_NODE_PARAMS params{};
  params.func = step.function;
  params.gridDimX = step.grid.x;
  params.gridDimY = step.grid.y;
  params.gridDimZ = step.grid.z;
  params.blockDimX = step.block.x;
  params.blockDimY = step.block.y;
  params.blockDimZ = step.block.z;
  params.sharedMemBytes = step.shared_bytes;
  params.kernelParams = arguments.as_list();
  params.extra = arguments.as_packed();
  CUresult result = driver.add_kernel(&node, graph, after, count, &params);
  for (const CUlaunchAttribute& attribute : step.attributes) {
    if (result != CUDA_SUCCESS) break;
    result = driver.set_attribute(node, attribute.id, &attribute.value);
  }
  return result;
}

CUresult fill(const GraphDriver& driver, const FillStep& step, CUstream stream) {
  const std::size_t pitch = step.height > 1 ? step.pitch : step.width * step.elementSize;
  switch (step.elementSize) {
    case 1:
      return driver.fill8(step.dst, pitch, static_cast<unsigned char>(step.value), step.width, step.height, stream);
    case 2:
      return driver.fill16(step.dst, pitch, static_cast<unsigned short>(step.value), step.width, step.height, stream);
    default:
      return driver.fill32(step.dst, pitch, step.value, step.width, step.height, stream);
  }
}

}  // namespace

CUresult launch(const GraphDriver& driver, const GraphStep& step, CUstream stream) {
  if (const auto* kernel = std::get_if<KernelStep>(&step.work)) return launch_kernel(driver, *kernel, stream);
  if (const auto* copy = std::get_if<CopyStep>(&step.work)) return driver.copy(copy, stream);
  if (const auto* host = std::get_if<HostStep>(&step.work)) return driver.launch_host(stream, host->fn, host->userData);
  return fill(driver, std::get<FillStep>(step.work), stream);
}

CUresult add_node(const GraphDriver& driver, const GraphStep& step, CUcontext context, CUgraph graph,
                  CUgraphNode& last) {
  const CUgraphNode before = last;
  const std::size_t count = before ? 1 : 0;
  if (const auto* kernel = std::get_if<KernelStep>(&step.work)) {
    return add_kernel_node(driver, *kernel, graph, &before, count, last);
  }
  if (const auto* copy = std::get_if<CopyStep>(&step.work)) {
    return driver.add_copy(&last, graph, &before, count, copy, context);
  }
  if (const auto* host = std::get_if<HostStep>(&step.work)) {
    return driver.add_host(&last, graph, &before, count, host);
  }
  return driver.add_fill(&last, graph, &before, count, &std::get<FillStep>(step.work), context);
}

bool drained(const GraphDriver& driver, CUstream stream, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  while (driver.query_stream(stream) == CUDA_ERROR_NOT_READY) {
    if (Clock::now() >= until) return false;
    std::this_thread::yield();
  }
  return true;
}

StepLaunch::StepLaunch(const GraphDriver& driver, const GraphSteps& graph, CUstream stream, std::vector<CUstream> lanes)
    : driver_(driver), graph_(graph), streams_(std::move(lanes)), last_(stream) {
  streams_.insert(streams_.begin(), stream);
  begun_.assign(streams_.size(), false);
  begun_[0] = true;
  ready_ = streams_.size() == graph.lanes.count;
  if (!ready_ || graph.lanes.count == 1) return;
  events_.assign(graph.steps.size() + 1, nullptr);
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (i < graph.steps.size() && !graph.lanes.places[i].awaited) continue;
    ready_ = ready_ && driver.create_event(&events_[i], CU_EVENT_DISABLE_TIMING) == CUDA_SUCCESS;
  }
  ready_ = ready_ && driver.record_event(events_.back(), stream) == CUDA_SUCCESS;
}

// The driver keeps an event until what was recorded is over.
StepLaunch::~StepLaunch() {
  for (const CUevent event : events_) {
    if (event) driver_.destroy_event(event);
  }
}

CUresult StepLaunch::wait_for(CUstream stream, std::size_t step) const {
  return driver_.wait_event(stream, events_[step], 0);
}

CUresult StepLaunch::take(std::size_t step, const How& how) {
  if (taken_ > step) return CUDA_ERROR_UNKNOWN;  // not what failed
  const GraphStep& work = graph_.steps[step];
  const CUresult result = how ? how(work, last_) : graph::launch(driver_, work, last_);
  if (result == CUDA_SUCCESS) taken_ = step + 1;
  return result;
}

CUresult StepLaunch::launch(std::size_t step, const How& how) {
  if (graph_.lanes.count == 1) return take(step, how);
  const GraphLanes::Place& place = graph_.lanes.places[step];
  last_ = streams_[place.lane];
  CUresult result = CUDA_SUCCESS;
  if (place.after.empty() && !begun_[place.lane]) result = wait_for(last_, graph_.steps.size());
  begun_[place.lane] = true;
  for (const std::uint32_t before : place.after) {
    if (result == CUDA_SUCCESS) result = wait_for(last_, before);
  }
  if (result == CUDA_SUCCESS) result = take(step, how);
  if (result == CUDA_SUCCESS && place.awaited) result = driver_.record_event(events_[step], last_);
  return result;
}

bool StepLaunch::ended_within(double seconds) const { return drained(driver_, last_, seconds); }

CUresult StepLaunch::join() {
  CUresult result = CUDA_SUCCESS;
  for (const std::uint32_t step : graph_.lanes.last) {
    if (result == CUDA_SUCCESS) result = wait_for(streams_[0], step);
  }
  return result;
}

}  // namespace rooflens::graph
