#include "profiler/graph/graph_steps.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <utility>

#include "profiler/graph/graph_lanes.hpp"

namespace rooflens::graph {
namespace {

constexpr const char* kUnreadable = "a node could not be read";
constexpr int kMostDepth = 16;  // of child graphs

// Those of a node that a launch takes too, and that make a difference.
constexpr CUlaunchAttributeID kAttributes[] = {
    CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,    CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
    CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN,      CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION,
};

bool is_set(const CUlaunchAttribute& attribute) {
  const CUlaunchAttributeValue& v = attribute.value;
  switch (attribute.id) {
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
      return v.accessPolicyWindow.num_bytes > 0;
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
      return v.cooperative != 0;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
      return v.clusterDim.x > 0;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      return v.clusterSchedulingPolicyPreference != CU_CLUSTER_SCHEDULING_POLICY_DEFAULT;
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
      return v.memSyncDomain != CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT;
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION:
      return v.preferredClusterDim.x > 0;
    default:
      return false;
  }
}

bool has(const std::vector<CUlaunchAttribute>& attributes, CUlaunchAttributeID id) {
  return std::any_of(attributes.begin(), attributes.end(), [id](const CUlaunchAttribute& a) { return a.id == id; });
}

bool read_packed(void** extra, KernelStep& step) {
  const void* buffer = nullptr;
  std::size_t size = 0;
  for (std::size_t i = 0; extra[i] != CU_LAUNCH_PARAM_END; i += 2) {
    if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = extra[i + 1];
    if (extra[i] == CU_LAUNCH_PARAM_BUFFER_SIZE) size = *static_cast<const std::size_t*>(extra[i + 1]);
  }
  if (!buffer) return size == 0;
  const auto* bytes = static_cast<const std::byte*>(buffer);
  step.arguments.assign(bytes, bytes + size);
  return true;
}

// The driver tells where each argument lies, and ends the list with an error of its own. After any other one the list
// would be too short, and the driver would read what lies behind it.
bool read_arguments(const GraphDriver& driver, const CUDA_KERNEL_NODE_PARAMS& params, KernelStep& step) {
  step.arguments.clear();
  step.offsets.clear();
  if (!params.kernelParams && params.extra) return read_packed(params.extra, step);
  std::size_t offset = 0;
  std::size_t size = 0;
  for (std::size_t i = 0;; ++i) {
    const CUresult told = driver.function_param(step.function, i, &offset, &size);
    if (told != CUDA_SUCCESS) return told == CUDA_ERROR_INVALID_VALUE;
    if (!params.kernelParams || !params.kernelParams[i]) return false;
    step.offsets.push_back(offset);
    step.arguments.resize(std::max(step.arguments.size(), offset + size));
    std::memcpy(step.arguments.data() + offset, params.kernelParams[i], size);
  }
}

class Reader {
 public:
  using Steps = std::vector<std::uint32_t>;

  Reader(const GraphDriver& driver, CUcontext context) : driver_(driver), context_(context) {}

  // Nodes in an order that all edges allow. Copies go first: they end by themselves, and a kernel may wait for one.
  // `before`: steps that the whole graph comes after. Gives those that what follows it comes after.
  Steps read(CUgraph graph, GraphSteps& result, const Steps& before, int depth) {
    std::vector<CUgraphNode> nodes;
    Edges edges;
    if (depth > kMostDepth || !list(graph, nodes, edges)) return refuse(result, kUnreadable);
    std::map<CUgraphNode, std::size_t> waits_for;
    std::map<CUgraphNode, Steps> after;
    for (const CUgraphNode node : nodes) waits_for[node] = 0;
    for (const auto& [from, ends] : edges) {
      for (const CUgraphNode to : ends) ++waits_for[to];
    }
    std::vector<CUgraphNode> ready;
    for (const CUgraphNode node : nodes) {
      if (waits_for[node] > 0) continue;
      ready.push_back(node);
      after[node] = before;
    }
    Steps last = nodes.empty() ? before : Steps();
    std::size_t done = 0;
    while (!ready.empty() && result.refusal.empty()) {
      const auto busy = [&](CUgraphNode node) { return may_wait(node); };
      auto next = std::find_if_not(ready.begin(), ready.end(), busy);
      if (next == ready.end()) {
        next = ready.begin();
        side_by_side_ = side_by_side_ || ready.size() > 1;
      }
      const CUgraphNode node = *next;
      ready.erase(next);
      const Steps own = add(node, result, after[node], depth);
      after.erase(node);
      ++done;
      for (const CUgraphNode to : edges[node]) {
        join(after[to], own);
        if (--waits_for[to] == 0) ready.push_back(to);
      }
      if (edges[node].empty()) join(last, own);
    }
    if (result.refusal.empty() && done != nodes.size()) return refuse(result, kUnreadable);
    return last;
  }

