// cudaLaunchKernelExC with several attributes at once: clusters that are cooperative, an event when all blocks have
// begun, a domain of memory ordering, a share of shared memory.
#include <cooperative_groups.h>

#include "app.cuh"

constexpr int kBlocks = 64, kThreads = 128, kNumbers = kBlocks * kThreads;

// All blocks of the grid meet, and the two of a cluster read each other's shared memory.
__global__ void fold_in_clusters(std::uint32_t* x, std::uint32_t* partial) {
  __shared__ std::uint32_t own[kThreads];
  const auto grid = cooperative_groups::this_grid();
  const auto cluster = cooperative_groups::this_cluster();
  const int i = app::index();
  own[threadIdx.x] = app::mix(x[i] + i);
  cluster.sync();
  const std::uint32_t theirs = cluster.map_shared_rank(own, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
  if (threadIdx.x == 0) partial[blockIdx.x] = theirs;
  grid.sync();
  std::uint32_t sum = own[threadIdx.x] + theirs;
  for (int block = 0; block < kBlocks; ++block) sum = app::mix(sum + partial[block]);
  grid.sync();
  x[i] = sum;
}

// Says at its end that it is done; the kernel that waits for that may begin when all blocks of this one have begun, and
// is in another domain every second time, hence the fences of the whole system.
__global__ void give_after_begin(std::uint32_t* y, int* done, int number) {
  std::uint32_t value = y[app::index()];
  for (int s = 0; s < 500; ++s) value = app::mix(value + number);
  y[app::index()] = value;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd_system(done, 1);
}

__global__ void take_after_begin(const std::uint32_t* y, const volatile int* done, int number, std::uint32_t* sum,
                                 int* given_up) {
  if (!app::wait_until(done, (number + 1) * kBlocks)) *given_up = 1;
  const volatile std::uint32_t* fresh = y;
  atomicAdd(sum, app::mix(fresh[app::index()]));
}

template <class... Arguments>
void launch(cudaStream_t stream, std::vector<cudaLaunchAttribute> attributes, const void* kernel, Arguments... values) {
  cudaLaunchConfig_t config{};
  config.gridDim = kBlocks;
  config.blockDim = kThreads;
  config.stream = stream;
  config.attrs = attributes.data();
  config.numAttrs = static_cast<unsigned>(attributes.size());
  void* arguments[] = {&values...};
  CHECK(cudaLaunchKernelExC(&config, kernel, arguments));
}

cudaLaunchAttribute attribute_of(cudaLaunchAttributeID id) {
  cudaLaunchAttribute attribute{};
  attribute.id = id;
  return attribute;
}

int main() {
  std::uint32_t* x = app::device_array<std::uint32_t>(kNumbers);
  std::uint32_t* y = app::device_array<std::uint32_t>(kNumbers);
  std::uint32_t* sums = app::device_array<std::uint32_t>(kBlocks + 1);
  int* flags = app::device_array<int>(2);
  cudaStream_t first, second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  app::load(fold_in_clusters);
  app::load(give_after_begin);
  app::load(take_after_begin);

  cudaLaunchAttribute cooperative = attribute_of(cudaLaunchAttributeCooperative);
  cooperative.val.cooperative = 1;
  cudaLaunchAttribute cluster = attribute_of(cudaLaunchAttributeClusterDimension);
  cluster.val.clusterDim.x = 2;
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  for (int k = 0; k < 2000; ++k) {
    launch(first, {cooperative, cluster}, reinterpret_cast<const void*>(fold_in_clusters), x, sums);
  }
  CHECK(cudaStreamSynchronize(first));
  app::print("folded", app::checksum_of_device(x, kNumbers));

  cudaEvent_t begun, taken;
  CHECK(cudaEventCreateWithFlags(&begun, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&taken, cudaEventDisableTiming));
  cudaLaunchAttribute completion = attribute_of(cudaLaunchAttributeLaunchCompletionEvent);
  completion.val.launchCompletionEvent.event = begun;
  cudaLaunchAttribute domain = attribute_of(cudaLaunchAttributeMemSyncDomain);
  domain.val.memSyncDomain = cudaLaunchMemSyncDomainRemote;
  cudaLaunchAttribute carveout = attribute_of(cudaLaunchAttributePreferredSharedMemoryCarveout);
  carveout.val.sharedMemCarveout = 50;
  for (int k = 0; k < 1000; ++k) {
    launch(first, {completion}, reinterpret_cast<const void*>(give_after_begin), y, flags, k);
    CHECK(cudaStreamWaitEvent(second, begun, 0));
    launch(second, k % 2 ? std::vector{domain} : std::vector{carveout}, reinterpret_cast<const void*>(take_after_begin),
           y, flags, k, sums + kBlocks, flags + 1);
    CHECK(cudaEventRecord(taken, second));
    CHECK(cudaStreamWaitEvent(first, taken, 0));
  }
  CHECK(cudaDeviceSynchronize());
  int given_up = 0;
  CHECK(cudaMemcpy(&given_up, flags + 1, sizeof given_up, cudaMemcpyDeviceToHost));
  std::printf("given up %d\n", given_up);
  app::print("given", app::checksum_of_device(y, kNumbers));
  app::print("taken", app::checksum_of_device(sums + kBlocks, 1));
}
