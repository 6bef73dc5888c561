#include "profiler/observe/other_cupti.hpp"

#include <link.h>

#include <algorithm>
#include <filesystem>

namespace rooflens::inject {

namespace fs = std::filesystem;

std::vector<std::string> loaded_objects() {
  std::vector<std::string> paths;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* to) {
        if (object->dlpi_name && *object->dlpi_name) {
          static_cast<std::vector<std::string>*>(to)->emplace_back(object->dlpi_name);
        }
        return 0;
      },
      &paths);
  return paths;
}

std::vector<std::string> other_cuptis(std::span<const std::string> objects, const std::string& ours) {
  std::vector<std::string> others;
  for (const std::string& path : objects) {
    if (!fs::path(path).filename().string().starts_with("libcupti.so")) continue;
    std::error_code ignored;
    if (path == ours || fs::equivalent(path, ours, ignored)) continue;
    if (std::find(others.begin(), others.end(), path) == others.end()) others.push_back(path);
  }
  return others;
}

void note_other_cuptis(const std::string& ours, Logbook& logbook) {
  for (const std::string& path : other_cuptis(loaded_objects(), ours)) {
    logbook.note(collect::spool::NoteRecord::Level::warning, "second-cupti",
                 "the application has loaded a CUPTI of its own, " + path + ", besides " + ours +
                     ": where it profiles itself with it, one of the two is refused or counts nothing",
                 "switch the application's own profiler off");
  }
}

}  // namespace rooflens::inject
