// Streams over a working set of many times the L2: read, write, copy (half to half), triad (a = b + s c in thirds), one
// array to three, three to one.
// Every thread has several 16-byte accesses in flight. Blocks take tiles in turn, so that the device walks through
// memory as one; or every block takes one tile and goes, and blocks begin in order: then those that are behind hold
// nobody up.
#include <array>

#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr std::int64_t kVector = sizeof(uint4);

struct Read {
  static constexpr int arrays = 1;
  template <int kInFlight>
  static __device__ std::uint32_t tile(uint4* data, std::int64_t, std::int64_t step) {
    uint4 v[kInFlight];
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) v[i] = load_past_l1(data + i * step);
    std::uint32_t sum = 0;
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) sum ^= v[i].x ^ v[i].y ^ v[i].z ^ v[i].w;
    return sum;
  }
};

struct Write {
  static constexpr int arrays = 1;
  template <int kInFlight>
  static __device__ std::uint32_t tile(uint4* data, std::int64_t, std::int64_t step) {
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) data[i * step] = make_uint4(threadIdx.x, blockIdx.x, threadIdx.x, blockIdx.x);
    return 0;
  }
};

struct Copy {
  static constexpr int arrays = 2;
  template <int kInFlight>
  static __device__ std::uint32_t tile(uint4* to, std::int64_t apart, std::int64_t step) {
    uint4 v[kInFlight];
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) v[i] = load_past_l1(to + apart + i * step);
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) to[i * step] = v[i];
    return 0;
  }
};

struct Triad {
  static constexpr int arrays = 3;
  static __device__ std::uint32_t fma(std::uint32_t b, std::uint32_t c) {
    return __float_as_uint(__fmaf_rn(0.5f, __uint_as_float(c), __uint_as_float(b)));
  }
  template <int kInFlight>
  static __device__ std::uint32_t tile(uint4* a, std::int64_t apart, std::int64_t step) {
    uint4 b[kInFlight];
    uint4 c[kInFlight];
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) {
      b[i] = load_past_l1(a + apart + i * step);
      c[i] = load_past_l1(a + 2 * apart + i * step);
    }
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) {
      a[i * step] = make_uint4(fma(b[i].x, c[i].x), fma(b[i].y, c[i].y), fma(b[i].z, c[i].z), fma(b[i].w, c[i].w));
    }
    return 0;
  }
};

// One read, three writes.
struct Spread {
  static constexpr int arrays = 4;
  template <int kInFlight>
  static __device__ std::uint32_t tile(uint4* to, std::int64_t apart, std::int64_t step) {
    uint4 v[kInFlight];
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) v[i] = load_past_l1(to + 3 * apart + i * step);
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) {
      to[i * step] = v[i];
      to[apart + i * step] = v[i];
      to[2 * apart + i * step] = v[i];
    }
    return 0;
  }
};

// Three reads, one write.
struct Gather {
  static constexpr int arrays = 4;
  template <int kInFlight>
  static __device__ std::uint32_t tile(uint4* to, std::int64_t apart, std::int64_t step) {
    uint4 v[kInFlight][3];
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) {
#pragma unroll
      for (int k = 0; k < 3; ++k) v[i][k] = load_past_l1(to + (k + 1) * apart + i * step);
    }
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) {
      to[i * step] = make_uint4(v[i][0].x ^ v[i][1].x ^ v[i][2].x, v[i][0].y ^ v[i][1].y ^ v[i][2].y,
                                v[i][0].z ^ v[i][1].z ^ v[i][2].z, v[i][0].w ^ v[i][1].w ^ v[i][2].w);
    }
    return 0;
  }
};

// Vectors of one array: a whole number of tiles.
template <typename Stream, int kInFlight>
[[nodiscard]] __host__ __device__ std::int64_t array_vectors(std::int64_t bytes, int threads) {
  const std::int64_t tile = std::int64_t{threads} * kInFlight;
  return bytes / (Stream::arrays * kVector) / tile * tile;
}

