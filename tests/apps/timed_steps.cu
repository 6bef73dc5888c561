// Times each of its steps with events, 8000 times in about 2 seconds: a graph of two kernels, and one kernel more between two timings.
#include <algorithm>

#include "app.cuh"

__global__ void turn_numbers(std::uint32_t* x, int rounds) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < rounds; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

__global__ void exchange_halves(std::uint32_t* x, int half) {
  const int i = app::index();
  const std::uint32_t kept = x[i];
  x[i] = x[i + half];
  x[i + half] = kept;
}

int main() {
  const int n = 1 << 24;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaGraph_t graph;
  cudaGraphExec_t step;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  turn_numbers<<<n / 256, 256, 0, stream>>>(x, 40);
  exchange_halves<<<n / 512, 256, 0, stream>>>(x, n / 2);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&step, graph, 0));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int k = 0; k < 8000; ++k) {
    CHECK(cudaEventRecord(start, stream));
    CHECK(cudaGraphLaunch(step, stream));
    CHECK(cudaEventRecord(stop, stream));
    turn_numbers<<<n / 256, 256, 0, stream>>>(x, 20);
    CHECK(cudaEventSynchronize(stop));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  std::fprintf(stderr, "step_ms: %.4f\n", times[times.size() / 2]);
  CHECK(cudaStreamSynchronize(stream));
  app::print("numbers", app::checksum_of_device(x, n));
}
