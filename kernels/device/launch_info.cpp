// Asks the CUDA runtime.
#include "kernels/device/launch_info.hpp"

#include <utility>

#include "kernels/device/check.cuh"

namespace rooflens::kernels {
namespace {

int blocks_per_sm(const void* function, int threads_per_block, std::size_t dynamic_shared_bytes) {
  int blocks = 0;
  ROOFLENS_CUDA(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads_per_block, dynamic_shared_bytes));
  return blocks;
}

int sm_count() {
  int device = 0;
  int count = 0;
  ROOFLENS_CUDA(cudaGetDevice(&device));
  ROOFLENS_CUDA(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

}  // namespace

models::Launch describe_launch(std::string name, const void* function, models::Dim3 grid, models::Dim3 block,
                               std::size_t dynamic_shared_bytes) {
  cudaFuncAttributes attributes{};
  ROOFLENS_CUDA(cudaFuncGetAttributes(&attributes, function));
  models::Launch launch;
  launch.function = std::move(name);
  launch.grid = grid;
  launch.block = block;
  launch.registers_per_thread = attributes.numRegs;
  launch.static_shared_bytes = attributes.sharedSizeBytes;
  launch.dynamic_shared_bytes = dynamic_shared_bytes;
  launch.local_bytes_per_thread = attributes.localSizeBytes;
  launch.blocks_per_sm = blocks_per_sm(function, static_cast<int>(block.count()), dynamic_shared_bytes);
  return launch;
}

int resident_blocks(const void* function, int threads_per_block, std::size_t dynamic_shared_bytes) {
  return sm_count() * blocks_per_sm(function, threads_per_block, dynamic_shared_bytes);
}

}  // namespace rooflens::kernels
