// peer on a device: the algorithms of CUB behind plain functions, and what the variants share. CUB is slow to compile,
// so prepared.cu alone includes it.
#pragma once

#include <memory>

#include "kernels/device/fill.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/peer/reference.hpp"

namespace rooflens::kernels::peer {

/// What CUB wants for itself: it says how much in a call without memory, and is then called with it.
struct Temporary {
  void* data = nullptr;
  std::size_t bytes = 0;
};

/// out[0] = the sum of n elements. Asynchronous, as the others.
void sum_with_cub(Temporary& temporary, const float* in, float* out, std::int64_t n);
/// out[i] = the sum of elements 0..i.
void scan_with_cub(Temporary& temporary, const float* in, float* out, std::int64_t n);
/// counts[b] = how many of n bytes are b.
void count_with_cub(Temporary& temporary, const unsigned char* in, unsigned int* counts, std::int64_t n);

/// A prepared call of a library: it knows of its kernels what a profiler sees, no more.
class LibraryCall : public Prepared {
 public:
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {}; }
};

/// An algorithm of CUB with its memory. `call` is one of the functions above.
template <typename In, typename Out>
class CubCall : public LibraryCall {
 public:
  using Function = void (*)(Temporary&, const In*, Out*, std::int64_t);

  template <typename Generate>
  CubCall(Function call, std::int64_t n, std::int64_t outputs, Generate generate)
      : call_(call), n_(n), in_(static_cast<std::size_t>(n)), out_(static_cast<std::size_t>(outputs)) {
    fill(in_, generate);
  }

  void launch() override { call_(temporary_, in_.data(), out_.data(), n_); }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }

 protected:
  [[nodiscard]] std::uint64_t n() const { return static_cast<std::uint64_t>(n_); }
  [[nodiscard]] const Out* out() const { return out_.data(); }

 private:
  [[nodiscard]] std::size_t temporary_bytes() const {
    Temporary asked;
    call_(asked, in_.data(), out_.data(), n_);
    return asked.bytes;
  }

  Function call_;
  std::int64_t n_;
  DeviceBuffer<In> in_;
  DeviceBuffer<Out> out_;
  // A call with no memory only asks, so there has to be some.
  DeviceBuffer<unsigned char> memory_{temporary_bytes() + 1};
  Temporary temporary_{memory_.data(), memory_.size()};
};

/// A stretch of n elements that the CPU counts too, to check what the device counts: some 10 ms.
[[nodiscard]] inline Stretch checked_stretch(std::uint64_t n, std::uint64_t seed) {
  constexpr std::uint64_t kChecked = std::uint64_t{1} << 22;
  if (n <= kChecked) return {0, n};
  const std::uint64_t begin = random_bits(seed, n) % (n - kChecked + 1);
  return {begin, begin + kChecked};
}

}  // namespace rooflens::kernels::peer
