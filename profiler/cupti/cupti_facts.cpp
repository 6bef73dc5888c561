#include "profiler/cupti/cupti_facts.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <link.h>

#include <filesystem>

#include "profiler/cupti/cuda_check.hpp"
#include "profiler/cupti/current_context.hpp"
#include "profiler/cupti/range_session.hpp"
#include "profiler/cupti/unavailable.hpp"

namespace rooflens::collect::cupti {
namespace {

std::string loaded_path(const char* name) {
  void* library = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
  link_map* map = nullptr;
  return library && dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name ? map->l_name : "";
}

ProbeFacts probe(const std::shared_ptr<const Api>& api, int device) {
  ProbeFacts facts;
  facts.device = device;
  try {
    check_cuda(cudaSetDevice(device), "selecting the device");
    facts.chip = open_target(api, current_context(), device).chip();
    facts.answer = ProbeAnswer::counters;
  } catch (const PermissionDenied& error) {
    facts.answer = ProbeAnswer::denied;
    facts.reason = error.what();
  } catch (const Unavailable& error) {
    facts.answer = ProbeAnswer::unavailable;
    facts.reason = error.what();
    facts.remedy = error.remedy();
  } catch (const std::exception& error) {
    facts.reason = error.what();
  }
  return facts;
}

}  // namespace

LibraryFacts gather_library_facts() {
  LibraryFacts facts;
  facts.built_for = CUPTI_API_VERSION;
  try {
    const auto api = load();
    facts.path = api->path;
    std::error_code ignored;
    facts.real_path = std::filesystem::weakly_canonical(api->path, ignored).string();
    facts.version = api->version;
    facts.host_library = loaded_path("libnvperf_host.so");
  } catch (const Unavailable& error) {
    facts.refusal = error.what();
    facts.remedy = error.remedy();
  }
  return facts;
}

std::vector<ProbeFacts> probe_counters(int devices) {
  std::vector<ProbeFacts> result;
  std::shared_ptr<const Api> api;
  try {
    api = load();
  } catch (const Unavailable&) {
    return result;  // gather_library_facts() says so
  }
  for (int device = 0; device < devices; ++device) result.push_back(probe(api, device));
  return result;
}

}  // namespace rooflens::collect::cupti