  void lay_out(GraphSteps& result) const {
    if (!side_by_side_ || !result.refusal.empty()) return;
    if (auto lanes = lay_in_lanes(after_)) {
      result.lanes = std::move(*lanes);
    } else {
      refuse(result, "too many of them may run side by side");
    }
  }

 private:
  using Edges = std::map<CUgraphNode, std::vector<CUgraphNode>>;

  static Steps refuse(GraphSteps& result, const char* why) {
    if (result.refusal.empty()) result.refusal = why;
    result.steps.clear();
    return {};
  }

  static void join(Steps& all, const Steps& more) {
    Steps both;
    std::set_union(all.begin(), all.end(), more.begin(), more.end(), std::back_inserter(both));
    all = std::move(both);
  }

  bool list(CUgraph graph, std::vector<CUgraphNode>& nodes, Edges& edges) {
    std::size_t count = 0;
    if (driver_.get_nodes(graph, nullptr, &count) != CUDA_SUCCESS) return false;
    nodes.resize(count);
    if (count > 0 && driver_.get_nodes(graph, nodes.data(), &count) != CUDA_SUCCESS) return false;
    std::size_t edge_count = 0;
    if (driver_.get_edges(graph, nullptr, nullptr, nullptr, &edge_count) != CUDA_SUCCESS) return false;
    std::vector<CUgraphNode> from(edge_count);
    std::vector<CUgraphNode> to(edge_count);
    std::vector<CUgraphEdgeData> data(edge_count);
    if (edge_count > 0 && driver_.get_edges(graph, from.data(), to.data(), data.data(), &edge_count) != CUDA_SUCCESS) {
      return false;
    }
    for (std::size_t i = 0; i < edge_count; ++i) edges[from[i]].push_back(to[i]);
    return true;
  }

  CUgraphNodeType type_of(CUgraphNode node) const {
    CUgraphNodeType type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    return driver_.node_type(node, &type) == CUDA_SUCCESS ? type : CU_GRAPH_NODE_TYPE_CONDITIONAL;
  }
  [[nodiscard]] bool may_wait(CUgraphNode node) const {
    const CUgraphNodeType type = type_of(node);
    return type != CU_GRAPH_NODE_TYPE_MEMCPY && type != CU_GRAPH_NODE_TYPE_MEMSET && type != CU_GRAPH_NODE_TYPE_EMPTY;
  }

  // The steps that what follows the node comes after.
  Steps add(CUgraphNode node, GraphSteps& result, const Steps& after, int depth) {
    switch (type_of(node)) {
      case CU_GRAPH_NODE_TYPE_EMPTY:
        return after;
      case CU_GRAPH_NODE_TYPE_GRAPH: {
        CUgraph child = nullptr;
        if (driver_.child(node, &child) != CUDA_SUCCESS) return refuse(result, kUnreadable);
        return read(child, result, after, depth + 1);
      }
      case CU_GRAPH_NODE_TYPE_KERNEL:
        return add_kernel(node, result, after);
      case CU_GRAPH_NODE_TYPE_MEMCPY: {
        CopyStep copy{};
        if (driver_.copy_params(node, &copy) != CUDA_SUCCESS) return refuse(result, kUnreadable);
        if (!can_copy(driver_, copy)) return refuse(result, "it copies to or from pageable host memory");
        return put({node, copy}, result, after);
      }
      case CU_GRAPH_NODE_TYPE_MEMSET: {
        FillStep fill{};
        if (driver_.fill_params(node, &fill) != CUDA_SUCCESS) return refuse(result, kUnreadable);
        return put({node, fill}, result, after);
      }
      case CU_GRAPH_NODE_TYPE_HOST: {
        HostStep host{};
        if (driver_.host_params(node, &host) != CUDA_SUCCESS) return refuse(result, kUnreadable);
        return put({node, host}, result, after);
      }
      case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
      case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return refuse(result, "it allocates memory");
      case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        return refuse(result, "it has conditional nodes");
      default:
        return refuse(result, "it waits for events or signals of others");
    }
  }

