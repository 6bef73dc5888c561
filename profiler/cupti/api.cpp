#include "profiler/cupti/api.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "profiler/config/counter_holders.hpp"
#include "profiler/config/counter_lock.hpp"
#include "profiler/cupti/current_gpu.hpp"
#include "profiler/cupti/major_version.hpp"
#include "profiler/cupti/unavailable.hpp"

namespace rooflens::collect::cupti {
namespace {

namespace fs = std::filesystem;

constexpr const MajorVersion& kBuiltFor = kMajorVersions[0];

bool is_switched_on(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value && std::string_view(value) != "0";
}

bool is_switched_on(const MajorVersion& version) {
  return !version.switched_on_by || is_switched_on(version.switched_on_by);
}

// Opens by that name what `open` finds for a version that may be used.
template <class Open>
void* open_any(const Open& open) {
  for (const MajorVersion& version : kMajorVersions) {
    if (!is_switched_on(version)) continue;
    if (void* handle = open(version.soname)) return handle;
  }
  return nullptr;
}

// What is there but was not switched on.
std::string other_versions() {
  const std::vector<fs::path> folders = cupti_folders();
  for (const MajorVersion& version : kMajorVersions) {
    if (is_switched_on(version)) continue;
    std::error_code ignored;
    const auto holds = [&](const fs::path& folder) { return fs::exists(folder / version.soname, ignored); };
    if (!dlopen(version.soname, RTLD_NOW | RTLD_NOLOAD) && !std::ranges::any_of(folders, holds)) continue;
    return fmt::format("{}=1 uses {}, which is here and was never tried on a GPU; or ", version.switched_on_by,
                       version.soname);
  }
  return "";
}

// A choice goes before what the application has loaded, which may be too old.
void* open_cupti() {
  if (const char* chosen = std::getenv("ROOFLENS_CUPTI"); chosen && *chosen) {
    const bool folder = fs::is_directory(chosen);
    const auto path = [&](const char* soname) { return folder ? fs::path(chosen) / soname : fs::path(chosen); };
    if (void* handle = open_any([&](const char* name) { return dlopen(path(name).c_str(), RTLD_NOW); })) return handle;
    const std::string why = dlerror();
    throw Unavailable(
        fmt::format("ROOFLENS_CUPTI names {}, which cannot be opened: {}", path(kBuiltFor.soname).string(), why),
        "unset ROOFLENS_CUPTI, or let it name libcupti.so or its directory");
  }
  if (void* loaded = open_any([](const char* name) { return dlopen(name, RTLD_NOW | RTLD_NOLOAD); })) return loaded;
  if (void* handle = open_any([](const char* name) { return dlopen(name, RTLD_NOW); })) return handle;
  for (const fs::path& folder : cupti_folders()) {
    if (void* handle = open_any([&](const char* name) { return dlopen((folder / name).c_str(), RTLD_NOW); })) {
      return handle;
    }
  }
  throw Unavailable(
      fmt::format("{} was not found", kBuiltFor.soname),
      fmt::format("{}install the CUPTI of CUDA {} (with pip, `rooflens[cupti]`), or let ROOFLENS_CUPTI name "
                  "its directory; {}",
                  other_versions(), kBuiltFor.major, kWithoutCupti));
}

std::string path_of(const void* symbol) {
  Dl_info where{};
  return dladdr(symbol, &where) && where.dli_fname ? where.dli_fname : "";
}

// None where one of them is missing, or nobody wants them.
SubscriberCalls subscriber_calls(void* handle, unsigned version) {
  SubscriberCalls calls;
  if (version < kOldestWithSeveral || !is_switched_on(kSwitchesSeveralOn)) return calls;
  const auto resolve = [handle]<class Call>(Call& call, const char* name) {
    call = reinterpret_cast<Call>(dlsym(handle, name));
  };
  resolve(calls.register_callbacks, "cuptiActivityRegisterCallbacks_v2");
  resolve(calls.enable, "cuptiActivityEnable_v2");
  resolve(calls.disable, "cuptiActivityDisable_v2");
  resolve(calls.next_record, "cuptiActivityGetNextRecord_v2");
  resolve(calls.dropped, "cuptiActivityGetNumDroppedRecords_v2");
  resolve(calls.timestamp, "cuptiGetTimestamp_v2");
  return calls.whole() ? calls : SubscriberCalls{};
}

// CUPTI opens its host library by bare name and would not find it in its own folder.
void open_host_library(const fs::path& folder) {
  if (dlopen("libnvperf_host.so", RTLD_NOW | RTLD_NOLOAD)) return;
  if (dlopen((folder / "libnvperf_host.so").c_str(), RTLD_NOW | RTLD_GLOBAL)) return;
  if (dlopen("libnvperf_host.so", RTLD_NOW | RTLD_GLOBAL)) return;
  throw Unavailable(
      fmt::format("libnvperf_host.so was not found beside {}", folder.string()),
      "it belongs to the same package as CUPTI: install both, or let ROOFLENS_CUPTI name their directory");
}

}  // namespace

std::vector<fs::path> cupti_folders() {
  std::vector<fs::path> folders;
  const auto add_toolkit = [&](const fs::path& root) {
    for (const char* sub : {"extras/CUPTI/lib64", "targets/x86_64-linux/lib", "lib64", "lib"})
      folders.push_back(root / sub);
  };
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* value = std::getenv(variable); value && *value) add_toolkit(value);
  }
  if (const char* value = std::getenv("ROOFLENS_CUPTI_PATH")) {
    std::istringstream list(value);
    for (std::string folder; std::getline(list, folder, ':');) {
      if (!folder.empty()) folders.emplace_back(folder);
    }
  }
  add_toolkit("/usr/local/cuda");
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/usr/local", ignored)) {
    if (entry.path().filename().string().starts_with("cuda-")) add_toolkit(entry.path());
  }
  return folders;
}

