// A graph that allocates, uses and frees memory in each launch.
#include "app.cuh"

__global__ void fill_in_graph(std::uint32_t* scratch, const std::uint32_t* x) {
  scratch[app::index()] = app::mix(x[app::index()] + app::index());
}

__global__ void take_in_graph(const std::uint32_t* scratch, std::uint32_t* x, int n) {
  const int i = app::index();
  std::uint32_t value = x[i] + scratch[(i * 5 + 1) % n];
  for (int s = 0; s < 100; ++s) value = app::mix(value + s);
  x[i] = value;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int k = 0; k < 3; ++k) {
    std::uint32_t* scratch = nullptr;
    CHECK(cudaMallocAsync(&scratch, n * sizeof(std::uint32_t), stream));
    fill_in_graph<<<n / 256, 256, 0, stream>>>(scratch, x);
    take_in_graph<<<n / 256, 256, 0, stream>>>(scratch, x, n);
    CHECK(cudaFreeAsync(scratch, stream));
  }
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  for (int k = 0; k < 1000; ++k) CHECK(cudaGraphLaunch(ready, stream));
  CHECK(cudaStreamSynchronize(stream));
  app::print("numbers", app::checksum_of_device(x, n));
  CHECK(cudaGraphExecDestroy(ready));
  CHECK(cudaDeviceGraphMemTrim(0));
}