template <typename Stream, int kInFlight>
__global__ void stream(Arguments arguments) {
  StampedBlock stamped(arguments);
  const std::int64_t apart = array_vectors<Stream, kInFlight>(arguments.bytes, static_cast<int>(blockDim.x));
  const std::int64_t tile = std::int64_t{blockDim.x} * kInFlight;
  auto* const data = reinterpret_cast<uint4*>(arguments.memory) + threadIdx.x;
  std::uint32_t sum = 0;
  for (int iteration = 0; iteration < arguments.iterations; ++iteration) {
    for (std::int64_t at = blockIdx.x * tile; at < apart; at += gridDim.x * tile) {
      sum ^= Stream::template tile<kInFlight>(data + at, apart, blockDim.x);
    }
  }
  keep(arguments, sum);
  stamped.end();
}

template <typename Stream, int kInFlight>
__global__ void stream_once(Arguments arguments) {
  StampedSm stamped(arguments);
  const std::int64_t apart = array_vectors<Stream, kInFlight>(arguments.bytes, static_cast<int>(blockDim.x));
  const std::int64_t at = blockIdx.x * std::int64_t{blockDim.x} * kInFlight + threadIdx.x;
  keep(arguments, Stream::template tile<kInFlight>(reinterpret_cast<uint4*>(arguments.memory) + at, apart, blockDim.x));
  stamped.end();
}

struct Shape {
  int blocks, threads;
};
constexpr std::array kShapes{Shape{2, 256}, Shape{4, 256},  Shape{8, 256}, Shape{2, 512},
                             Shape{4, 512}, Shape{1, 1024}, Shape{2, 1024}};

template <typename Stream, int kInFlight>
void add(Trials& trials, const Site& site) {
  for (const auto& [blocks, threads] : kShapes) {
    const double moved =
        static_cast<double>(Stream::arrays * kVector * array_vectors<Stream, kInFlight>(site.memory_bytes, threads));
    add_trial(trials, site, stream<Stream, kInFlight>,
              "16 B accesses, " + std::to_string(kInFlight) + " in flight, " + shape_text(blocks, threads), blocks,
              threads, moved / (blocks * site.sms), site.memory_bytes);
  }
  for (const int threads : {128, 256, 512}) {
    const std::int64_t vectors = array_vectors<Stream, kInFlight>(site.memory_bytes, threads);
    trials.push_back({.text = "16 B accesses, " + std::to_string(kInFlight) + " in flight, a block of " +
                              std::to_string(threads) + " threads for each tile",
                      .kernel = stream_once<Stream, kInFlight>,
                      .blocks = static_cast<unsigned int>(vectors / (std::int64_t{threads} * kInFlight)),
                      .threads = static_cast<unsigned int>(threads),
                      .dynamic_shared_bytes = 0,
                      .bytes = site.memory_bytes,
                      .work = static_cast<double>(Stream::arrays * kVector * vectors),
                      .once = true});
  }
}

}  // namespace

Trials dram_trials(const Site& site, const std::string& probe) {
  Trials trials;
  if (probe == "dram-read") {
    add<Read, 2>(trials, site);
    add<Read, 4>(trials, site);
    add<Read, 8>(trials, site);
    add<Read, 16>(trials, site);
    for (Trial& trial : bulk_trials(site, site.memory_bytes, false)) trials.push_back(std::move(trial));
  } else if (probe == "dram-write") {
    add<Write, 1>(trials, site);
    add<Write, 4>(trials, site);
    add<Write, 8>(trials, site);
  } else if (probe == "dram-copy") {
    add<Copy, 1>(trials, site);
    add<Copy, 2>(trials, site);
    add<Copy, 4>(trials, site);
    add<Copy, 8>(trials, site);
  } else if (probe == "dram-triad") {
    add<Triad, 1>(trials, site);
    add<Triad, 2>(trials, site);
    add<Triad, 4>(trials, site);
  } else if (probe == "dram-1r3w") {
    add<Spread, 1>(trials, site);
    add<Spread, 2>(trials, site);
  } else if (probe == "dram-3r1w") {
    add<Gather, 1>(trials, site);
    add<Gather, 2>(trials, site);
  }
  return trials;
}

}  // namespace rooflens::kernels::ceiling
