// A graph with a WHILE node that repeats its body on the device and an IF node that runs in every other launch.
#include "app.cuh"

__global__ void choose_branches(const int* launches, cudaGraphConditionalHandle branch) {
  cudaGraphSetConditional(branch, *launches % 2);
}

__global__ void turn_body(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

__global__ void count_down(int* left, cudaGraphConditionalHandle again) { cudaGraphSetConditional(again, --*left > 0); }

__global__ void begin_again(int* left, int* launches) { *left = 3 + ++*launches % 5; }

cudaGraphNode_t add_kernel(cudaGraph_t graph, const cudaGraphNode_t* after, void* kernel, int blocks, int threads,
                           void** arguments) {
  cudaKernelNodeParams parameters{};
  parameters.func = kernel;
  parameters.gridDim = dim3(blocks);
  parameters.blockDim = dim3(threads);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  CHECK(cudaGraphAddKernelNode(&node, graph, after, after ? 1 : 0, &parameters));
  return node;
}

cudaGraphNode_t add_conditional(cudaGraph_t graph, cudaGraphNode_t after, cudaGraphConditionalHandle handle,
                                cudaGraphConditionalNodeType type, cudaGraph_t& body) {
  cudaGraphNodeParams parameters{};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = handle;
  parameters.conditional.type = type;
  parameters.conditional.size = 1;
  cudaGraphNode_t node;
  CHECK(cudaGraphAddNode(&node, graph, &after, nullptr, 1, &parameters));
  body = parameters.conditional.phGraph_out[0];
  return node;
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  int* left = app::device_array<int>(2);
  int* launches = left + 1;
  std::uint32_t one = 1, two = 2;
  cudaGraph_t graph, repeated, chosen;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle again, branch;
  CHECK(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault));
  CHECK(cudaGraphConditionalHandleCreate(&branch, graph, 0, cudaGraphCondAssignDefault));
  void* of_begin[] = {&left, &launches};
  void* of_choice[] = {&launches, &branch};
  void* of_loop[] = {&x, &one};
  void* of_count[] = {&left, &again};
  void* of_branch[] = {&x, &two};
  cudaGraphNode_t node = add_kernel(graph, nullptr, reinterpret_cast<void*>(begin_again), 1, 1, of_begin);
  node = add_kernel(graph, &node, reinterpret_cast<void*>(choose_branches), 1, 1, of_choice);
  node = add_conditional(graph, node, again, cudaGraphCondTypeWhile, repeated);
  const cudaGraphNode_t inner =
      add_kernel(repeated, nullptr, reinterpret_cast<void*>(turn_body), n / 256, 256, of_loop);
  add_kernel(repeated, &inner, reinterpret_cast<void*>(count_down), 1, 1, of_count);
  add_conditional(graph, node, branch, cudaGraphCondTypeIf, chosen);
  add_kernel(chosen, nullptr, reinterpret_cast<void*>(turn_body), n / 256, 256, of_branch);
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  for (int k = 0; k < 1500; ++k) CHECK(cudaGraphLaunch(ready, nullptr));
  CHECK(cudaDeviceSynchronize());
  app::print("numbers", app::checksum_of_device(x, n));
}
