// A driver whose graphs are made by a test, and that writes down what is launched.
#pragma once

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "profiler/graph/graph_driver.hpp"

namespace rooflens::graph {

struct FakeNode {
  CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
  CUDA_KERNEL_NODE_PARAMS kernel{};
  CUDA_MEMCPY3D copy{};
  CUDA_MEMSET_NODE_PARAMS fill{};
  CUDA_HOST_NODE_PARAMS host{};
  CUgraph child = nullptr;
  std::map<CUlaunchAttributeID, CUlaunchAttributeValue> attributes;
  std::vector<CUgraphNode> before;
};

/// One at a time.
class FakeDriver {
 public:
  FakeDriver() { current = this; }
  FakeDriver(const FakeDriver&) = delete;
  FakeDriver& operator=(const FakeDriver&) = delete;
  ~FakeDriver() { current = nullptr; }

  CUgraph graph() {
    graphs_.emplace_back();
    return reinterpret_cast<CUgraph>(graphs_.size());
  }
  CUgraphNode add(CUgraph graph, CUgraphNodeType type, const std::vector<CUgraphNode>& after = {}) {
    auto& nodes = graphs_.at(reinterpret_cast<std::size_t>(graph) - 1);
    nodes.push_back(std::make_unique<FakeNode>());
    nodes.back()->type = type;
    nodes.back()->before = after;
    return reinterpret_cast<CUgraphNode>(nodes.back().get());
  }
  /// A kernel with the arguments (int a, double b).
  CUgraphNode add_kernel(CUgraph graph, const char* name, int a, double b, const std::vector<CUgraphNode>& after = {}) {
    const CUgraphNode node = add(graph, CU_GRAPH_NODE_TYPE_KERNEL, after);
    at(node).kernel = kernel(name, a, b);
    return node;
  }
  CUDA_KERNEL_NODE_PARAMS kernel(const char* name, int a, double b) {
    ints_.push_back(std::make_unique<int>(a));
    doubles_.push_back(std::make_unique<double>(b));
    lists_.push_back({ints_.back().get(), doubles_.back().get()});
    CUDA_KERNEL_NODE_PARAMS params{};
    params.func = reinterpret_cast<CUfunction>(const_cast<char*>(name));
    params.gridDimX = 4;
    params.gridDimY = params.gridDimZ = 1;
    params.blockDimX = 128;
    params.blockDimY = params.blockDimZ = 1;
    params.sharedMemBytes = 16;
    params.kernelParams = lists_.back().data();
    return params;
  }
  static FakeNode& at(CUgraphNode node) { return *reinterpret_cast<FakeNode*>(node); }

  std::vector<std::string> launched;  ///< "name(a, b)", "name(a, b) on 1", "copy", "fill 7", "host", "2 waits for 1"
  std::size_t events = 0;             ///< made, not destroyed
  std::size_t most_events = ~std::size_t{0};
  std::vector<unsigned> attributes;  ///< of the last kernel
  std::vector<std::string> added;    ///< to other graphs: "kernel", "copy after 1", where nodes are numbered from 1
  bool pageable = false;             ///< every address is
  CUresult kernel_launch = CUDA_SUCCESS;  ///< what launching a kernel gives

  [[nodiscard]] static GraphDriver table();

 private:
  static std::string number(const void* handle) { return std::to_string(reinterpret_cast<std::size_t>(handle)); }
  static std::string on(CUstream stream) { return stream ? " on " + number(stream) : ""; }
  static void note(const char* kind, CUgraphNode* node, const CUgraphNode* after, std::size_t count) {
    std::string& text = current->added.emplace_back(kind);
    if (count > 0) text += " after " + std::to_string(reinterpret_cast<std::size_t>(*after));
    *node = reinterpret_cast<CUgraphNode>(current->added.size());
  }

