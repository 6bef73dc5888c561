// The devices of a process as its spool describes them: what CUPTI's activity records say, and the chip's name.
#pragma once

#include <cupti_activity.h>

#include <map>
#include <mutex>
#include <string>

#include "profiler/observe/logbook.hpp"

namespace rooflens::inject {

/// As nvidia-smi writes it; `kind` stands before its digits: "GPU-".
[[nodiscard]] std::string uuid_text(const char* kind, const CUuuid& uuid);

class DeviceBook {
 public:
  explicit DeviceBook(Logbook& logbook) : logbook_(logbook) {}
  void describe(const CUpti_ActivityDevice5& record);
  void describe(const collect::spool::DeviceRecord& device);
  void set_chip(int device, const std::string& chip);

 private:
  Logbook& logbook_;
  std::mutex mutex_;
  std::map<int, collect::spool::DeviceRecord> devices_;
};

}  // namespace rooflens::inject
