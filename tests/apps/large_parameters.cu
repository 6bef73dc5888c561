// Kernels whose parameters take 4 KB, and as many as a kernel can have (32764 bytes), new with each launch.
#include "app.cuh"

template <int kWords>
struct Table {
  std::uint32_t words[kWords];
};

using Small = Table<(4096 - 16) / 4>;
using Large = Table<(32764 - 8) / 4>;

__global__ void look_up_small(std::uint32_t* x, const __grid_constant__ Small table, int shift) {
  const int count = sizeof table / 4;
  x[app::index()] = app::mix(x[app::index()] + table.words[(app::index() + shift) % count]);
}

__global__ void look_up_large(std::uint32_t* x, const __grid_constant__ Large table) {
  const int count = sizeof table / 4;
  std::uint32_t value = x[app::index()];
  for (int k = 0; k < 8; ++k) value = app::mix(value + table.words[(value + k * 1021) % count]);
  x[app::index()] = value;
}

template <class Any>
void fill(Any& table, std::uint32_t seed) {
  std::uint32_t number = seed;
  for (std::uint32_t& word : table.words) word = number = number * 1664525u + 1013904223u;
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  static Small small;
  static Large large;
  static_assert(sizeof(std::uint32_t*) + sizeof large == 32764);
  for (int k = 0; k < 1500; ++k) {
    fill(small, k);
    look_up_small<<<n / 256, 256>>>(x, small, k);
    if (k % 3 == 0) {
      fill(large, k);
      look_up_large<<<n / 256, 256>>>(x, large);
    }
  }
  CHECK(cudaGetLastError());
  app::print("launched", app::checksum_of_device(x, n));

  void* arguments[] = {&x, &large};
  cudaKernelNodeParams parameters{};
  parameters.func = reinterpret_cast<void*>(look_up_large);
  parameters.gridDim = n / 256;
  parameters.blockDim = 256;
  parameters.kernelParams = arguments;
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t nodes[4];
  for (int i = 0; i < 4; ++i) {
    fill(large, 7000 + i);
    CHECK(cudaGraphAddKernelNode(&nodes[i], graph, i ? &nodes[i - 1] : nullptr, i ? 1 : 0, &parameters));
  }
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  for (int k = 0; k < 300; ++k) {
    fill(large, 9000 + k);
    CHECK(cudaGraphExecKernelNodeSetParams(ready, nodes[k % 4], &parameters));
    CHECK(cudaGraphLaunch(ready, nullptr));
  }
  CHECK(cudaDeviceSynchronize());
  app::print("in graphs", app::checksum_of_device(x, n));
}
