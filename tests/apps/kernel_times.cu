// Kernels that differ in what they wait for, of 0.1 to 1 ms, each timed by the program's own events: 20 launches
// between two of them, 100 times. Says the median of each kernel on stderr, which others.py holds against the session.
#include <algorithm>
#include <functional>

#include "app.cuh"

constexpr int kWords = 1 << 26;
constexpr int kLong = 1 << 28;
constexpr int kThreads = 1 << 19;
constexpr int kBatch = 20;

__global__ void copy_words(const std::uint32_t* in, std::uint32_t* out) { out[app::index()] = in[app::index()]; }

__global__ void copy_long(const std::uint32_t* in, std::uint32_t* out) { out[app::index()] = in[app::index()]; }

__global__ void read_apart(const std::uint32_t* in, std::uint32_t* out) {
  const unsigned i = app::index();
  out[i] = in[(i * 8191u) & (kWords - 1)];
}

__global__ void mix_words(std::uint32_t* out, int rounds) {
  std::uint32_t value = out[app::index()];
  for (int k = 0; k < rounds; ++k) value = app::mix(value);
  out[app::index()] = value;
}

__global__ void multiply_add(float* out, int rounds) {
  float a = out[app::index()], b = a + 1, c = a + 2, d = a + 3;
  for (int k = 0; k < rounds; ++k) {
    a = fmaf(a, 0.5f, 1.0f), b = fmaf(b, 0.5f, 1.0f), c = fmaf(c, 0.5f, 1.0f), d = fmaf(d, 0.5f, 1.0f);
  }
  out[app::index()] = a + b + c + d;
}

__global__ void take_sines(float* out, int rounds) {
  float value = out[app::index()];
  for (int k = 0; k < rounds; ++k) value = __sinf(value);
  out[app::index()] = value;
}

__global__ void turn_in_shared(std::uint32_t* out, int rounds) {
  __shared__ std::uint32_t cells[32 * 32];
  std::uint32_t value = out[app::index()];
  for (int k = 0; k < rounds; ++k) {
    cells[threadIdx.x % 32 * 32 + threadIdx.x / 32] = value;
    __syncthreads();
    value += cells[threadIdx.x];
    __syncthreads();
  }
  out[app::index()] = value;
}

__global__ void add_to_cells(std::uint32_t* cells, int rounds) {
  for (int k = 0; k < rounds; ++k) atomicAdd(cells + (app::index() * 97u + k) % 65536, 1u);
}

__global__ void walk_alone(float* out, int rounds) {
  float value = out[threadIdx.x];
  for (int k = 0; k < rounds; ++k) value = fmaf(value, 0.5f, 1.0f);
  out[threadIdx.x] = value;
}

// Rounds of all kernels in turn, so that all see the same clocks.
struct Timed {
  const char* name;
  std::function<void()> launch;
  std::vector<float> times{};
};

float time_batch(const std::function<void()>& launch, cudaEvent_t begin, cudaEvent_t end) {
  CHECK(cudaEventRecord(begin));
  for (int k = 0; k < kBatch; ++k) launch();
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  CHECK(cudaGetLastError());
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, begin, end));
  return ms / kBatch;
}

int main() {
  auto* in = app::device_array<std::uint32_t>(kLong);
  auto* words = app::device_array<std::uint32_t>(kLong);
  auto* cells = app::device_array<std::uint32_t>(65536);
  auto* numbers = app::device_array<float>(kThreads);
  std::vector<Timed> kernels{
      {"copy_words", [&] { copy_words<<<kWords / 256, 256>>>(in, words); }},
      {"copy_long", [&] { copy_long<<<kLong / 256, 256>>>(in, words); }},
      {"read_apart", [&] { read_apart<<<kWords / 4 / 256, 256>>>(in, words); }},
      {"mix_words", [&] { mix_words<<<kThreads / 256, 256>>>(words, 600); }},
      {"multiply_add", [&] { multiply_add<<<kThreads / 256, 256>>>(numbers, 3000); }},
      {"take_sines", [&] { take_sines<<<kThreads / 256, 256>>>(numbers, 1500); }},
      {"turn_in_shared", [&] { turn_in_shared<<<kThreads / 1024, 1024>>>(words, 100); }},
      {"add_to_cells", [&] { add_to_cells<<<kThreads / 256, 256>>>(cells, 100); }},
      {"walk_alone", [&] { walk_alone<<<1, 128>>>(numbers, 100000); }},
  };
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  for (int round = 0; round < 100; ++round) {
    for (Timed& kernel : kernels) kernel.times.push_back(time_batch(kernel.launch, begin, end));
  }
  for (Timed& kernel : kernels) {
    std::sort(kernel.times.begin(), kernel.times.end());
    std::fprintf(stderr, "kernel_ms: %s %.5f\n", kernel.name, kernel.times[kernel.times.size() / 2]);
  }
  app::print("words", app::checksum_of_device(words, kThreads));
  app::print("cells", app::checksum_of_device(cells, 65536));
  app::print("numbers", app::checksum_of_device(numbers, kThreads));
}
