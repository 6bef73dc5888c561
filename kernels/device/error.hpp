// A CUDA call that failed, with what was called and where.
#pragma once

#include <stdexcept>

namespace rooflens::kernels {

class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace rooflens::kernels
