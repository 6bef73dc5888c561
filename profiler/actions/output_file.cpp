#include "profiler/actions/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "models/base/shell_quote.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;

/// A new file beside the target, removed again unless it takes the target's place.
class Beside {
 public:
  explicit Beside(const fs::path& target)
      : target_(target),
        path_(target.string() + ".tmp" + std::to_string(getpid())),
        descriptor_(open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) fail();
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!path_.empty()) unlink(path_.c_str());
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno != EINTR) fail();
      if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void take_its_place() {
    if (close(std::exchange(descriptor_, -1)) != 0) fail();
    std::error_code error;
    fs::rename(path_, target_, error);
    if (error) fail(error.value());
    path_.clear();
  }

 private:
  [[noreturn]] void fail(int error = errno) const {
    const std::string why = std::strerror(error);
    throw CommandError(kFailure, "cannot write " + target_.string() + ": " + why,
                       "choose a directory with free space that you may write to");
  }

  fs::path target_;
  fs::path path_;
  int descriptor_;
};

// What a link points to is replaced, not the link.
fs::path behind_links(const fs::path& path) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  return error ? path : target;
}

}  // namespace

void check_writable(const fs::path& path, bool force) {
  std::error_code error;
  if (path.empty()) throw usage_error("an output file needs a name");
  if (fs::is_directory(path, error) || !path.has_filename()) {
    throw CommandError(kFailure, path.string() + " is a directory", "name a file in it");
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) {
    throw CommandError(kFailure, "there is no directory " + folder.string(),
                       "create it first: mkdir -p " + models::shell_quote(folder.string()));
  }
  if (fs::exists(path, error)) {
    if (!fs::is_regular_file(path, error)) {
      throw CommandError(kFailure, path.string() + " is not a regular file", "name a file that may be replaced");
    }
    if (!force) throw CommandError(kFailure, path.string() + " exists already", "--force overwrites it");
  }
  if (fs::is_symlink(fs::symlink_status(path, error)) && !fs::exists(path, error)) {
    throw CommandError(kFailure, path.string() + " is a link to a file that is not there",
                       "name the file itself, or remove the link");
  }
  const Beside probe(behind_links(path));
}

void refuse_same_files(const std::string& command, const std::vector<std::string>& paths, const std::string& twice,
                       const std::string& remedy) {
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    std::error_code ignored;
    const auto same = [&](const std::string& earlier) { return fs::equivalent(earlier, *path, ignored); };
    if (std::any_of(paths.begin(), path, same)) throw usage_error(command + " is given " + *path + twice, remedy);
  }
}

void write_file(const fs::path& path, std::string_view bytes) {
  write_file(path, [bytes](const auto& take) { take(bytes); });
}

void write_file(const fs::path& path, const std::function<void(const std::function<void(std::string_view)>&)>& render) {
  Beside file(behind_links(path));
  render([&file](std::string_view bytes) { file.write(bytes); });
  file.take_its_place();
}

}  // namespace rooflens::actions
