// What CUPTI adds to the time between two events of a program that times its launches, as autotuners do.
#include <cupti.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <vector>

#include "profiler/cupti/api.hpp"
#include "tests/bench/driver_kernel.hpp"

namespace {

using namespace rooflens::bench;
using rooflens::collect::cupti::Api;

void CUPTIAPI leave(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *size = 1 << 20;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *most_records = 0;
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t) {
  std::free(buffer);
}

class Spans {
 public:
  Spans() {
    check(cuEventCreate(&begin_, CU_EVENT_DEFAULT));
    check(cuEventCreate(&end_, CU_EVENT_DEFAULT));
  }
  /// Medians of so many spans of one launch, and of four.
  void print(const char* what) const { fmt::print("{:<22} {:6.2f} us {:6.2f} us\n", what, median_us(1), median_us(4)); }

 private:
  [[nodiscard]] float median_us(int launches) const {
    constexpr std::size_t kSpans = 1001;
    std::vector<float> all;
    while (all.size() < kSpans) {
      check(cuEventRecord(begin_, nullptr));
      for (int i = 0; i < launches; ++i) kernel_.launch();
      check(cuEventRecord(end_, nullptr));
      check(cuEventSynchronize(end_));
      float ms = 0;
      check(cuEventElapsedTime(&ms, begin_, end_));
      all.push_back(1e3F * ms);
    }
    std::ranges::nth_element(all, all.begin() + kSpans / 2);
    return all[kSpans / 2];
  }

  DriverKernel kernel_{1};
  CUevent begin_ = nullptr;
  CUevent end_ = nullptr;
};

void ask() {
  static_cast<void>(current_context());
  const auto api = rooflens::collect::cupti::load();
  const Spans spans;
  spans.print("warming up");
  spans.print("without CUPTI");
  CUpti_SubscriberHandle subscriber = nullptr;
  api->Subscribe(&subscriber, leave, nullptr);
  spans.print("subscribed");
  api->ActivityRegisterCallbacks(give_buffer, take_buffer);
  for (int round = 0; round < 2; ++round) {
    api->ActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    spans.print("with records");
    api->ActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    spans.print("records off again");
  }
  api->Unsubscribe(subscriber);
  spans.print("subscription ended");
}

}  // namespace

int main() try { ask(); } catch (const std::exception& error) {
  fmt::print(stderr, "timed_spans: error: {}\n", error.what());
  return EXIT_FAILURE;
}
