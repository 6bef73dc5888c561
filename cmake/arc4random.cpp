// arc4random for glibc before 2.36. The static libstdc++ and expat of newer systems refer to it, which would keep the
// binaries from starting on older ones. Hidden, so that an application with our library in its process keeps its own.
#include <sys/random.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#define ROOFLENS_HIDDEN __attribute__((visibility("hidden")))

extern "C" {

/// Fills `size` bytes with random ones from the kernel; aborts where the kernel has none, as glibc's own does.
ROOFLENS_HIDDEN void arc4random_buf(void* bytes, std::size_t size) noexcept {
  auto* next = static_cast<unsigned char*>(bytes);
  while (size > 0) {
    const ssize_t got = getrandom(next, size, 0);
    if (got < 0) {
      if (errno == EINTR) continue;
      std::abort();
    }
    next += got;
    size -= static_cast<std::size_t>(got);
  }
}

/// One uniformly distributed 32-bit number.
ROOFLENS_HIDDEN std::uint32_t arc4random() noexcept {
  std::uint32_t number = 0;
  arc4random_buf(&number, sizeof number);
  return number;
}

}  // extern "C"
