// From an instruction's offset to the line of source it was compiled from, for code whose binary has line information
// (nvcc -lineinfo or -G, Triton, Numba).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "profiler/cupti/api.hpp"

namespace rooflens::inject {

struct SourceLine {
  std::string file;  ///< with its folder; empty where the binary does not tell
  int line = 0;
};

class SourceLines {
 public:
  explicit SourceLines(std::shared_ptr<const collect::cupti::Api> api) : api_(std::move(api)) {}

  /// A module was loaded. Keeps a copy of those with line information: CUPTI asks for the binary later.
  void add(const void* cubin, std::size_t size);
  /// `crc`: CUPTI's number of the cubin, of which some of its interfaces give the lower half alone.
  [[nodiscard]] SourceLine find(std::uint64_t crc, const std::string& function, std::uint64_t offset);

 private:
  std::shared_ptr<const collect::cupti::Api> api_;
  std::mutex mutex_;
  std::map<std::uint32_t, std::vector<char>> cubins_;
};

/// Whether a cubin holds a line table: an ELF section of that name.
[[nodiscard]] bool has_line_table(const void* cubin, std::size_t size);

}  // namespace rooflens::inject