std::shared_ptr<const Api> load() {
  void* handle = open_cupti();
  auto api = std::make_shared<Api>();
  std::vector<std::string> missing;
#define ROOFLENS_RESOLVE(name)                                                     \
  api->name = reinterpret_cast<decltype(api->name)>(dlsym(handle, "cupti" #name)); \
  if (!api->name) missing.emplace_back("cupti" #name);
  ROOFLENS_CUPTI_FUNCTIONS(ROOFLENS_RESOLVE)
#undef ROOFLENS_RESOLVE
  if (!api->GetVersion) {
    const char* chosen = std::getenv("ROOFLENS_CUPTI");
    throw Unavailable(fmt::format("{} is not CUPTI", chosen ? chosen : kBuiltFor.soname),
                      "let ROOFLENS_CUPTI name libcupti.so or its directory, or unset it");
  }
  uint32_t version = 0;
  api->GetVersion(&version);
  api->version = version;
  api->path = path_of(reinterpret_cast<void*>(api->GetVersion));
  const MajorVersion* row = major_version(api->version);
  if (row) std::erase(missing, row->lacks);
  if (!missing.empty() || !row || !is_switched_on(*row)) {
    const bool only_off = missing.empty() && row;
    throw Unavailable(
        fmt::format("CUPTI {} at {} does not fit: this rooflens was built for {}{}", api->version, api->path,
                    CUPTI_API_VERSION, missing.empty() ? "" : " (no " + missing.front() + ")"),
        only_off ? fmt::format("nobody has tried it with rooflens: {}=1 does", row->switched_on_by)
                 : fmt::format("let ROOFLENS_CUPTI name the directory of a CUDA {}.{} or later CUPTI of the same major "
                               "version",
                               kBuiltFor.major, CUPTI_API_VERSION / 100 % 100));
  }
  api->patches_and_samples = row->patches_and_samples;
  api->own = subscriber_calls(handle, api->version);
  open_host_library(fs::path(api->path).parent_path());
  return api;
}

bool is_of(const Api& api, const void* function) { return path_of(function) == api.path; }

void check(const Api& api, CUptiResult result, const char* what) {
  if (result == CUPTI_SUCCESS) return;
  const char* text = nullptr;
  api.GetResultString(result, &text);
  const std::string message = fmt::format("{}: {} ({})", what, text ? text : "unknown error", static_cast<int>(result));
  switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
      throw PermissionDenied(message);
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
      throw PermissionDenied(message);
    case CUPTI_ERROR_HARDWARE_BUSY:
      throw Unavailable(message, busy_remedy(counter_lock_holder(current_gpu()), counter_holders()));
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
      throw Unavailable(message,
                        "another profiler holds the counters: stop ncu, nsys or DCGM (`dcgmi profile --pause`)");
    case CUPTI_ERROR_NOT_SUPPORTED:
    case CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED:
    case CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED:
      throw Unavailable(message, kTimesAlone);
    default:
      throw std::runtime_error(message);
  }
}

}  // namespace rooflens::collect::cupti