  inline static FakeDriver* current = nullptr;
  std::vector<std::vector<std::unique_ptr<FakeNode>>> graphs_;
  std::vector<std::unique_ptr<int>> ints_;
  std::vector<std::unique_ptr<double>> doubles_;
  std::vector<std::vector<void*>> lists_;
};

inline GraphDriver FakeDriver::table() {
  GraphDriver t;
  t.get_nodes = [](CUgraph graph, CUgraphNode* nodes, std::size_t* count) {
    const auto& all = current->graphs_.at(reinterpret_cast<std::size_t>(graph) - 1);
    for (std::size_t i = 0; nodes && i < all.size(); ++i) nodes[i] = reinterpret_cast<CUgraphNode>(all[i].get());
    *count = all.size();
    return CUDA_SUCCESS;
  };
  t.get_edges = [](CUgraph graph, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData*, std::size_t* count) {
    std::size_t edges = 0;
    for (const auto& node : current->graphs_.at(reinterpret_cast<std::size_t>(graph) - 1)) {
      for (const CUgraphNode before : node->before) {
        if (from) from[edges] = before;
        if (to) to[edges] = reinterpret_cast<CUgraphNode>(node.get());
        ++edges;
      }
    }
    *count = edges;
    return CUDA_SUCCESS;
  };
  t.node_type = [](CUgraphNode node, CUgraphNodeType* type) { return *type = at(node).type, CUDA_SUCCESS; };
  t.kernel_params = [](CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* p) { return *p = at(node).kernel, CUDA_SUCCESS; };
  t.kernel_attribute = [](CUgraphNode node, CUlaunchAttributeID id, CUlaunchAttributeValue* value) {
    *value = at(node).attributes[id];
    return CUDA_SUCCESS;
  };
  t.copy_params = [](CUgraphNode node, CUDA_MEMCPY3D* p) { return *p = at(node).copy, CUDA_SUCCESS; };
  t.fill_params = [](CUgraphNode node, CUDA_MEMSET_NODE_PARAMS* p) { return *p = at(node).fill, CUDA_SUCCESS; };
  t.host_params = [](CUgraphNode node, CUDA_HOST_NODE_PARAMS* p) { return *p = at(node).host, CUDA_SUCCESS; };
  t.child = [](CUgraphNode node, CUgraph* child) { return *child = at(node).child, CUDA_SUCCESS; };
  t.function_name = [](const char** name, CUfunction function) {
    *name = reinterpret_cast<const char*>(function);
    return CUDA_SUCCESS;
  };
  t.function_param = [](CUfunction, std::size_t i, std::size_t* offset, std::size_t* size) {
    if (i > 1) return CUDA_ERROR_INVALID_VALUE;
    *offset = i * sizeof(double);
    *size = i == 0 ? sizeof(int) : sizeof(double);
    return CUDA_SUCCESS;
  };
  t.pointer_attribute = [](void*, CUpointer_attribute, CUdeviceptr) {
    return current->pageable ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
  };
  t.add_kernel = [](CUgraphNode* node, CUgraph, const CUgraphNode* after, std::size_t count,
                    const CUDA_KERNEL_NODE_PARAMS*) {
    note("kernel", node, after, count);
    return current->kernel_launch;
  };
  t.add_copy = [](CUgraphNode* node, CUgraph, const CUgraphNode* after, std::size_t count, const CUDA_MEMCPY3D*,
                  CUcontext) { return note("copy", node, after, count), CUDA_SUCCESS; };
  t.add_fill = [](CUgraphNode* node, CUgraph, const CUgraphNode* after, std::size_t count,
                  const CUDA_MEMSET_NODE_PARAMS*, CUcontext) { return note("fill", node, after, count), CUDA_SUCCESS; };
  t.set_attribute = [](CUgraphNode, CUlaunchAttributeID id, const CUlaunchAttributeValue*) {
    current->attributes.push_back(id);
    return CUDA_SUCCESS;
  };
  t.launch_kernel = [](const CUlaunchConfig* config, CUfunction function, void** arguments, void** extra) {
    if (current->kernel_launch != CUDA_SUCCESS) return current->kernel_launch;
    int a = 0;
    double b = 0;
    const auto* packed = extra ? static_cast<const char*>(extra[1]) : nullptr;
    std::memcpy(&a, packed ? packed : arguments[0], sizeof a);
    std::memcpy(&b, packed ? packed + sizeof(double) : arguments[1], sizeof b);
    current->launched.push_back(std::string(reinterpret_cast<const char*>(function)) + "(" + std::to_string(a) + ", " +
                                std::to_string(b).substr(0, 3) + ")" + on(config->hStream));
    current->attributes.clear();
    for (unsigned i = 0; i < config->numAttrs; ++i) current->attributes.push_back(config->attrs[i].id);
    return CUDA_SUCCESS;
  };
  t.launch_host = [](CUstream, CUhostFn, void*) { return current->launched.emplace_back("host"), CUDA_SUCCESS; };
  t.copy = [](const CUDA_MEMCPY3D*, CUstream) { return current->launched.emplace_back("copy"), CUDA_SUCCESS; };
  t.fill8 = [](CUdeviceptr, std::size_t, unsigned char value, std::size_t, std::size_t, CUstream) {
    return current->launched.push_back("fill8 " + std::to_string(value)), CUDA_SUCCESS;
  };
  t.fill16 = [](CUdeviceptr, std::size_t, unsigned short value, std::size_t, std::size_t, CUstream) {
    return current->launched.push_back("fill16 " + std::to_string(value)), CUDA_SUCCESS;
  };
  t.fill32 = [](CUdeviceptr, std::size_t pitch, unsigned value, std::size_t, std::size_t, CUstream) {
    return current->launched.push_back("fill32 " + std::to_string(value) + " pitch " + std::to_string(pitch)),
           CUDA_SUCCESS;
  };
  t.create_event = [](CUevent* event, unsigned) {
    if (current->events >= current->most_events) return CUDA_ERROR_OUT_OF_MEMORY;
    *event = reinterpret_cast<CUevent>(++current->events);
    return CUDA_SUCCESS;
  };
  t.destroy_event = [](CUevent) { return --current->events, CUDA_SUCCESS; };
  t.record_event = [](CUevent event, CUstream stream) {
    return current->launched.push_back("record " + number(event) + on(stream)), CUDA_SUCCESS;
  };
  t.wait_event = [](CUstream stream, CUevent event, unsigned) {
    return current->launched.push_back(number(stream) + " waits for " + number(event)), CUDA_SUCCESS;
  };
  return t;
}

}  // namespace rooflens::graph
