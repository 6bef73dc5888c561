#include "profiler/inject/record_buffers.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "profiler/cupti/activity_calls.hpp"

namespace rooflens::inject {
namespace {

// Never destroyed: CUPTI may bring back a buffer while the program ends.
std::shared_ptr<const collect::cupti::Api>& source() {
  static auto* const api = new std::shared_ptr<const collect::cupti::Api>;
  return *api;
}
bool (*receiver)(const CUpti_Activity& record) = nullptr;

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *size = 1 << 20;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *most_records = 0;
  if (!*buffer) *size = 0;
}

void CUPTIAPI give_own_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records, void*) {
  give_buffer(buffer, size, most_records);
}

void CUPTIAPI take_own_buffer(std::uint8_t* buffer, std::size_t, std::size_t used, void*) {
  CUpti_Activity* record = nullptr;
  while (used > 0 && collect::cupti::next_record(*source(), buffer, used, record) && receiver(*record)) {
  }
  std::free(buffer);
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t size, std::size_t used) {
  take_own_buffer(buffer, size, used, nullptr);
}

}  // namespace

bool receive_records(std::shared_ptr<const collect::cupti::Api> api, bool (*receive)(const CUpti_Activity& record)) {
  if (source() != api) source() = std::move(api);  // buffers may come back meanwhile
  receiver = receive;
  const collect::cupti::Api& from = *source();
  return (from.subscriber ? from.own.register_callbacks(from.subscriber, give_own_buffer, take_own_buffer)
                          : from.ActivityRegisterCallbacks(give_buffer, take_buffer)) == CUPTI_SUCCESS;
}

}  // namespace rooflens::inject
