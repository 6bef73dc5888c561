// Graphs with branches that run at the same time: of different lengths, which join and fork again, and with kernels
// that wait for each other, which ends only where both run.
#include "app.cuh"

__global__ void turn_branch(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 300; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

__global__ void join_branches(std::uint32_t* x, const std::uint32_t* a, const std::uint32_t* b) {
  x[app::index()] = app::mix(x[app::index()] + a[app::index()] + 3 * b[app::index()]);
}

// Each of two kernels says that it is there and waits until the other one is.
__global__ void meet_branch(volatile std::uint32_t* flags, int own, std::uint32_t* x) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    flags[own] = 1;
    __threadfence();
    while (flags[1 - own] == 0) {
    }
  }
  x[app::index()] = app::mix(x[app::index()] + own);
}

struct Buffers {
  std::uint32_t *x, *a, *b, *flags;
};

template <class Body>
cudaGraphExec_t captured(cudaStream_t first, Body body) {
  cudaEvent_t forked, joined;
  CHECK(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
  CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeThreadLocal));
  body(forked, joined);
  CHECK(cudaGetLastError());
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(first, &graph));
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaEventDestroy(forked));
  CHECK(cudaEventDestroy(joined));
  return ready;
}

int main() {
  constexpr int kN = 1 << 16, kBlocks = kN / 256;
  Buffers m{app::device_array<std::uint32_t>(kN), app::device_array<std::uint32_t>(kN),
            app::device_array<std::uint32_t>(kN), app::device_array<std::uint32_t>(256)};
  cudaStream_t first, second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  const cudaGraphExec_t uneven = captured(first, [&](cudaEvent_t forked, cudaEvent_t joined) {
    for (int layer = 0; layer < 20; ++layer) {
      CHECK(cudaEventRecord(forked, first));
      CHECK(cudaStreamWaitEvent(second, forked, 0));
      for (int k = 0; k < 3; ++k) turn_branch<<<kBlocks, 256, 0, first>>>(m.a, layer + k);
      turn_branch<<<kBlocks, 256, 0, second>>>(m.b, layer);
      CHECK(cudaEventRecord(joined, second));
      CHECK(cudaStreamWaitEvent(first, joined, 0));
      join_branches<<<kBlocks, 256, 0, first>>>(m.x, m.a, m.b);
    }
  });
  const cudaGraphExec_t meeting = captured(first, [&](cudaEvent_t forked, cudaEvent_t joined) {
    CHECK(cudaMemsetAsync(m.flags, 0, 2 * sizeof(std::uint32_t), first));
    CHECK(cudaEventRecord(forked, first));
    CHECK(cudaStreamWaitEvent(second, forked, 0));
    meet_branch<<<kBlocks / 8, 256, 0, first>>>(m.flags, 0, m.a);
    meet_branch<<<kBlocks / 8, 256, 0, second>>>(m.flags, 1, m.b);
    CHECK(cudaEventRecord(joined, second));
    CHECK(cudaStreamWaitEvent(first, joined, 0));
    join_branches<<<kBlocks, 256, 0, first>>>(m.x, m.a, m.b);
  });
  for (int k = 0; k < 1500; ++k) {
    CHECK(cudaGraphLaunch(uneven, first));
    if (k % 3 == 0) CHECK(cudaGraphLaunch(meeting, first));
    if (k % 10 == 0) CHECK(cudaStreamSynchronize(first));
  }
  CHECK(cudaDeviceSynchronize());
  app::print("branches", app::checksum_of_device(m.x, kN));
}
