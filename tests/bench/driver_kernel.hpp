// A kernel by the CUDA driver, in a module of its own, for programs that ask CUPTI something.
#pragma once

#include <cuda.h>
#include <fmt/core.h>

#include <stdexcept>
#include <string>

namespace rooflens::bench {

inline void check(CUresult result) {
  if (result != CUDA_SUCCESS) throw std::runtime_error(fmt::format("CUDA says {}", static_cast<int>(result)));
}

/// The primary context of the first device, current from now on.
inline CUcontext current_context() {
  CUdevice device = 0;
  CUcontext context = nullptr;
  check(cuInit(0));
  check(cuDeviceGet(&device, 0));
  check(cuDevicePrimaryCtxRetain(&context, device));
  check(cuCtxSetCurrent(context));
  return context;
}

/// 64 blocks of 128 threads, each with so many multiply-adds.
class DriverKernel {
 public:
  explicit DriverKernel(int multiply_adds) {
    std::string body;
    for (int k = 0; k < multiply_adds; ++k) body += "fma.rn.f32 %x, %x, %x, %x;\n";
    const std::string code = fmt::format(R"(.version 7.0
.target sm_80
.address_size 64
.visible .entry work(.param .u64 at) {{
  .reg .u64 %at, %byte; .reg .u32 %thread; .reg .f32 %x;
  ld.param.u64 %at, [at]; cvta.to.global.u64 %at, %at; mov.u32 %thread, %tid.x;
  mul.wide.u32 %byte, %thread, 4; add.u64 %at, %at, %byte; cvt.rn.f32.u32 %x, %thread;
  {}
  st.global.f32 [%at], %x; ret;
}})",
                                         body);
    check(cuModuleLoadData(&module_, code.c_str()));
    check(cuModuleGetFunction(&function_, module_, "work"));
    check(cuMemAlloc(&memory_, 512));
  }
  ~DriverKernel() {
    cuModuleUnload(module_);
    cuMemFree(memory_);
  }
  DriverKernel(const DriverKernel&) = delete;
  DriverKernel& operator=(const DriverKernel&) = delete;

  void launch() const {
    CUdeviceptr memory = memory_;
    void* arguments[] = {&memory};
    check(cuLaunchKernel(function_, 64, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
  }

 private:
  CUmodule module_ = nullptr;
  CUfunction function_ = nullptr;
  CUdeviceptr memory_ = 0;
};

}  // namespace rooflens::bench
