// cuLaunchKernelEx with attributes: a priority and clusters in turns.
// flags: -lcuda
#include "app.cuh"
#include "ptx.cuh"

int main() {
  const unsigned n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  CUmodule module;
  CHECK(cuModuleLoadData(&module, app::ptx_of(NAME(turn_by_attributes), 22695477).c_str()));
  CUfunction function;
  CHECK(cuModuleGetFunction(&function, module, NAME(turn_by_attributes)));
  CUlaunchAttribute attributes[2]{};
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
  attributes[0].value.priority = 0;
  attributes[1].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attributes[1].value.clusterDim.x = 2;
  attributes[1].value.clusterDim.y = 1;
  attributes[1].value.clusterDim.z = 1;
  for (unsigned k = 0; k < 4000; ++k) {
    CUlaunchConfig config{};
    config.gridDimX = n / 256;
    config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.blockDimX = 256;
    config.attrs = attributes;
    config.numAttrs = 1 + k % 2;
    void* arguments[] = {&x, &k};
    CHECK(cuLaunchKernelEx(&config, function, arguments, nullptr));
  }
  CHECK(cuCtxSynchronize());
  app::print("numbers", app::checksum_of_device(x, n));
}
