// Two kernels that run at once, as those of a communication library: one sends messages through a ring in memory that
// is too small for all of them, the other takes them and gives the places back. A third computes beside them.
#include "app.cuh"

constexpr int kPlaces = 8, kWords = 128, kMessages = 300;

struct Ring {
  volatile int head;  // messages that were sent
  volatile int tail;  // and those that were taken
  volatile int given_up;
  volatile std::uint32_t places[kPlaces][kWords];
};

// For all threads of the block: whether a counter reached `least`, which one of them watches.
__device__ bool reached(const volatile int* counter, int least) {
  __shared__ bool in_time;
  __syncthreads();
  if (threadIdx.x == 0) in_time = app::wait_until(counter, least);
  __syncthreads();
  return in_time;
}

__global__ void send_messages(Ring* ring, int begin, const std::uint32_t* data) {
  for (int k = begin; k < begin + kMessages; ++k) {
    if (!reached(&ring->tail, k - kPlaces + 1)) {
      ring->given_up = 1;
      return;
    }
    ring->places[k % kPlaces][threadIdx.x] = app::mix(data[k % kWords] + threadIdx.x);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) ring->head = k + 1;
  }
}

__global__ void take_messages(Ring* ring, int begin, std::uint32_t* sums) {
  std::uint32_t sum = sums[threadIdx.x];
  for (int k = begin; k < begin + kMessages; ++k) {
    if (!reached(&ring->head, k + 1)) {
      ring->given_up = 1;
      return;
    }
    sum = app::mix(sum + ring->places[k % kPlaces][threadIdx.x]);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) ring->tail = k + 1;
  }
  sums[threadIdx.x] = sum;
}

__global__ void change_data(std::uint32_t* data, std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + number);
  x[app::index()] = value;
  if (app::index() < kWords) data[app::index()] = value;
}

int main() {
  const int n = 1 << 14, rounds = 150;
  Ring* ring = app::device_array<Ring>(1);
  std::uint32_t* data = app::device_array<std::uint32_t>(kWords);
  std::uint32_t* sums = app::device_array<std::uint32_t>(kWords);
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  std::uint32_t* y = app::device_array<std::uint32_t>(n);
  std::uint32_t* unused = app::device_array<std::uint32_t>(kWords);
  cudaStream_t sending, taking, computing;
  CHECK(cudaStreamCreateWithFlags(&sending, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&taking, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&computing, cudaStreamNonBlocking));
  app::load(send_messages);
  app::load(take_messages);
  app::load(change_data);
  int given_up = 0;
  for (int round = 0; round < rounds && !given_up; ++round) {
    change_data<<<n / 256, 256, 0, sending>>>(data, x, round);
    send_messages<<<1, kWords, 0, sending>>>(ring, round * kMessages, data);
    take_messages<<<1, kWords, 0, taking>>>(ring, round * kMessages, sums);
    for (int k = 0; k < 5; ++k) change_data<<<n / 256, 256, 0, computing>>>(unused, y, k);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(taking));
    CHECK(cudaStreamSynchronize(sending));
    CHECK(cudaMemcpy(&given_up, const_cast<int*>(&ring->given_up), sizeof given_up, cudaMemcpyDeviceToHost));
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("given up %d\n", given_up);
  app::print("sums", app::checksum_of_device(sums, kWords));
  app::print("beside", app::checksum_of_device(y, n));
}
