#include "profiler/observe/device_record.hpp"

#include <cstdio>
#include <string>

namespace rooflens::inject {

std::string uuid_text(const char* kind, const CUuuid& uuid) {
  std::string text = kind;
  for (int i = 0; i < 16; ++i) {
    char byte[3];
    std::snprintf(byte, sizeof byte, "%02x", static_cast<unsigned char>(uuid.bytes[i]));
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += byte;
  }
  return text;
}

void describe_device(const CUpti_ActivityDevice5& record, collect::spool::DeviceRecord& d) {
  d.name = record.name ? record.name : "";
  d.uuid = record.isMigEnabled ? uuid_text("MIG-", record.migUuid) : uuid_text("GPU-", record.uuid);
  d.compute_capability_major = static_cast<int>(record.computeCapabilityMajor);
  d.compute_capability_minor = static_cast<int>(record.computeCapabilityMinor);
  d.sm_count = static_cast<int>(record.numMultiprocessors);
  d.sm_clock_hz = 1e3 * record.coreClockRate;
  d.memory_bandwidth_bytes_per_second = 1e3 * static_cast<double>(record.globalMemoryBandwidth);
  d.memory_bytes = static_cast<double>(record.globalMemorySize);
  d.l2_bytes = record.l2CacheSize;
  d.shared_per_sm_bytes = record.maxSharedMemoryPerMultiprocessor;
  d.shared_per_block_bytes = record.maxSharedMemoryPerBlock;
  d.registers_per_sm = static_cast<int>(record.maxRegistersPerMultiprocessor);
  d.warps_per_sm = static_cast<int>(record.maxWarpsPerMultiprocessor);
  d.blocks_per_sm = static_cast<int>(record.maxBlocksPerMultiprocessor);
  d.warp_size = static_cast<int>(record.numThreadsPerWarp);
  d.mig = record.isMigEnabled != 0;
}

}  // namespace rooflens::inject
