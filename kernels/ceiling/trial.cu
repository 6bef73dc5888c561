#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr std::size_t kWithoutAsking = 48 * 1024;  // dynamic shared memory that needs no attribute

bool fits(void (*kernel)(Arguments), int blocks_per_sm, int threads, std::size_t dynamic_shared_bytes) {
  if (dynamic_shared_bytes > kWithoutAsking &&
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                           static_cast<int>(dynamic_shared_bytes)) != cudaSuccess) {
    cudaGetLastError();  // a block cannot have so much: no error of ours
    return false;
  }
  int resident = 0;
  ROOFLENS_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, dynamic_shared_bytes));
  return resident >= blocks_per_sm;
}

}  // namespace

void add_trial(Trials& trials, const Site& site, void (*kernel)(Arguments), const std::string& text, int blocks_per_sm,
               int threads, double work, std::int64_t bytes, std::size_t dynamic_shared_bytes) {
  if (!fits(kernel, blocks_per_sm, threads, dynamic_shared_bytes)) return;
  const auto blocks = static_cast<unsigned int>(blocks_per_sm * site.sms);
  trials.push_back(
      {text, kernel, blocks, static_cast<unsigned int>(threads), dynamic_shared_bytes, bytes, work * blocks});
}

void add_trial_once(Trials& trials, void (*kernel)(Arguments), const std::string& text, unsigned int blocks,
                    int threads, double work, std::int64_t bytes, std::size_t dynamic_shared_bytes) {
  if (!fits(kernel, 1, threads, dynamic_shared_bytes)) return;
  trials.push_back({.text = text,
                    .kernel = kernel,
                    .blocks = blocks,
                    .threads = static_cast<unsigned int>(threads),
                    .dynamic_shared_bytes = dynamic_shared_bytes,
                    .bytes = bytes,
                    .work = work,
                    .once = true});
}

}  // namespace rooflens::kernels::ceiling
