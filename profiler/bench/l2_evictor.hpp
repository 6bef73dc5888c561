// Brings the L2 into a known state: nothing of the kernel's data in it, and no dirty lines that would be written back
// inside the measurement.
#pragma once

#include <cstddef>

namespace rooflens::collect::cupti {

/// Holds a buffer of four times the L2 on the current device.
class L2Evictor {
 public:
  L2Evictor();
  ~L2Evictor();
  L2Evictor(const L2Evictor&) = delete;
  L2Evictor& operator=(const L2Evictor&) = delete;

  /// Enqueues a read of the whole buffer. Reading, not writing: written lines would stay dirty in the L2.
  void evict() const;

 private:
  void* buffer_ = nullptr;
  std::size_t words_ = 0;
  unsigned blocks_ = 0;
};

}  // namespace rooflens::collect::cupti
