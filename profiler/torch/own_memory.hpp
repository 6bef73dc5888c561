// Reads memory of this process that may not be there: the system copies it, and says where it cannot. Nothing faults.
#pragma once

#include <sys/uio.h>
#include <unistd.h>

#include <cstddef>
#include <span>

namespace rooflens::torch {

/// Copies `size` bytes from each of `places` behind each other to `to`. False: some of them are not readable, or the
/// system does not allow it; `to` is undefined then.
[[nodiscard]] inline bool read_memory(std::span<const void* const> places, std::size_t size, void* to) {
  constexpr std::size_t kMostPieces = 512;  // of one call; the system's limit is 1024
  for (auto* into = static_cast<char*>(to); !places.empty();) {
    iovec pieces[kMostPieces];
    const std::size_t count = places.size() < kMostPieces ? places.size() : kMostPieces;
    for (std::size_t i = 0; i < count; ++i) pieces[i] = {const_cast<void*>(places[i]), size};
    const iovec whole{into, count * size};
    if (process_vm_readv(getpid(), &whole, 1, pieces, count, 0) != static_cast<ssize_t>(count * size)) return false;
    into += count * size;
    places = places.subspan(count);
  }
  return true;
}

[[nodiscard]] inline bool read_memory(const void* place, std::size_t size, void* to) {
  return read_memory(std::span(&place, 1), size, to);
}

}  // namespace rooflens::torch
