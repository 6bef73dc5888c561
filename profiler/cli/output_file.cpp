#include "profiler/cli/output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#include "profiler/cli/error.hpp"

namespace rooflens::cli {
namespace fs = std::filesystem;

void check_writable(const fs::path& path, bool force) {
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (path.empty()) throw CommandError(kUsage, "an output file needs a name");
  if (fs::is_directory(path, error)) throw CommandError(kFailure, path.string() + " is a folder", "name a file in it");
  if (!fs::is_directory(folder, error)) {
    throw CommandError(kFailure, "there is no folder " + folder.string(),
                       "create it first: mkdir -p " + folder.string());
  }
  if (fs::exists(path, error) && !force) {
    throw CommandError(kFailure, path.string() + " exists already", "--force overwrites it");
  }
  if (access(folder.c_str(), W_OK) != 0) {
    throw CommandError(kFailure, "cannot write into " + folder.string() + ": " + std::strerror(errno));
  }
}

void write_file(const fs::path& path, std::string_view bytes) {
  const fs::path temporary = path.string() + ".tmp" + std::to_string(getpid());
  std::ofstream file(temporary, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  std::error_code error;
  if (!file) {
    const std::string why = std::strerror(errno);
    fs::remove(temporary, error);
    throw CommandError(kFailure, "cannot write " + path.string() + ": " + why);
  }
  fs::rename(temporary, path, error);
  if (error) {
    const std::string why = error.message();
    fs::remove(temporary, error);
    throw CommandError(kFailure, "cannot write " + path.string() + ": " + why);
  }
}

}  // namespace rooflens::cli
