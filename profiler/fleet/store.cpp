#include "profiler/fleet/store.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "models/base/json_text.hpp"
#include "profiler/fleet/duckdb.hpp"
#include "profiler/fleet/kernel_identity.hpp"
#include "profiler/fleet/session_rows.hpp"

namespace rooflens::fleet {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMarker = "rooflens-store.json";
constexpr const char* kDraft = ".part-";  // what a name begins with while it is written
constexpr const char* kFormat = "rooflens store";
constexpr const char* kElsewhere = "choose a directory with free space that you may write to";

[[noreturn]] void cannot_write(const fs::path& path, int error) {
  throw FleetError(fmt::format("cannot write {}: {}", path.string(), std::strerror(error)), kElsewhere);
}

void make_folders(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw FleetError(fmt::format("cannot write {}: {}", path.string(), error.message()), kElsewhere);
}

// Of a file or a folder: what it holds is on the disk when this returns.
void to_disk(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) cannot_write(path, errno);
  const int error = fsync(descriptor) == 0 ? 0 : errno;
  close(descriptor);
  if (error != 0 && error != EINVAL) cannot_write(path, error);  // EINVAL: not on this file system
}

std::string unique_name() { return fmt::format("{}{}-{:08x}", kDraft, getpid(), std::random_device()()); }

// A folder that goes with everything in it, unless it was renamed.
struct Unpublished {
  fs::path path;
  ~Unpublished() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

// Engines take a path for a pattern.
void require_plain(const fs::path& path) {
  if (path.string().find_first_of("*?[]{}") != std::string::npos)
    throw FleetError(
        fmt::format("{} has one of * ? [ ] {{ }} in its name, which engines take for a pattern", path.string()),
        "give the store another name");
}

// Whether a folder holds what no writer of a store puts there: such a folder is somebody's.
bool holds_others(const fs::path& path) {
  for (const auto& entry : fs::directory_iterator(path)) {
    const std::string name = entry.path().filename().string();
    if (name != kMarker && !name.starts_with(kDraft)) return true;
  }
  return false;
}

// Readable is what this schema or an earlier one wrote.
void require_ours(const fs::path& path) {
  std::ifstream file(path / kMarker);
  std::ostringstream text;
  text << file.rdbuf();
  const auto json = nlohmann::json::parse(text.str(), nullptr, false);
  const bool ours = json.is_object() && json.value("format", "") == kFormat && json.contains("schema_version") &&
                    json["schema_version"].is_number_integer();
  if (!ours) {
    throw FleetError(fmt::format("{} in {} is not what rooflens writes", kMarker, path.string()),
                     "name a directory that `rooflens export --format parquet` wrote, or a new one");
  }
  if (const int schema = json["schema_version"].get<int>(); schema > kSchemaVersion) {
    throw FleetError(fmt::format("the store {} has schema {}; this rooflens knows schemas up to {}", path.string(),
                                 schema, kSchemaVersion),
                     "use the rooflens that wrote it, or a later one");
  }
}

// Two that do this at once write the same.
void mark(const fs::path& path) {
  const Unpublished draft{path / unique_name()};
  {
    std::ofstream file(draft.path);
    file << models::json_line(nlohmann::ordered_json{{"format", kFormat}, {"schema_version", kSchemaVersion}}) << '\n';
    if (!file.flush()) cannot_write(draft.path, errno);
  }
  to_disk(draft.path);
  if (link(draft.path.c_str(), (path / kMarker).c_str()) != 0 && errno != EEXIST) cannot_write(path, errno);
  to_disk(path);
}

}  // namespace

std::string folder_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                       c == '-' || (c == '.' && !name.empty());
    name += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  constexpr std::size_t kMost = 200;  // a file system takes 255
  return name.size() <= kMost ? name : fmt::format("{}-{:016x}", name.substr(0, kMost - 17), id_of(text));
}

Store Store::open(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored))
    throw FleetError(fmt::format("there is no store {}", path.string()),
                     "`rooflens export --format parquet -o STORE SESSION...` makes one");
  if (!fs::exists(path / kMarker, ignored))
    throw FleetError(fmt::format("{} is not a store: it has no {}", path.string(), kMarker),
                     "name a directory that `rooflens export --format parquet` wrote");
  require_ours(path);
  require_plain(fs::absolute(path));
  return Store(fs::absolute(path).lexically_normal());
}

Store Store::open_or_create(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path / kMarker, ignored)) {
    require_plain(fs::absolute(path));
    if (fs::exists(path, ignored) && (!fs::is_directory(path, ignored) || holds_others(path)))
      throw FleetError(fmt::format("{} is there already and is not a store", path.string()),
                       "let -o name a new directory, an empty one or a store");
    make_folders(path);
    mark(path);
  }
  return open(path);
}

std::string Store::files(std::string_view table, std::string_view job, std::string_view host) const {
  std::string path = path_.string();
  path += "/job=" + (job.empty() ? "*" : folder_name(job));
  path += "/host=" + (host.empty() ? "*" : folder_name(host));
  return path.append("/*.part/").append(table).append(".parquet");
}

bool Store::holds(std::string_view table, std::string_view job) const {
  for (const std::string& folder : job_folders()) {
    if (!job.empty() && folder != folder_name(std::string(job))) continue;
    for (const auto& host : fs::directory_iterator(path_ / ("job=" + folder))) {
      if (!host.is_directory()) continue;
      for (const auto& part : fs::directory_iterator(host.path())) {
        if (part.path().extension() == ".part" && fs::exists(part.path() / (std::string(table) + ".parquet")))
          return true;
      }
    }
  }
  return false;
}

std::vector<std::string> Store::job_folders() const {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(path_)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("job=")) found.push_back(name.substr(4));
  }
  return found;
}

bool Store::has(std::string_view job, std::string_view host) const {
  std::error_code ignored;
  const fs::path folder = path_ / ("job=" + folder_name(job));
  const auto has_part = [&](const fs::path& of_host) {
    for (const auto& entry : fs::directory_iterator(of_host, ignored)) {
      if (entry.path().extension() == ".part" && !entry.path().filename().string().starts_with('.')) return true;
    }
    return false;
  };
  if (!host.empty()) return has_part(folder / ("host=" + folder_name(host)));
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (has_part(entry.path())) return true;
  }
  return false;
}

bool Store::publish(std::string_view job, std::string_view host, const std::string& name,
                    const std::function<void(const fs::path&)>& write) const {
  const fs::path host_folder = path_ / ("job=" + folder_name(job)) / ("host=" + folder_name(host));
  const fs::path target = host_folder / (name + ".part");
  std::error_code ignored;
  if (fs::exists(target, ignored)) return false;
  const Unpublished draft{path_ / unique_name()};
  make_folders(draft.path);
  write(draft.path);
  for (const auto& file : fs::directory_iterator(draft.path)) to_disk(file.path());
  to_disk(draft.path);
  make_folders(host_folder);
  if (std::rename(draft.path.c_str(), target.c_str()) != 0) {
    if (errno == ENOTEMPTY || errno == EEXIST) return false;  // another writer was first, with the same
    cannot_write(target, errno);
  }
  to_disk(host_folder);
  to_disk(host_folder.parent_path());
  to_disk(path_);
  return true;
}

}  // namespace rooflens::fleet
