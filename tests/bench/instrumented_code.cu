// Two faults of CUPTI 13.0's SASS metrics, which --lines counts with: instrumented kernels that may call the driver do
// not end, and what CUPTI keeps in a context it frees when the process ends, though the context is gone.
//
// usage: instrumented_code plain|assert|gone|forgotten
//   plain      a kernel is instrumented
//   assert     the same kernel with an assertion that holds: does not end
//   gone       as `plain`, and its context is destroyed: crashes or hangs at the exit
//   forgotten  as `gone`, and cuptiSassMetricsUnsetConfig is called before
#undef NDEBUG
#include <cuda.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "profiler/cupti/range_profiler.hpp"

namespace {

using namespace rooflens::collect::cupti;

constexpr int kBlocks = 4096, kThreads = 256;
constexpr auto kPatience = std::chrono::seconds(5);  // the kernel takes microseconds

void check(CUresult result) {  // nvcc 13.0 does not compile driver_kernel.hpp
  if (result != CUDA_SUCCESS) throw std::runtime_error("CUDA says " + std::to_string(result));
}

template <bool kAsserts>
__global__ void mix(unsigned* x, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (kAsserts) assert(i < count);
  unsigned value = x[i];
  for (int k = 0; k < 200; ++k) value = value * 1664525U + (value >> 7U);
  x[i] = value;
}

template <class Params, class Call>
void call(const Api& api, Call function, Params& params, std::size_t size, const char* what) {
  params.structSize = size;
  check(api, function(&params), what);
}

// Of one counter, as LineCounter does it.
void choose(const Api& api, const std::string& chip) {
  CUpti_SassMetrics_GetNumOfMetrics_Params number = {};
  number.pChipName = chip.c_str();
  call(api, api.SassMetricsGetNumOfMetrics, number, CUpti_SassMetrics_GetNumOfMetrics_Params_STRUCT_SIZE, "asking");
  std::vector<CUpti_SassMetrics_MetricDetails> metrics(number.numOfMetrics);
  CUpti_SassMetrics_GetMetrics_Params list = {};
  list.pChipName = chip.c_str();
  list.numOfMetrics = metrics.size();
  list.pMetricsList = metrics.data();
  call(api, api.SassMetricsGetMetrics, list, CUpti_SassMetrics_GetMetrics_Params_STRUCT_SIZE, "asking");
  const auto executed = std::find_if(metrics.begin(), metrics.end(), [](const auto& metric) {
    return std::strcmp(metric.pMetricName, "smsp__sass_inst_executed") == 0;
  });
  if (executed == metrics.end()) throw std::runtime_error("this GPU does not count instructions");
  CUpti_SassMetrics_Config config = {};
  config.metricId = executed->metricId;
  config.outputGranularity = CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU;
  CUpti_SassMetricsSetConfig_Params params = {};
  params.numOfMetricConfig = 1;
  params.pConfigs = &config;
  call(api, api.SassMetricsSetConfig, params, CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE, "choosing");
}

bool ends() {
  CUevent event = nullptr;
  check(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  check(cuEventRecord(event, nullptr));
  for (const auto until = std::chrono::steady_clock::now() + kPatience; std::chrono::steady_clock::now() < until;) {
    if (const CUresult result = cuEventQuery(event); result != CUDA_ERROR_NOT_READY) return check(result), true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

void count(const std::shared_ptr<const Api>& api, CUcontext context, bool asserts) {
  choose(*api, chip_name(*api, 0));
  const EnabledProfiler profiler(api, context);
  CUpti_SassMetricsEnable_Params enable = {};
  enable.ctx = context;
  enable.enableLazyPatching = 1;
  call(*api, api->SassMetricsEnable, enable, CUpti_SassMetricsEnable_Params_STRUCT_SIZE, "instrumenting");
  CUdeviceptr memory = 0;
  check(cuMemAlloc(&memory, sizeof(unsigned) * kBlocks * kThreads));
  auto* const x = reinterpret_cast<unsigned*>(memory);
  if (asserts) {
    mix<true><<<kBlocks, kThreads>>>(x, kBlocks * kThreads);
  } else {
    mix<false><<<kBlocks, kThreads>>>(x, kBlocks * kThreads);
  }
  if (!ends()) {
    std::printf("the kernel did not end\n");
    std::fflush(stdout);
    std::_Exit(1);  // CUPTI and exit() would wait for the GPU
  }
  CUpti_SassMetricsDisable_Params disable = {};
  disable.ctx = context;
  call(*api, api->SassMetricsDisable, disable, CUpti_SassMetricsDisable_Params_STRUCT_SIZE, "restoring the code");
}

int answer(const std::string& what) {
  check(cuInit(0));
  CUcontext context = nullptr;
  check(cuCtxCreate(&context, nullptr, 0, 0));
  const auto api = load();
  count(api, context, what == "assert");
  if (what == "forgotten") {
    CUpti_SassMetricsUnsetConfig_Params params = {};
    call(*api, api->SassMetricsUnsetConfig, params, CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE, "forgetting");
  }
  if (what == "gone" || what == "forgotten") check(cuCtxDestroy(context));
  std::printf("%s: counted\n", what.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const std::vector<std::string> known{"plain", "assert", "gone", "forgotten"};
  if (std::find(known.begin(), known.end(), what) == known.end()) {
    std::fprintf(stderr, "usage: instrumented_code plain|assert|gone|forgotten\n");
    return 2;
  }
  try {
    return answer(what);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "instrumented_code: %s\n", error.what());
    return 1;
  }
}
