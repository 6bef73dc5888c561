// A graph launches itself again from the device, fifty times for each launch of the host.
// flags: -rdc=true -lcudadevrt
#include "app.cuh"

__global__ void turn_in_round(std::uint32_t* x, const int* round) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + *round);
  x[app::index()] = value;
}

__global__ void launch_again(int* round) {
  if (++*round % 50 != 0) cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  int* round = app::device_array<int>(1);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  turn_in_round<<<n / 256, 256, 0, stream>>>(x, round);
  launch_again<<<1, 1, 0, stream>>>(round);
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, graph, cudaGraphInstantiateFlagDeviceLaunch));
  CHECK(cudaGraphUpload(ready, stream));
  for (int k = 0; k < 100; ++k) {
    CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
  }
  int rounds = 0;
  CHECK(cudaMemcpy(&rounds, round, sizeof rounds, cudaMemcpyDeviceToHost));
  std::printf("rounds %d\n", rounds);
  app::print("numbers", app::checksum_of_device(x, n));
}
