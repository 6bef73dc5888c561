// A thread captures a stream, again and again, while another launches, allocates and waits.
#include <thread>

#include "app.cuh"

__global__ void turn_in_graph(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

__global__ void turn_outside(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value ^ number);
  x[app::index()] = value;
}

void capture(std::uint32_t* x, int n) {
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int k = 0; k < 200; ++k) {
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int j = 0; j < 10; ++j) turn_in_graph<<<n / 256, 256, 0, stream>>>(x, k + j);
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(stream, &graph));
    cudaGraphExec_t ready;
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    for (int j = 0; j < 3; ++j) CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
  }
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  app::load(turn_in_graph);
  app::load(turn_outside);
  std::thread other(capture, a, n);
  for (int k = 0; k < 3000; ++k) {
    turn_outside<<<n / 256, 256, 0, stream>>>(b, k);
    CHECK(cudaGetLastError());
    if (k % 20) continue;
    void* scratch = nullptr;
    CHECK(cudaMalloc(&scratch, 1 << 20));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaFree(scratch));
  }
  other.join();
  CHECK(cudaDeviceSynchronize());
  app::print("graph", app::checksum_of_device(a, n));
  app::print("outside", app::checksum_of_device(b, n));
}
