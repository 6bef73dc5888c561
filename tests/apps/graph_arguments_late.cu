// A server that makes a graph for each new batch size, once a second, and sets arguments of its nodes before each
// launch: most of what it changes is changed long after its start.
#include "app.cuh"

__global__ void project(std::uint32_t* values, std::uint32_t seed, int rounds) {
  std::uint32_t value = values[app::index()];
  for (int r = 0; r < rounds; ++r) value = app::mix(value + seed);
  values[app::index()] = value;
}

__global__ void gather(std::uint32_t* values, const std::uint32_t* table, std::uint32_t stride) {
  const std::uint32_t i = app::index();
  values[i] += table[i * stride % (1 << 22)];
}

constexpr int kSizes = 5, kSteps = 2500;

struct Bucket {
  cudaGraphExec_t ready = nullptr;
  cudaGraphNode_t nodes[2]{};
  cudaKernelNodeParams parameters[2]{};
};

int main() {
  std::uint32_t* values = app::device_array<std::uint32_t>(1 << 20);
  std::uint32_t* table = app::device_array<std::uint32_t>(1 << 22);
  std::uint32_t seed = 1, stride = 1;
  int rounds = 64;
  void* of_project[] = {&values, &seed, &rounds};
  void* of_gather[] = {&values, &table, &stride};
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int size = 0; size < kSizes; ++size) {
    Bucket bucket;
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    const dim3 grid(static_cast<unsigned>(512 << size) / 4);
    bucket.parameters[0] = {reinterpret_cast<void*>(project), grid, dim3(256), 0, of_project, nullptr};
    bucket.parameters[1] = {reinterpret_cast<void*>(gather), grid, dim3(256), 0, of_gather, nullptr};
    CHECK(cudaGraphAddKernelNode(&bucket.nodes[0], graph, nullptr, 0, &bucket.parameters[0]));
    CHECK(cudaGraphAddKernelNode(&bucket.nodes[1], graph, &bucket.nodes[0], 1, &bucket.parameters[1]));
    CHECK(cudaGraphInstantiate(&bucket.ready, graph, 0));
    const double begin = app::seconds();
    for (int step = 0; step < kSteps; ++step) {
      seed = app::mix(seed + step);
      stride = 2 * (seed % 512) + 1;
      for (int n = 0; n < 2; ++n)
        CHECK(cudaGraphExecKernelNodeSetParams(bucket.ready, bucket.nodes[n], &bucket.parameters[n]));
      CHECK(cudaGraphLaunch(bucket.ready, stream));
      CHECK(cudaStreamSynchronize(stream));
      while (app::seconds() - begin < step * (1.0 / kSteps)) {
      }
    }
    CHECK(cudaGraphExecDestroy(bucket.ready));
    CHECK(cudaGraphDestroy(graph));
  }
  app::print("values", app::checksum_of_device(values, 1 << 20));
}
