// The program times its own kernel with events, 300 times, and says whether the median is of the right size.
#include <algorithm>

#include "app.cuh"

// A chain of 100 000 dependent operations: 200 to 400 us on any GPU of these years.
__global__ void walk_chain(float* x) {
  float value = x[threadIdx.x];
  for (int i = 0; i < 100000; ++i) value = fmaf(value, 0.5f, 1.0f);
  x[threadIdx.x] = value;
}

int main() {
  float* x = app::device_array<float>(32);
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int k = 0; k < 300; ++k) {
    CHECK(cudaEventRecord(begin));
    walk_chain<<<1, 32>>>(x);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  const float median = times[times.size() / 2];
  std::fprintf(stderr, "step_ms: %.4f\n", median);
  std::puts(median > 0.1f && median < 0.6f ? "median sane" : "median off");
  app::print("chain", app::checksum_of_device(x, 32));
}
