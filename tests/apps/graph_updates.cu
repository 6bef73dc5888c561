// A graph whose kernel nodes get new arguments between launches, and whole new graphs by cudaGraphExecUpdate.
#include "app.cuh"

__global__ void turn_updated(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 200; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

cudaKernelNodeParams parameters_of(int blocks, void** arguments) {
  cudaKernelNodeParams parameters{};
  parameters.func = reinterpret_cast<void*>(turn_updated);
  parameters.gridDim = dim3(blocks);
  parameters.blockDim = dim3(256);
  parameters.kernelParams = arguments;
  return parameters;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  std::uint32_t number = 0;
  void* arguments[] = {&x, &number};
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t node;
  cudaKernelNodeParams parameters = parameters_of(n / 256, arguments);
  CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  for (int k = 0; k < 2000; ++k) {
    number = app::mix(k);
    parameters = parameters_of(n / 256 / (1 + k % 4), arguments);
    CHECK(cudaGraphExecKernelNodeSetParams(ready, node, &parameters));
    CHECK(cudaGraphLaunch(ready, nullptr));
    if (k % 100 != 99) continue;
    ++number;
    CHECK(cudaGraphKernelNodeSetParams(node, &parameters));
    cudaGraphExecUpdateResultInfo result;
    CHECK(cudaGraphExecUpdate(ready, graph, &result));
    CHECK(cudaGraphLaunch(ready, nullptr));
  }
  CHECK(cudaDeviceSynchronize());
  app::print("numbers", app::checksum_of_device(x, n));
}
