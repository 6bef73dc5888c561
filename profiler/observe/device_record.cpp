#include "profiler/observe/device_record.hpp"

#include "models/base/uuid_text.hpp"

namespace rooflens::inject {

void describe_device(const CUpti_ActivityDevice5& record, collect::spool::DeviceRecord& d) {
  d.name = record.name ? record.name : "";
  d.uuid = record.isMigEnabled ? models::uuid_text("MIG-", record.migUuid.bytes)
                               : models::uuid_text("GPU-", record.uuid.bytes);
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
