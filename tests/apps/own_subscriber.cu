// The program subscribes to CUPTI in the middle, counts its launches in callbacks, and gives the place back.
// flags: -ldl
#include <cupti.h>

#include <atomic>

#include "looked_up.cuh"

__global__ void turn_heard(std::uint32_t* x) { x[app::index()] = app::mix(x[app::index()]); }

std::atomic<int> heard{0};

void CUPTIAPI listen(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void* data) {
  heard += static_cast<const CUpti_CallbackData*>(data)->callbackSite == CUPTI_API_ENTER;
}

int main() {
  const int n = 1 << 16;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  const auto turn = [&](int times) {
    for (int k = 0; k < times; ++k) turn_heard<<<n / 256, 256>>>(x);
    CHECK(cudaDeviceSynchronize());
  };
  turn(500);
  CUpti_SubscriberHandle handle = nullptr;
  std::printf("subscribed %d\n", LOOKED_UP(cuptiSubscribe)(&handle, listen, nullptr));
  std::printf("enabled %d\n", LOOKED_UP(cuptiEnableCallback)(1, handle, CUPTI_CB_DOMAIN_DRIVER_API,
                                                             CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel));
  turn(500);
  std::printf("unsubscribed %d\n", LOOKED_UP(cuptiUnsubscribe)(handle));
  turn(500);
  std::printf("heard %d\n", heard.load());
  app::print("numbers", app::checksum_of_device(x, n));
}
