// A graph of child graphs, two levels deep, launched on two streams in turns.
#include "app.cuh"

__global__ void turn_in_child(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 50; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeThreadLocal));
  for (int k = 0; k < 4; ++k) turn_in_child<<<n / 256, 256, 0, streams[0]>>>(x, k);
  cudaGraph_t leaf, middle, whole;
  CHECK(cudaStreamEndCapture(streams[0], &leaf));
  CHECK(cudaGraphCreate(&middle, 0));
  CHECK(cudaGraphCreate(&whole, 0));
  cudaGraphNode_t first, second;
  CHECK(cudaGraphAddChildGraphNode(&first, middle, nullptr, 0, leaf));
  CHECK(cudaGraphAddChildGraphNode(&second, middle, &first, 1, leaf));
  CHECK(cudaGraphAddChildGraphNode(&first, whole, nullptr, 0, middle));
  CHECK(cudaGraphAddChildGraphNode(&second, whole, &first, 1, leaf));
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, whole, 0));
  for (int k = 0; k < 1000; ++k) CHECK(cudaGraphLaunch(ready, streams[k % 2]));
  CHECK(cudaDeviceSynchronize());
  app::print("numbers", app::checksum_of_device(x, n));
}
