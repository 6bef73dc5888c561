// Gathers on the device, so that thousands of samples cost two copies rather than thousands.
#include "kernels/device/gather.cuh"

#include "kernels/device/fill.cuh"

namespace rooflens::kernels {
namespace {

struct At {
  const float* source;
  const std::uint64_t* indices;
  __device__ float operator()(std::uint64_t i) const { return source[indices[i]]; }
};

}  // namespace

std::vector<Sample> gather(const float* source, const std::vector<std::uint64_t>& indices) {
  if (indices.empty()) return {};
  DeviceBuffer<std::uint64_t> device_indices(indices.size());
  DeviceBuffer<float> device_values(indices.size());
  ROOFLENS_CUDA(cudaMemcpy(device_indices.data(), indices.data(), indices.size() * sizeof(std::uint64_t),
                           cudaMemcpyHostToDevice));
  fill(device_values, At{source, device_indices.data()});
  std::vector<float> values(indices.size());
  ROOFLENS_CUDA(cudaMemcpy(values.data(), device_values.data(), values.size() * sizeof(float), cudaMemcpyDeviceToHost));
  std::vector<Sample> samples(indices.size());
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = {indices[i], values[i]};
  return samples;
}

}  // namespace rooflens::kernels
