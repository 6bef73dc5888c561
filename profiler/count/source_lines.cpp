#include "profiler/count/source_lines.hpp"

#include <cstdlib>
#include <string_view>

namespace rooflens::inject {

bool has_line_table(const void* cubin, std::size_t size) {
  // The names of sections stand as text in the file; a kernel's own name cannot begin with a dot.
  return std::string_view(static_cast<const char*>(cubin), size).find(".debug_line") != std::string_view::npos;
}

void SourceLines::add(const void* cubin, std::size_t size) {
  if (!cubin || size == 0 || !has_line_table(cubin, size)) return;
  CUpti_GetCubinCrcParams params = {};
  params.size = CUpti_GetCubinCrcParamsSize;
  params.cubin = cubin;
  params.cubinSize = size;
  if (api_->GetCubinCrc(&params) != CUPTI_SUCCESS) return;
  const char* bytes = static_cast<const char*>(cubin);
  const std::lock_guard lock(mutex_);
  cubins_.try_emplace(static_cast<std::uint32_t>(params.cubinCrc), bytes, bytes + size);
}

SourceLine SourceLines::find(std::uint64_t crc, const std::string& function, std::uint64_t offset) {
  const std::lock_guard lock(mutex_);
  const auto cubin = cubins_.find(static_cast<std::uint32_t>(crc));
  if (cubin == cubins_.end()) return {};
  CUpti_GetSassToSourceCorrelationParams params = {};
  params.size = CUpti_GetSassToSourceCorrelationParamsSize;
  params.cubin = cubin->second.data();
  params.cubinSize = cubin->second.size();
  params.functionName = function.c_str();
  params.pcOffset = offset;
  if (api_->GetSassToSourceCorrelation(&params) != CUPTI_SUCCESS) return {};
  SourceLine found;
  if (params.fileName && *params.fileName && params.lineNumber > 0) {
    found.line = static_cast<int>(params.lineNumber);
    found.file = params.fileName;
    if (params.dirName && *params.dirName && found.file.front() != '/') {
      found.file = std::string(params.dirName) + "/" + found.file;
    }
  }
  std::free(params.fileName);
  std::free(params.dirName);
  return found;
}

}  // namespace rooflens::inject
