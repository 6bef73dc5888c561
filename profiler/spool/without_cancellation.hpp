// A thread of the application that is cancelled ends at its next cancellation point, which must not be one of ours: our
// frames, CUPTI's and the driver's may not be unwound.
#pragma once

#include <pthread.h>

namespace rooflens::collect {

class WithoutCancellation {
 public:
  WithoutCancellation() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~WithoutCancellation() { pthread_setcancelstate(before_, nullptr); }
  WithoutCancellation(const WithoutCancellation&) = delete;
  WithoutCancellation& operator=(const WithoutCancellation&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace rooflens::collect
