// A kernel that stays for a second and takes work from a mapped queue, while other kernels run beside it.
#include "app.cuh"

constexpr int kBlocks = 8;

struct Queue {
  volatile int posted;
  volatile std::uint32_t item;
  volatile int done[kBlocks];
  volatile int given_up;
};

__global__ void serve_queue(Queue* queue, int items, std::uint32_t* sums) {
  std::uint32_t sum = blockIdx.x;
  for (int k = 1; k <= items; ++k) {
    if (!app::wait_until(&queue->posted, k)) {
      queue->given_up = 1;
      return;
    }
    sum = app::mix(sum + queue->item);
    __threadfence_system();
    queue->done[blockIdx.x] = k;
  }
  sums[blockIdx.x] = sum;
}

__global__ void work_beside(std::uint32_t* x) {
  const int i = app::index();
  for (int s = 0; s < 100; ++s) x[i] = app::mix(x[i] + s);
}

int main() {
  const int items = 1000;
  Queue* queue = nullptr;
  CHECK(cudaHostAlloc(&queue, sizeof(Queue), cudaHostAllocMapped));
  new (queue) Queue{};
  std::uint32_t* sums = app::device_array<std::uint32_t>(kBlocks);
  std::uint32_t* x = app::device_array<std::uint32_t>(1 << 16);
  cudaStream_t serving, other;
  CHECK(cudaStreamCreateWithFlags(&serving, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  app::load(serve_queue);
  app::load(work_beside);
  serve_queue<<<kBlocks, 1, 0, serving>>>(queue, items, sums);
  CHECK(cudaGetLastError());
  for (int k = 1; k <= items && !queue->given_up; ++k) {
    queue->item = app::mix(k);
    queue->posted = k;
    if (k % 4 == 0) work_beside<<<256, 256, 0, other>>>(x);
    for (int block = 0; block < kBlocks; ++block) {
      while (queue->done[block] < k && !queue->given_up) {
      }
    }
    usleep(1000);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::printf("given up %d\n", queue->given_up);
  app::print("sums", app::checksum_of_device(sums, kBlocks));
  app::print("beside", app::checksum_of_device(x, 1 << 16));
}
