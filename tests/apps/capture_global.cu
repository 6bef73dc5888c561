// Captures in the strictest mode, while another thread launches and watches its progress in mapped memory, without
// calls that such a capture forbids. In the end a capture is spoilt on purpose.
#include <atomic>
#include <thread>

#include "app.cuh"

__global__ void turn_in_capture(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

__global__ void turn_and_report(std::uint32_t* x, std::uint32_t number, volatile int* progress) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value ^ number);
  x[app::index()] = value;
  if (app::index() == 0) *progress = number;
}

constexpr int kNumbers = 1 << 16;

void launch_beside(std::uint32_t* x, volatile int* progress, cudaStream_t stream, std::atomic<bool>& stalled) {
  for (int k = 1; k <= 20000 && !stalled; ++k) {
    turn_and_report<<<kNumbers / 256, 256, 0, stream>>>(x, k, progress);
    CHECK(cudaGetLastError());
    const double begin = app::seconds();
    while (*progress < k - 100) {
      if (app::seconds() - begin > 10) stalled = true;
      if (stalled) break;
    }
  }
}

int main() {
  std::uint32_t* a = app::device_array<std::uint32_t>(kNumbers);
  std::uint32_t* b = app::device_array<std::uint32_t>(kNumbers);
  int* progress = nullptr;
  CHECK(cudaHostAlloc(&progress, sizeof(int), cudaHostAllocMapped));
  *progress = 0;
  cudaStream_t stream, beside;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking));
  app::load(turn_in_capture);
  app::load(turn_and_report);
  std::atomic<bool> stalled{false};
  std::thread other(launch_beside, b, progress, beside, std::ref(stalled));
  int active = 0;
  std::uint64_t different = 0, last = 0;
  for (int k = 0; k < 100; ++k) {
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int j = 0; j < 8; ++j) {
      turn_in_capture<<<kNumbers / 256, 256, 0, stream>>>(a, k * 8 + j);
      usleep(200);
    }
    cudaStreamCaptureStatus status;
    unsigned long long id = 0;
    CHECK(cudaStreamGetCaptureInfo(stream, &status, &id));
    active += status == cudaStreamCaptureStatusActive;
    different += id != last;
    last = id;
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(stream, &graph));
    std::size_t nodes = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    if (nodes != 8) std::printf("capture %d has %zu nodes\n", k, nodes);
    cudaGraphExec_t ready;
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    for (int j = 0; j < 3; ++j) CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
  }
  other.join();
  CHECK(cudaDeviceSynchronize());
  std::printf("active %d, ids %llu, stalled %d\n", active, static_cast<unsigned long long>(different), stalled.load());

  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  turn_in_capture<<<kNumbers / 256, 256, 0, stream>>>(a, 1);
  std::printf("waiting: %s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamIsCapturing(stream, &status));
  std::printf("status %d\n", static_cast<int>(status));
  cudaGraph_t graph = nullptr;
  std::printf("end: %s, graph %d\n", cudaGetErrorName(cudaStreamEndCapture(stream, &graph)), graph != nullptr);
  (void)cudaGetLastError();
  for (int k = 0; k < 100; ++k) turn_in_capture<<<kNumbers / 256, 256, 0, stream>>>(a, k);
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(stream));
  app::print("captured", app::checksum_of_device(a, kNumbers));
  app::print("beside", app::checksum_of_device(b, kNumbers));
}
