#include "kernels/ceiling/link_probe.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <utility>

#include "kernels/ceiling/event_pair.cuh"
#include "kernels/ceiling/hold.cuh"
#include "kernels/device/buffer.cuh"

namespace rooflens::kernels::ceiling {
namespace {

using models::LinkDirection;
using models::Seconds;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kSmallest = std::size_t{4} << 10;
constexpr std::size_t kLargest = std::size_t{256} << 20;
constexpr std::size_t kGrowth = 4;
constexpr std::size_t kInARow = std::size_t{64} << 20;  // bytes, in at most so many copies:
constexpr std::size_t kMostCopies = 16;                 // more might not fit into the queue of a stream that is held
constexpr std::size_t kRepetitions = 11;
constexpr std::size_t kFewest = 3;  // of a link so slow that a size takes longer than:
constexpr std::chrono::milliseconds kEnough(80);
constexpr std::chrono::milliseconds kWarmUp(50);  // until PCIe has left the slow state in which it idles
constexpr unsigned long long kHoldNs = 200'000;

// Pinned memory of the host that every GPU may copy from and to.
class HostBuffer {
 public:
  explicit HostBuffer(std::size_t bytes) { ROOFLENS_CUDA(cudaHostAlloc(&data_, bytes, cudaHostAllocPortable)); }
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;
  ~HostBuffer() { cudaFreeHost(data_); }
  [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(data_); }

 private:
  void* data_ = nullptr;
};

int made_current(int device) {
  ROOFLENS_CUDA(cudaSetDevice(device));
  return device;
}

// A stream of a device, with its events.
class Lane {
 public:
  explicit Lane(int device) : device_(made_current(device)) {
    ROOFLENS_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  }
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;
  ~Lane() { cudaStreamDestroy(stream_); }

  void begin() {
    made_current(device_);
    hold<<<1, 1, 0, stream_>>>(kHoldNs);
    ROOFLENS_CUDA(cudaGetLastError());
    events_.begin(stream_);
  }
  void copy(std::byte* to, const std::byte* from, std::size_t bytes) const {
    ROOFLENS_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_));
  }
  void begin_with(const Lane& other) const { ROOFLENS_CUDA(cudaStreamWaitEvent(stream_, other.events_.began(), 0)); }
  void end() { events_.end(stream_); }
  void end_with(const Lane& other) const { ROOFLENS_CUDA(cudaStreamWaitEvent(stream_, other.events_.ended(), 0)); }
  [[nodiscard]] Seconds elapsed() { return events_.elapsed(); }

 private:
  int device_;
  EventPair events_;
  cudaStream_t stream_ = nullptr;
};

// Two ends, each with memory and a lane that copies out of it; the host has none, so that a second one of the GPU
// pulls.
struct Ends {
  Lane& here;
  Lane& there;
  std::byte* near;
  std::byte* far;

  // Time of one copy of so many bytes, half of them each way for both.
  [[nodiscard]] Seconds time(LinkDirection direction, std::size_t bytes) const {
    const std::size_t copies = std::clamp<std::size_t>(kInARow / bytes, 1, kMostCopies);
    const std::size_t half = bytes / 2;
    Lane& first = direction == LinkDirection::from_peer ? there : here;
    first.begin();
    if (direction == LinkDirection::both) there.begin_with(here);
    for (std::size_t i = 0; i < copies; ++i) {
      if (direction == LinkDirection::to_peer) here.copy(far, near, bytes);
      if (direction == LinkDirection::from_peer) there.copy(near, far, bytes);
      if (direction != LinkDirection::both) continue;
      here.copy(far, near, half);
      there.copy(near + half, far + half, half);
    }
    if (direction == LinkDirection::both) {
      there.end();
      here.end_with(there);
    }
    first.end();
    return first.elapsed() / static_cast<double>(copies);
  }

  [[nodiscard]] models::LinkSweep sweep(LinkDirection direction, std::size_t largest) const {
    for (const auto began = Clock::now(); Clock::now() - began < kWarmUp;) static_cast<void>(time(direction, largest));
    models::LinkSweep result{direction, {}};
    for (std::size_t bytes = kSmallest; bytes <= largest; bytes *= kGrowth) {
      models::LinkSamples& size = result.sizes.emplace_back();
      size.bytes = models::Bytes(static_cast<double>(bytes));
      static_cast<void>(time(direction, bytes));
      const auto began = Clock::now();
      do {
        size.times.push_back(time(direction, bytes));
      } while (size.times.size() < kFewest || (size.times.size() < kRepetitions && Clock::now() - began < kEnough));
    }
    return result;
  }
};

// What may be taken of a GPU that others may use too.
std::size_t largest_on(int device, std::size_t most) {
  made_current(device);
  std::size_t free = 0;
  std::size_t total = 0;
  ROOFLENS_CUDA(cudaMemGetInfo(&free, &total));
  while (most > free / 2) most /= kGrowth;
  if (most < kSmallest) throw DeviceError("too little free memory on GPU " + std::to_string(device));
  return most;
}

// Whether each GPU may now read the other's memory.
bool enable_access(int device, int peer) {
  for (const auto& [from, to] : {std::pair(device, peer), std::pair(peer, device)}) {
    int can = 0;
    ROOFLENS_CUDA(cudaDeviceCanAccessPeer(&can, from, to));
    if (can == 0) return false;
    made_current(from);
    ROOFLENS_CUDA(cudaDeviceEnablePeerAccess(to, 0));
  }
  return true;
}

}  // namespace

LinkSweeps sweep_links(int device, std::optional<int> peer) {
  LinkSweeps result{.sweeps = {}, .peer_access = peer && enable_access(device, *peer)};
  const std::size_t mine = largest_on(device, kLargest);
  const std::size_t largest = peer ? largest_on(*peer, mine) : mine;
  Lane there(peer.value_or(device));
  std::optional<HostBuffer> host;
  std::optional<DeviceBuffer<std::byte>> other;
  if (peer) {
    other.emplace(largest);
  } else {
    host.emplace(largest);
  }
  Lane here(device);
  const DeviceBuffer<std::byte> buffer(largest);
  const Ends ends{here, there, buffer.data(), peer ? other->data() : host->data()};
  for (const LinkDirection direction : {LinkDirection::to_peer, LinkDirection::from_peer, LinkDirection::both}) {
    result.sweeps.push_back(ends.sweep(direction, largest));
  }
  return result;
}

}  // namespace rooflens::kernels::ceiling
