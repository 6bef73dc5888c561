// Compiles kernels at run time for each shape that is asked for (NVRTC), and keeps the last three modules.
// flags: -lnvrtc -lcuda
#include <nvrtc.h>

#include <list>
#include <string>

#include "app.cuh"

// All specialisations have one name in the source; that in the module says the degree.
const char* const kSource =
    "template <int kDegree> __global__ void " NAME(evaluate_specialised) R"((unsigned* x, unsigned seed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned value = x[i], sum = seed;
  #pragma unroll
  for (int d = 0; d < kDegree; ++d) sum = sum * value + COEFFICIENT * (d + 1);
  x[i] = sum ^ (value >> 3);
}
)";

struct Specialised {
  int degree;
  CUmodule module;
  CUfunction function;
};

Specialised compile(int degree, const std::string& architecture) {
  const std::string expression = std::string(NAME(evaluate_specialised)) + "<" + std::to_string(degree) + ">";
  const std::string coefficient = "-DCOEFFICIENT=" + std::to_string(2 * degree + 1) + "u";
  const char* options[] = {architecture.c_str(), coefficient.c_str(), "--std=c++17", "-default-device"};
  nvrtcProgram program;
  CHECK(nvrtcCreateProgram(&program, kSource, "specialised.cu", 0, nullptr, nullptr));
  CHECK(nvrtcAddNameExpression(program, expression.c_str()));
  if (nvrtcCompileProgram(program, 4, options) != NVRTC_SUCCESS) {
    std::size_t size = 0;
    nvrtcGetProgramLogSize(program, &size);
    std::string log(size, ' ');
    nvrtcGetProgramLog(program, log.data());
    std::fprintf(stderr, "%s\n", log.c_str());
    std::exit(1);
  }
  const char* lowered = nullptr;
  CHECK(nvrtcGetLoweredName(program, expression.c_str(), &lowered));
  std::size_t size = 0;
  CHECK(nvrtcGetCUBINSize(program, &size));
  std::string cubin(size, '\0');
  CHECK(nvrtcGetCUBIN(program, cubin.data()));
  Specialised made{degree, nullptr, nullptr};
  CHECK(cuModuleLoadData(&made.module, cubin.data()));
  CHECK(cuModuleGetFunction(&made.function, made.module, lowered));
  CHECK(nvrtcDestroyProgram(&program));
  return made;
}

int main() {
  int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  const std::string architecture =
      "--gpu-architecture=sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
  std::list<Specialised> cache;  // the latest first
  int compiled = 0;
  for (int round = 0; round < 60; ++round) {
    const int degree = 2 + app::mix(round) % 6;
    auto found = cache.begin();
    while (found != cache.end() && found->degree != degree) ++found;
    if (found != cache.end()) {
      cache.splice(cache.begin(), cache, found);
    } else {
      cache.push_front(compile(degree, architecture));
      ++compiled;
    }
    if (cache.size() > 3) {
      CHECK(cudaDeviceSynchronize());
      CHECK(cuModuleUnload(cache.back().module));
      cache.pop_back();
    }
    for (std::uint32_t k = 0; k < 40; ++k) {
      void* arguments[] = {&x, &k, &n};
      CHECK(cuLaunchKernel(cache.front().function, n / 256, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
    }
    if (round % 10 == 9) app::print("numbers", app::checksum_of_device(x, n));
  }
  std::printf("compiled %d\n", compiled);
  for (const Specialised& each : cache) CHECK(cuModuleUnload(each.module));
}
