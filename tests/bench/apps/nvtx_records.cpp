// CUPTI's own NVTX records, as a timeline tool would keep them: NVTX loads this library through NVTX_INJECTION64_PATH.
// At the end of the program each range is a line "domain<TAB>name<TAB>nanoseconds" in the file that NVTX_RECORDS names.
#include <cupti.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

extern "C" CUptiResult cuptiNvtxInitialize2(void*);  // no header declares it

namespace {

struct Range {
  std::string domain;
  std::string name;
  std::uint64_t start = 0;
  std::uint64_t end = 0;
};

std::mutex mutex;
std::map<std::uint32_t, Range>& ranges() {
  static auto* all = new std::map<std::uint32_t, Range>;
  return *all;
}

void CUPTIAPI give(std::uint8_t** buffer, std::size_t* size, std::size_t* records) {
  *size = 1 << 20;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *records = 0;
}

// The end of a range is a record of its own, without the name.
void CUPTIAPI take(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t used) {
  CUpti_Activity* record = nullptr;
  const std::lock_guard lock(mutex);
  while (cuptiActivityGetNextRecord(buffer, used, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_MARKER) continue;
    const auto& marker = *reinterpret_cast<const CUpti_ActivityMarker2*>(record);
    Range& range = ranges()[marker.id];
    if (marker.name) range.name = marker.name;
    if (marker.domain) range.domain = marker.domain;
    if (marker.flags & CUPTI_ACTIVITY_FLAG_MARKER_START) range.start = marker.timestamp;
    if (marker.flags & CUPTI_ACTIVITY_FLAG_MARKER_END) range.end = marker.timestamp;
  }
  std::free(buffer);
}

void write_down() {
  cuptiActivityFlushAll(1);
  const char* path = std::getenv("NVTX_RECORDS");
  std::FILE* file = path ? std::fopen(path, "a") : nullptr;
  if (!file) return;
  const std::lock_guard lock(mutex);
  for (const auto& [id, range] : ranges()) {
    std::fprintf(file, "%s\t%s\t%lld\n", range.domain.c_str(), range.name.c_str(),
                 static_cast<long long>(range.end) - static_cast<long long>(range.start));
  }
  std::fclose(file);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(void* table) {
  cuptiActivityRegisterCallbacks(give, take);
  cuptiActivityEnable(CUPTI_ACTIVITY_KIND_MARKER);
  std::atexit(write_down);
  return cuptiNvtxInitialize2(table) == CUPTI_SUCCESS ? 1 : 0;
}
