// A captured stream, replayed 400 times.
#include "app.cuh"

__global__ void turn_captured(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

__global__ void swap_captured(std::uint32_t* x, int n) {
  const int i = app::index();
  if (i >= n / 2) return;
  const std::uint32_t value = x[i];
  x[i] = x[n - 1 - i] + 1;
  x[n - 1 - i] = value;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int k = 0; k < 20; ++k) {
    turn_captured<<<n / 256, 256, 0, stream>>>(x, k);
    swap_captured<<<n / 512, 256, 0, stream>>>(x, n);
  }
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  const double begin = app::seconds();
  for (int k = 0; k < 400; ++k) CHECK(cudaGraphLaunch(ready, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::fprintf(stderr, "step_ms: %.4f\n", (app::seconds() - begin) / 0.4);
  app::print("numbers", app::checksum_of_device(x, n));
  CHECK(cudaGraphExecDestroy(ready));
  CHECK(cudaGraphDestroy(graph));
}
