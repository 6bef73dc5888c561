// Launches the same small kernels in every form that the CUDA driver knows, and prints a checksum of what they
// computed.
//
// usage: launch_forms [FORM...] [repeat=N] [exit=CODE|_exit|abort|kill|handler]
//   FORM: one of the table below; none: all
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "tensor_products.cuh"

namespace {

constexpr int kBlocks = 264;
constexpr int kThreads = 256;
constexpr int kElements = kBlocks * kThreads;

#define CHECK(call)                                                                                 \
  do {                                                                                              \
    const auto status = (call);                                                                     \
    if (static_cast<int>(status) != 0) {                                                            \
      std::fprintf(stderr, "%s failed: %d (line %d)\n", #call, static_cast<int>(status), __LINE__); \
      std::exit(9);                                                                                 \
    }                                                                                               \
  } while (false)

// 2 * steps FP32 operations a thread, 8 bytes read and written.
__global__ void fma_chain(float* x, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = x[i];
  for (int s = 0; s < steps; ++s) value = fmaf(value, 0.5f, 1.0f);
  x[i] = value;
}

__global__ void grid_barrier(float* x) {
  const auto grid = cooperative_groups::this_grid();
  x[grid.thread_rank()] += 1.0f;
  grid.sync();
  x[grid.thread_rank()] += x[(grid.thread_rank() + 1) % grid.size()] > 0 ? 1.0f : 2.0f;
}

// Work that differs from launch to launch at one geometry.
__global__ void varying(float* x, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = x[i];
  for (int s = 0; s < steps; ++s) value = value * 0.25f + 2.0f;
  x[i] = value;
}

// A warp a row of a 32 x 32 tile: writes its row (1 wavefront), reads a column (32 of them where 1 would do).
__global__ void column_reads(float* x) {
  __shared__ float tile[32][32];
  const int i = blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = x[i];
  __syncthreads();
  x[i] = tile[threadIdx.x][threadIdx.y] * 0.5f;  // the line with the conflicts
}

__global__ void empty_kernel() {}

struct Buffer {
  float* data = nullptr;
  Buffer() {
    CHECK(cudaMalloc(&data, kElements * sizeof(float)));
    CHECK(cudaMemset(data, 0, kElements * sizeof(float)));
  }
  ~Buffer() { cudaFree(data); }
  double checksum() const {
    std::vector<float> host(kElements);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host.data(), data, host.size() * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (std::size_t i = 0; i < host.size(); ++i) sum += host[i] * static_cast<double>(i % 97 + 1);
    return sum;
  }
};

int repeat = 1;

void plain(Buffer& b) { fma_chain<<<kBlocks, kThreads>>>(b.data, 1000); }

void streams(Buffer& b) {
  cudaStream_t stream[4];
  for (auto& s : stream) CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  for (int i = 0; i < 4; ++i) fma_chain<<<kBlocks / 4, kThreads, 0, stream[i]>>>(b.data + i * kElements / 4, 1500);
  CHECK(cudaDeviceSynchronize());
  for (auto& s : stream) CHECK(cudaStreamDestroy(s));
}

void per_thread_stream(Buffer& b) {
  fma_chain<<<kBlocks, kThreads, 0, cudaStreamPerThread>>>(b.data, 500);
  CHECK(cudaStreamSynchronize(cudaStreamPerThread));
}

void extended(Buffer& b) {
  cudaLaunchConfig_t config = {};
  config.gridDim = kBlocks;
  config.blockDim = kThreads;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim = {2, 1, 1};
  config.attrs = attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, fma_chain, b.data, 750));
}

void cooperative(Buffer& b) {
  void* arguments[] = {&b.data};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid_barrier), dim3(132), dim3(kThreads), arguments, 0, 0));
}

void cooperative_attribute(Buffer& b) {
  cudaLaunchConfig_t config = {};
  config.gridDim = 66;
  config.blockDim = kThreads;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, grid_barrier, b.data));
}

void driver_api(Buffer& b) {
  cudaFunction_t function = nullptr;
  CHECK(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(fma_chain)));
  int steps = 250;
  void* arguments[] = {&b.data, &steps};
  CHECK(cuLaunchKernel(function, kBlocks, 1, 1, kThreads, 1, 1, 0, nullptr, arguments, nullptr));
}

void legacy(Buffer& b) {
  cudaFunction_t function = nullptr;
  CHECK(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(fma_chain)));
  const int steps = 125;
  CHECK(cuFuncSetBlockShape(function, kThreads, 1, 1));
  CHECK(cuParamSetv(function, 0, &b.data, sizeof b.data));
  CHECK(cuParamSeti(function, 8, steps));
  CHECK(cuParamSetSize(function, 12));
  CHECK(cuLaunchGrid(function, kBlocks, 1));
}

void graph(Buffer& b) {
  static cudaGraphExec_t executable = nullptr;
  static cudaStream_t stream = nullptr;
  if (!executable) {
    cudaGraph_t captured = nullptr;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 2; ++i) fma_chain<<<kBlocks, kThreads, 0, stream>>>(b.data, 300);
    varying<<<kBlocks, kThreads, 0, stream>>>(b.data, 600);
    CHECK(cudaStreamEndCapture(stream, &captured));
    CHECK(cudaGraphInstantiate(&executable, captured, 0));
  }
  CHECK(cudaGraphLaunch(executable, stream));
  CHECK(cudaStreamSynchronize(stream));
}

