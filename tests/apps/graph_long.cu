// A graph of 1000 kernels whose work is known, launched 200 times: 500 multiply-adds in each thread of one kernel, 250 in
// each of another, 300 in a third, which half of the launches get by a new argument.
#include "app.cuh"

__global__ void add_500(float* x, float factor) {
  float value = x[app::index()];
  for (int s = 0; s < 500; ++s) value = fmaf(value, factor, 0.25f);
  x[app::index()] = value;
}

__global__ void add_250(float* x, float factor) {
  float value = x[app::index()];
  for (int s = 0; s < 250; ++s) value = fmaf(value, factor, 0.5f);
  x[app::index()] = value;
}

__global__ void add_300(float* x, float factor) {
  float value = x[app::index()];
  for (int s = 0; s < 300; ++s) value = fmaf(value, factor, 0.125f);
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 16;
  float* x = app::device_array<float>(n);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int k = 0; k < 499; ++k) {
    add_500<<<n / 256, 256, 0, stream>>>(x, 0.5f);
    add_250<<<n / 128, 128, 0, stream>>>(x, 0.25f);
  }
  CHECK(cudaMemsetAsync(x, 0, n, stream));
  add_300<<<n / 256, 256, 0, stream>>>(x, 0.75f);
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  std::size_t count = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &count));
  std::vector<cudaGraphNode_t> nodes(count);
  CHECK(cudaGraphGetNodes(graph, nodes.data(), &count));
  const double begin = app::seconds();
  for (int k = 0; k < 200; ++k) {
    if (k % 2 == 1) {
      float factor = 0.5f + 0.001f * k;
      void* arguments[] = {&x, &factor};
      cudaKernelNodeParams params{};
      params.func = reinterpret_cast<void*>(add_300);
      params.gridDim = dim3(n / 256);
      params.blockDim = dim3(256);
      params.kernelParams = arguments;
      CHECK(cudaGraphExecKernelNodeSetParams(ready, nodes.back(), &params));
    }
    CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
  }
  std::fprintf(stderr, "step_ms: %.4f\n", (app::seconds() - begin) / 0.2);
  std::vector<std::uint32_t> bits(n);
  CHECK(cudaMemcpy(bits.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost));
  std::uint32_t sum = 0;
  for (const std::uint32_t value : bits) sum = app::mix(sum + value);
  app::print("numbers", sum);
}
