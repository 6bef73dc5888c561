#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "profiler/spool/spool.hpp"

namespace rooflens::collect::spool {

Spool read_spool(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read the spool " + path.string());
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  Spool spool;
  spool.path = path;
  std::error_code ignored;
  spool.disk_was_full = std::filesystem::exists(path.string() + ".full", ignored);
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin)) {
    if (end == begin) continue;
    try {
      spool.records.push_back(decode(std::string_view(text).substr(begin, end - begin)));
    } catch (const std::runtime_error&) {
      ++spool.damaged_lines;
    }
  }
  return spool;
}

std::vector<Spool> read_spools(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".spool" && entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Spool> spools;
  for (const auto& path : paths) spools.push_back(read_spool(path));
  return spools;
}

}  // namespace rooflens::collect::spool
