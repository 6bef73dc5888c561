// Captures every step anew and updates the graph of the step before with it, as decoders do; when the update fails, the
// graph is instantiated again. Then a graph that allocates and never frees, which each launch of it frees first.
#include "app.cuh"

__global__ void attend_token(const std::uint32_t* cache, std::uint32_t* state, int position) {
  std::uint32_t value = state[app::index()];
  for (int p = position > 64 ? position - 64 : 0; p < position; ++p) {
    value = app::mix(value + cache[p * 256 + threadIdx.x]);
  }
  state[app::index()] = value;
}

__global__ void store_token(std::uint32_t* cache, const std::uint32_t* state, int position) {
  cache[position * 256 + threadIdx.x] = app::mix(state[threadIdx.x] + position);
}

__global__ void shift_context(std::uint32_t* cache, int position) {
  for (int p = 0; p + 1 < position; ++p) cache[p * 256 + threadIdx.x] ^= cache[(p + 1) * 256 + threadIdx.x];
}

__global__ void fill_loose(std::uint32_t* scratch, const std::uint32_t* state) {
  scratch[app::index()] = app::mix(state[app::index()] + 1);
}

__global__ void fold_loose(const std::uint32_t* scratch, std::uint32_t* state, int n) {
  state[app::index()] += scratch[n - 1 - app::index()];
}

constexpr int kTokens = 600, kNumbers = 1 << 16;

int main() {
  std::uint32_t* cache = app::device_array<std::uint32_t>(kTokens * 256);
  std::uint32_t* state = app::device_array<std::uint32_t>(kNumbers);
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaGraphExec_t ready = nullptr;
  int instantiated = 0, updated = 0;
  const double begin = app::seconds();
  for (int token = 0; token < kTokens; ++token) {
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    for (int layer = 0; layer < 12; ++layer) {
      attend_token<<<kNumbers / 256, 256, 0, stream>>>(cache, state, token + layer % 2);
      store_token<<<1, 256, 0, stream>>>(cache, state, token);
    }
    if (token % 100 == 99) shift_context<<<1, 256, 0, stream>>>(cache, token);
    CHECK(cudaGetLastError());
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(stream, &graph));
    cudaGraphExecUpdateResultInfo result{};
    if (ready && cudaGraphExecUpdate(ready, graph, &result) == cudaSuccess) {
      ++updated;
    } else {
      (void)cudaGetLastError();
      if (ready) CHECK(cudaGraphExecDestroy(ready));
      CHECK(cudaGraphInstantiate(&ready, graph, 0));
      ++instantiated;
    }
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
  }
  std::fprintf(stderr, "step_ms: %.4f\n", 1e3 * (app::seconds() - begin) / kTokens);
  CHECK(cudaGraphExecDestroy(ready));
  std::printf("instantiated %d, updated %d\n", instantiated, updated);
  app::print("state", app::checksum_of_device(state, kNumbers));

  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  std::uint32_t* scratch = nullptr;
  CHECK(cudaMallocAsync(&scratch, kNumbers * sizeof(std::uint32_t), stream));
  fill_loose<<<kNumbers / 256, 256, 0, stream>>>(scratch, state);
  fold_loose<<<kNumbers / 256, 256, 0, stream>>>(scratch, state, kNumbers);
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&ready, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  for (int k = 0; k < 500; ++k) CHECK(cudaGraphLaunch(ready, stream));
  CHECK(cudaFreeAsync(scratch, stream));
  CHECK(cudaStreamSynchronize(stream));
  app::print("loose", app::checksum_of_device(state, kNumbers));
  CHECK(cudaGraphExecDestroy(ready));
  CHECK(cudaGraphDestroy(graph));
}
