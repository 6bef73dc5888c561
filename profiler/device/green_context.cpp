#include "profiler/device/green_context.hpp"

#include <cudaTypedefs.h>
#include <cuda_runtime_api.h>
#include <fmt/core.h>

#include <array>
#include <optional>

#include "profiler/device/device.hpp"

namespace rooflens::device {
namespace {

constexpr const char* kWithout = "leave --sms out to use all SMs";

// libcuda's functions by name, of the version that the headers describe: linking it would keep the executable from
// starting where there is none.
template <class Function>
void find(Function& function, const char* name, unsigned version) {
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult answer{};
  const cudaError_t status = cudaGetDriverEntryPointByVersion(name, &entry, version, cudaEnableDefault, &answer);
  if (status == cudaSuccess && answer == cudaDriverEntryPointSuccess && entry) {
    function = reinterpret_cast<Function>(entry);
    return;
  }
  cudaGetLastError();
  int driver = 0;
  cudaDriverGetVersion(&driver);
  throw NoPart(fmt::format("this driver (CUDA {}.{}) cannot give a part of a GPU: it has no {}", driver / 1000,
                           driver % 1000 / 10, name),
               fmt::format("green contexts need a driver of CUDA 12.4 or later: update it, or {}", kWithout));
}

struct Driver {
  Driver() {
    find(error_name, "cuGetErrorName", 6000);
    find(device_get, "cuDeviceGet", 2000);
    find(device_resource, "cuDeviceGetDevResource", 12040);
    find(split, "cuDevSmResourceSplitByCount", 12040);
    find(describe, "cuDevResourceGenerateDesc", 12040);
    find(create, "cuGreenCtxCreate", 12040);
    find(as_context, "cuCtxFromGreenCtx", 12040);
    find(set_current, "cuCtxSetCurrent", 4000);
    find(context_resource, "cuCtxGetDevResource", 12040);
  }
  PFN_cuGetErrorName_v6000 error_name = nullptr;
  PFN_cuDeviceGet_v2000 device_get = nullptr;
  PFN_cuDeviceGetDevResource_v12040 device_resource = nullptr;
  PFN_cuDevSmResourceSplitByCount_v12040 split = nullptr;
  PFN_cuDevResourceGenerateDesc_v12040 describe = nullptr;
  PFN_cuGreenCtxCreate_v12040 create = nullptr;
  PFN_cuCtxFromGreenCtx_v12040 as_context = nullptr;
  PFN_cuCtxSetCurrent_v4000 set_current = nullptr;
  PFN_cuCtxGetDevResource_v12040 context_resource = nullptr;

  void check(CUresult result, const char* what) const {
    if (result == CUDA_SUCCESS) return;
    const char* name = nullptr;
    error_name(result, &name);
    throw NoPart(fmt::format("{}: {} ({})", what, name ? name : "unknown error", static_cast<int>(result)),
                 result == CUDA_ERROR_NOT_SUPPORTED
                     ? fmt::format("this GPU has no green contexts, or not in this mode (MPS, vGPU): {}", kWithout)
                     : std::string(kWithout));
  }
};

// The group of SMs to make a part of; nothing where only all of them are enough.
struct Division {
  int all = 0;
  std::optional<CUdevResource> group;
  [[nodiscard]] int sms() const { return group ? static_cast<int>(group->sm.smCount) : all; }
};

// SMs that are scheduled together (clusters of blocks need those) come in larger steps: 8 on compute capability 9.0
// where 2 are possible else. The smaller group wins, and the one with whole steps where both are as small.
Division divide(const Driver& driver, int device, int sms) {
  CUdevice handle = 0;
  driver.check(driver.device_get(&handle, device), "asking the driver for the device");
  CUdevResource whole{};
  driver.check(driver.device_resource(handle, &whole, CU_DEV_RESOURCE_TYPE_SM), "asking for the SMs of the device");
  Division division{static_cast<int>(whole.sm.smCount), std::nullopt};
  CUresult failure = CUDA_SUCCESS;
  for (const unsigned flags : {0U, static_cast<unsigned>(CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING)}) {
    CUdevResource group{};
    unsigned groups = 1;
    const CUresult result = driver.split(&group, &groups, &whole, nullptr, flags, static_cast<unsigned>(sms));
    if (result != CUDA_SUCCESS || groups == 0) {
      if (result != CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION) failure = result;
      continue;
    }
    const auto given = static_cast<int>(group.sm.smCount);
    if (given >= sms && given < division.sms()) division.group = group;
  }
  if (!division.group) driver.check(failure, "dividing the SMs of the device");
  return division;
}

}  // namespace

int part_size(int device, int sms) {
  (void)device_count();  // starts the driver, and says what is wrong where it does not
  return divide(Driver(), device, sms).sms();
}

void select_part(int device, int sms) {
  select(device);  // the green context shares the runtime's own
  const Driver driver;
  Division division = divide(driver, device, sms);
  if (!division.group || division.sms() != sms) {
    throw NoPart(fmt::format("the driver gives a part of {} SMs where {} were asked for", division.sms(), sms),
                 kWithout);
  }
  CUdevResourceDesc description = nullptr;
  driver.check(driver.describe(&description, &*division.group, 1), "describing a part of the device");
  CUdevice handle = 0;
  driver.check(driver.device_get(&handle, device), "asking the driver for the device");
  CUgreenCtx part = nullptr;  // it lives as long as the process
  driver.check(driver.create(&part, description, handle, CU_GREEN_CTX_DEFAULT_STREAM), "making a green context");
  CUcontext context = nullptr;
  driver.check(driver.as_context(&context, part), "turning the green context into a context");
  driver.check(driver.set_current(context), "making the green context current");
  CUdevResource current{};
  driver.check(driver.context_resource(context, &current, CU_DEV_RESOURCE_TYPE_SM), "asking for the SMs of the part");
  if (static_cast<int>(current.sm.smCount) != sms) {
    throw NoPart(fmt::format("the green context has {} SMs, not {}", current.sm.smCount, sms), kWithout);
  }
}

}  // namespace rooflens::device
