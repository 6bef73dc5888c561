// A graph built node by node: kernels, a memset, a copy and a host function.
#include "app.cuh"

__global__ void turn_node(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 200; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

__global__ void join_nodes(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t* x) {
  x[app::index()] = app::mix(a[app::index()] ^ b[app::index()]);
}

cudaGraphNode_t kernel_node(cudaGraph_t graph, std::vector<cudaGraphNode_t> after, void* kernel, int blocks,
                            void** arguments) {
  cudaKernelNodeParams parameters{};
  parameters.func = kernel;
  parameters.gridDim = dim3(blocks);
  parameters.blockDim = dim3(256);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  CHECK(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &parameters));
  return node;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  std::uint32_t one = 1, two = 2;
  int calls = 0;
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  void* of_a[] = {&a, &one};
  void* of_b[] = {&b, &two};
  void* of_x[] = {&a, &b, &x};
  const cudaGraphNode_t first = kernel_node(graph, {}, reinterpret_cast<void*>(turn_node), n / 256, of_a);
  cudaMemsetParams clear{};
  clear.dst = b + n / 2;
  clear.value = 7;
  clear.elementSize = 4;
  clear.width = n / 2;
  clear.height = 1;
  cudaGraphNode_t cleared, copied, called;
  CHECK(cudaGraphAddMemsetNode(&cleared, graph, nullptr, 0, &clear));
  const cudaGraphNode_t second = kernel_node(graph, {cleared}, reinterpret_cast<void*>(turn_node), n / 256, of_b);
  const cudaGraphNode_t joined =
      kernel_node(graph, {first, second}, reinterpret_cast<void*>(join_nodes), n / 256, of_x);
  CHECK(cudaGraphAddMemcpyNode1D(&copied, graph, &joined, 1, b, x, n * 2, cudaMemcpyDeviceToDevice));
  cudaHostNodeParams host{};
  host.fn = [](void* data) { ++*static_cast<int*>(data); };
  host.userData = &calls;
  CHECK(cudaGraphAddHostNode(&called, graph, &copied, 1, &host));
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  for (int k = 0; k < 2000; ++k) CHECK(cudaGraphLaunch(ready, nullptr));
  CHECK(cudaDeviceSynchronize());
  std::printf("calls %d\n", calls);
  app::print("numbers", app::checksum_of_device(x, n));
}