void threads(Buffer& b) {
  std::vector<std::thread> workers;
  for (int t = 0; t < 4; ++t) {
    workers.emplace_back([&b, t] {
      cudaStream_t stream = nullptr;
      CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      for (int i = 0; i < 20; ++i) fma_chain<<<33, kThreads, 0, stream>>>(b.data + t * kElements / 4, 400);
      CHECK(cudaStreamSynchronize(stream));
      CHECK(cudaStreamDestroy(stream));
    });
  }
  for (auto& worker : workers) worker.join();
}

void contexts(Buffer& b) {
  CUcontext primary = nullptr;
  CUcontext second = nullptr;
  CUctxCreateParams parameters = {};
  CHECK(cuCtxGetCurrent(&primary));
  CHECK(cuCtxCreate(&second, &parameters, 0, 0));
  {
    float* data = nullptr;
    CHECK(cudaMalloc(&data, kElements * sizeof(float)));
    CHECK(cudaMemset(data, 0, kElements * sizeof(float)));
    for (int i = 0; i < 20; ++i) fma_chain<<<kBlocks, kThreads>>>(data, 600);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(data));
  }
  CHECK(cuCtxSetCurrent(primary));
  CHECK(cuCtxDestroy(second));
  fma_chain<<<kBlocks, kThreads>>>(b.data, 600);
}

void work_varies(Buffer& b) {
  for (int i = 0; i < 30; ++i) varying<<<kBlocks, kThreads>>>(b.data, i % 2 == 0 ? 200 : 2000);
}

void devices(Buffer&) {
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  for (int d = 0; d < count; ++d) {
    CHECK(cudaSetDevice(d));
    float* data = nullptr;
    CHECK(cudaMalloc(&data, kElements * sizeof(float)));
    CHECK(cudaMemset(data, 0, kElements * sizeof(float)));
    for (int i = 0; i < 20; ++i) fma_chain<<<kBlocks, kThreads>>>(data, 800);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(data));
  }
  CHECK(cudaSetDevice(0));
}

void ranges(Buffer& b) {
  nvtxRangePushA("outer");
  fma_chain<<<kBlocks, kThreads>>>(b.data, 100);
  nvtxRangePushA("inner");
  const auto id = nvtxRangeStartA("started");
  std::thread([&b] {
    fma_chain<<<kBlocks, kThreads>>>(b.data, 100);
    cudaDeviceSynchronize();
  }).join();
  nvtxRangeEnd(id);
  nvtxRangePop();
  nvtxRangePop();
}

void profiler_switch(Buffer& b) {
  fma_chain<<<kBlocks, kThreads>>>(b.data, 150);
  CHECK(cudaProfilerStart());
  for (int i = 0; i < 10; ++i) fma_chain<<<kBlocks, kThreads>>>(b.data, 175);
  CHECK(cudaProfilerStop());
}

void conflicts(Buffer& b) { column_reads<<<kElements / 1024, dim3(32, 32)>>>(b.data); }

// One format after the other, then two that a profiler knows by now in one kernel.
void products(Buffer& b) {
  wmma_bf16<<<kBlocks, kThreads>>>(b.data, 0.125f, 100);
  wmma_tf32<<<kBlocks, kThreads>>>(b.data, 0.125f, 100);
  wmma_fp16<<<kBlocks, kThreads>>>(b.data, 0.125f, 100);
  wmma_two_formats<<<kBlocks, kThreads>>>(b.data, 0.125f, 100);
}

struct Form {
  const char* name;
  void (*run)(Buffer&);
};
constexpr Form kForms[] = {
    {"plain", plain},         {"streams", streams},         {"per-thread-stream", per_thread_stream},
    {"extended", extended},   {"cooperative", cooperative}, {"cooperative-attribute", cooperative_attribute},
    {"driver", driver_api},   {"legacy", legacy},           {"graph", graph},
    {"threads", threads},     {"contexts", contexts},       {"varying", work_varies},
    {"devices", devices},     {"ranges", ranges},           {"profiler-switch", profiler_switch},
    {"conflicts", conflicts}, {"products", products},
};

// Ends wherever the loop of launches happens to be.
void end_in_a_handler() {
  std::signal(SIGALRM, [](int) { std::exit(6); });
  const itimerval soon{{0, 0}, {0, 300'000}};
  setitimer(ITIMER_REAL, &soon, nullptr);
  Buffer buffer;
  while (true) plain(buffer);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> chosen;
  std::string ending = "0";
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "repeat=", 7) == 0) {
      repeat = std::atoi(argv[i] + 7);
    } else if (std::strncmp(argv[i], "exit=", 5) == 0) {
      ending = argv[i] + 5;
    } else {
      chosen.emplace_back(argv[i]);
    }
  }
  CHECK(cudaSetDevice(0));
  CHECK(cudaFree(nullptr));
  for (const Form& form : kForms) {
    bool wanted = chosen.empty();
    for (const std::string& name : chosen) wanted |= name == form.name;
    if (!wanted) continue;
    Buffer buffer;
    for (int i = 0; i < repeat; ++i) form.run(buffer);
    std::printf("%s %.17g\n", form.name, buffer.checksum());
  }
  std::fflush(stdout);
  if (ending == "handler") end_in_a_handler();
  empty_kernel<<<1, 32>>>();
  CHECK(cudaDeviceSynchronize());
  if (ending == "_exit") _exit(5);
  if (ending == "abort") std::abort();
  if (ending == "kill") kill(getpid(), SIGKILL);
  return std::atoi(ending.c_str());
}
