// Chooses the fastest of three variants by events, five launches each, in every one of 20 rounds.
#include "app.cuh"

template <int kParts>
__global__ void sum_chain(float* x, int length) {
  float value = x[threadIdx.x];
  for (int part = 0; part < kParts; ++part) {
    for (int i = 0; i < length; ++i) value = fmaf(value, 0.5f, 1.0f);
  }
  x[threadIdx.x] = value;
}

template <int kParts>
float time_of(float* x, cudaEvent_t begin, cudaEvent_t end) {
  sum_chain<kParts><<<1, 64>>>(x, 20000);
  CHECK(cudaEventRecord(begin));
  for (int k = 0; k < 5; ++k) sum_chain<kParts><<<1, 64>>>(x, 20000);
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, begin, end));
  return ms;
}

int main() {
  float* x = app::device_array<float>(64);
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  for (int round = 0; round < 20; ++round) {
    const float times[] = {time_of<4>(x, begin, end), time_of<2>(x, begin, end), time_of<8>(x, begin, end)};
    int best = 0;
    for (int i = 1; i < 3; ++i) {
      if (times[i] < times[best]) best = i;
    }
    std::printf("round %d variant %d\n", round, best);
  }
  app::print("chain", app::checksum_of_device(x, 64));
}
