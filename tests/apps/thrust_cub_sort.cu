// Log records sorted, counted and folded with Thrust on a stream and with CUB, with its own cache of temporary storage.
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

#include <cub/cub.cuh>
#include <map>

#include "app.cuh"

struct Caching {
  using value_type = char;
  char* allocate(std::ptrdiff_t bytes) {
    const auto found = free.lower_bound(bytes);
    char* block = nullptr;
    std::ptrdiff_t size = bytes;
    if (found != free.end()) {
      size = found->first;
      block = found->second;
      free.erase(found);
    } else {
      CHECK(cudaMalloc(&block, bytes));
      ++allocations;
    }
    sizes[block] = size;
    return block;
  }
  void deallocate(char* block, std::size_t) { free.emplace(sizes[block], block); }

  std::multimap<std::ptrdiff_t, char*> free;
  std::map<char*, std::ptrdiff_t> sizes;
  int allocations = 0;
};

struct Record {
  std::uint32_t seed;
  __host__ __device__ std::uint32_t operator()(std::uint32_t i) const { return app::mix(i + seed) % 50021; }
};

struct Folded {
  __host__ __device__ std::uint64_t operator()(std::uint32_t x) const { return app::mix(x); }
};

int main() {
  const int n = 1 << 20, rounds = 25;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  Caching cache;
  const auto policy = thrust::cuda::par(cache).on(stream);
  thrust::device_vector<std::uint32_t> keys(n), distinct(n), counts(n), positions(n);
  thrust::device_vector<std::uint32_t> other(n), values(n), other_values(n);
  thrust::device_vector<int> found(1), bins(256);
  std::uint64_t total = 0, sum_of_bins = 0;
  std::size_t last_distinct = 0;
  for (int round = 0; round < rounds; ++round) {
    const thrust::counting_iterator<std::uint32_t> from(0);
    thrust::transform(policy, from, from + n, keys.begin(), Record{round * 7919u});
    thrust::sort(policy, keys.begin(), keys.end());
    const auto end =
        thrust::reduce_by_key(policy, keys.begin(), keys.end(), thrust::constant_iterator<std::uint32_t>(1),
                              distinct.begin(), counts.begin());
    last_distinct = end.first - distinct.begin();
    thrust::exclusive_scan(policy, counts.begin(), end.second, positions.begin());
    total += thrust::transform_reduce(policy, positions.begin(), positions.begin() + last_distinct, Folded{},
                                      std::uint64_t{0}, thrust::plus<std::uint64_t>());
    thrust::transform(policy, from, from + n, keys.begin(), Record{round * 104729u});
    thrust::transform(policy, from, from + n, values.begin(), Record{round * 31u});

    cub::DoubleBuffer<std::uint32_t> both_keys(keys.data().get(), other.data().get());
    cub::DoubleBuffer<std::uint32_t> both_values(values.data().get(), other_values.data().get());
    std::size_t bytes = 0, needed = 0;
    CHECK(cub::DeviceRadixSort::SortPairs(nullptr, bytes, both_keys, both_values, n, 0, 16, stream));
    CHECK(cub::DeviceSelect::Unique(nullptr, needed, keys.data().get(), distinct.data().get(), found.data().get(), n,
                                    stream));
    bytes = std::max(bytes, needed);
    CHECK(cub::DeviceHistogram::HistogramEven(nullptr, needed, keys.data().get(), bins.data().get(), 257, 0u, 50176u, n,
                                              stream));
    bytes = std::max(bytes, needed);
    char* storage = cache.allocate(static_cast<std::ptrdiff_t>(bytes));
    needed = bytes;
    CHECK(cub::DeviceRadixSort::SortPairs(storage, needed, both_keys, both_values, n, 0, 16, stream));
    needed = bytes;
    CHECK(cub::DeviceSelect::Unique(storage, needed, both_keys.Current(), distinct.data().get(), found.data().get(), n,
                                    stream));
    needed = bytes;
    CHECK(cub::DeviceHistogram::HistogramEven(storage, needed, both_keys.Current(), bins.data().get(), 257, 0u, 50176u,
                                              n, stream));
    cache.deallocate(storage, bytes);
    sum_of_bins += thrust::transform_reduce(policy, bins.begin(), bins.end(), Folded{}, std::uint64_t{0},
                                            thrust::plus<std::uint64_t>());
    total += app::checksum_of_device(both_values.Current(), n);
  }
  CHECK(cudaStreamSynchronize(stream));
  int unique = 0;
  CHECK(cudaMemcpy(&unique, found.data().get(), sizeof unique, cudaMemcpyDeviceToHost));
  std::printf("distinct %zu, unique %d, allocations %s\n", last_distinct, unique,
              cache.allocations < rounds ? "few" : "many");
  app::print("total", total);
  app::print("bins", sum_of_bins);
  for (const auto& block : cache.free) CHECK(cudaFree(block.second));
}