  Steps put(GraphStep step, GraphSteps& result, const Steps& after) {
    result.steps.push_back(std::move(step));
    after_.push_back(after);
    return {static_cast<std::uint32_t>(after_.size() - 1)};
  }

  Steps add_kernel(CUgraphNode node, GraphSteps& result, const Steps& after) {
    CUDA_KERNEL_NODE_PARAMS params{};
    KernelStep step;
    if (driver_.kernel_params(node, &params) != CUDA_SUCCESS || !read_kernel(driver_, params, step)) {
      return refuse(result, kUnreadable);
    }
    if (params.ctx && context_ && params.ctx != context_) return refuse(result, "it runs in several contexts");
    CUlaunchAttributeValue value{};
    if (driver_.kernel_attribute(node, CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE, &value) == CUDA_SUCCESS &&
        value.deviceUpdatableKernelNode.deviceUpdatable) {
      return refuse(result, "the device updates its nodes");
    }
    for (const CUlaunchAttributeID id : kAttributes) {
      CUlaunchAttribute attribute{};
      attribute.id = id;
      if (driver_.kernel_attribute(node, id, &attribute.value) == CUDA_SUCCESS && is_set(attribute)) {
        step.attributes.push_back(attribute);
      }
    }
    return put({node, std::move(step)}, result, after);
  }

  const GraphDriver& driver_;
  CUcontext context_;
  bool side_by_side_ = false;  ///< kernels, host functions or child graphs
  std::vector<Steps> after_;   ///< by step: those that it comes after
};

// Pinned, on the device, managed, or an array.
bool is_known_to_the_driver(const GraphDriver& driver, CUmemorytype type, CUdeviceptr device, const void* host) {
  if (type == CU_MEMORYTYPE_ARRAY || type == CU_MEMORYTYPE_DEVICE) return true;
  const auto place = type == CU_MEMORYTYPE_UNIFIED ? device : reinterpret_cast<CUdeviceptr>(host);
  CUmemorytype known{};
  return driver.pointer_attribute(&known, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, place) == CUDA_SUCCESS;
}

}  // namespace

bool KernelStep::cooperative() const { return has(attributes, CU_LAUNCH_ATTRIBUTE_COOPERATIVE); }
bool KernelStep::clustered() const { return has(attributes, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION); }

bool read_kernel(const GraphDriver& driver, const CUDA_KERNEL_NODE_PARAMS& params, KernelStep& step) {
  step.function = params.func;
  if (!step.function && (!params.kern || driver.kernel_function(&step.function, params.kern) != CUDA_SUCCESS)) {
    return false;
  }
  const char* name = nullptr;
  if (driver.function_name(&name, step.function) != CUDA_SUCCESS || !name) return false;
  step.symbol = name;
  step.grid = {params.gridDimX, params.gridDimY, params.gridDimZ};
  step.block = {params.blockDimX, params.blockDimY, params.blockDimZ};
  step.shared_bytes = params.sharedMemBytes;
  return read_arguments(driver, params, step);
}

bool can_copy(const GraphDriver& driver, const CUDA_MEMCPY3D& copy) {
  return is_known_to_the_driver(driver, copy.srcMemoryType, copy.srcDevice, copy.srcHost) &&
         is_known_to_the_driver(driver, copy.dstMemoryType, copy.dstDevice, copy.dstHost);
}

GraphSteps read_graph(const GraphDriver& driver, CUgraph graph, CUcontext context) {
  GraphSteps result;
  Reader reader(driver, context);
  reader.read(graph, result, {}, 0);
  reader.lay_out(result);
  return result;
}

}  // namespace rooflens::graph
