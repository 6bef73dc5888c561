// Checks of what is installed: the driver, its GPUs, CUPTI, and our own library for applications.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "models/base/counted.hpp"
#include "models/base/find_in.hpp"
#include "profiler/doctor/doctor_check_list.hpp"

namespace rooflens::doctor::checks {
namespace {

constexpr models::ComputeCapability kOldest{7, 5};  // of CUPTI's range profiler
constexpr int kNoDeviceResult = 100;                // CUDA_ERROR_NO_DEVICE

std::string version_text(int cuda) { return fmt::format("{}.{}", cuda / 1000, cuda % 1000 / 10); }

std::string or_unknown(const std::string& text) { return text.empty() ? "of unknown version" : text; }

// What cuInit's answers mean to a person. Numbers are those of CUresult (cuda.h).
struct StartFailure {
  int result;
  const char* meaning;
  const char* remedy;
};
constexpr std::array kStartFailures{
    StartFailure{34, "a toolkit's stub was loaded instead of the driver",
                 "Take directories named `stubs` out of LD_LIBRARY_PATH."},
    StartFailure{46, "another process has the GPU for itself",
                 "Wait for it, or let others in: `sudo nvidia-smi --compute-mode=DEFAULT`."},
    StartFailure{802, "the NVSwitch fabric of this host is not up",
                 "Start the fabric manager of the driver's version: `sudo systemctl start nvidia-fabricmanager`."},
    StartFailure{803, "libcuda.so.1 and the loaded kernel module differ in version",
                 "Reboot after a driver update; in a container, let the container toolkit bring libcuda."},
    StartFailure{804, "a forward-compatibility libcuda.so.1 does not work with this GPU",
                 "Take the cuda-compat directory out of LD_LIBRARY_PATH."},
    StartFailure{999, "the driver would not say more",
                 "Look for Xid errors with `sudo dmesg`, and for the files /dev/nvidia-uvm and /dev/nvidia0."},
};

Check start_failure(const device::DriverFacts& driver) {
  const StartFailure* known = models::find_in(kStartFailures, driver.start->result, &StartFailure::result);
  return {"driver", Status::problem,
          fmt::format("The driver {} does not start: {} ({}){}{}.", or_unknown(driver.version), driver.start->name,
                      driver.start->result, known ? ", " : "", known ? known->meaning : ""),
          "No CUDA program can run.",
          known ? known->remedy : "See whether `nvidia-smi` works and what `sudo dmesg` says."};
}

// No value of CUDA_VISIBLE_DEVICES hides everything but these: the list ends at its first invalid entry.
bool hides_everything(const Environment& environment) {
  const auto it = environment.find("CUDA_VISIBLE_DEVICES");
  if (it == environment.end()) return false;
  return it->second.empty() || it->second.starts_with("-") || it->second == "NoDevFiles";
}

std::string visible_devices(const Environment& environment) {
  const auto it = environment.find("CUDA_VISIBLE_DEVICES");
  return it == environment.end() ? "" : fmt::format(" (CUDA_VISIBLE_DEVICES is \"{}\")", it->second);
}

// "1 GPU", "2 GPUs"
std::string gpu_count(std::size_t count) { return models::counted(count, "GPU"); }

std::string names(const Facts& facts) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < gpus_of(facts).size(); ++i) words.push_back(gpu_text(facts, i));
  return words.empty() ? "" : ": " + joined(words);
}

// The GPUs for which `is` holds.
template <class Predicate>
std::vector<std::string> gpus_that(const Facts& facts, Predicate is) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < gpus_of(facts).size(); ++i) {
    if (is(gpus_of(facts)[i])) words.push_back(gpu_text(facts, i));
  }
  return words;
}

}  // namespace

Result build(const Facts& facts) {
  if (facts.driver) return std::nullopt;
  return Check{"build", Status::problem, "This rooflens was built without CUDA.",
               "It reads, compares, imports and exports sessions, but runs, times, profiles and measures nothing.",
               "Install CUDA Toolkit 13.0 or newer, then `./run build`; or work from a recorded session: `rooflens "
               "report FILE.rlens`."};
}

Result driver(const Facts& facts) {
  if (!facts.driver) return std::nullopt;
  const device::DriverFacts& driver = *facts.driver;
  const bool contained = !facts.system.container.empty();
  if (driver.found_at.empty()) {
    return Check{
        "driver", Status::problem,
        driver.version.empty() ? fmt::format("There is no NVIDIA driver here: {}.", driver.refusal)
                               : fmt::format("The kernel runs the NVIDIA driver {}, but its library is not "
                                             "here: {}.",
                                             driver.version, driver.refusal),
        "No CUDA program can run.",
        contained
            ? "Start the container with the NVIDIA container toolkit: `docker run --gpus all ...`. Sessions can be "
              "read anywhere: `rooflens report FILE.rlens`."
            : "Install the driver, or work from a recorded session: `rooflens report FILE.rlens`."};
  }
  if (driver.nvml_refusal.find("mismatch") != std::string::npos) {
    return Check{"driver", Status::problem,
                 fmt::format("The driver's libraries do not belong to the loaded kernel module {}: {}.",
                             or_unknown(driver.version), driver.nvml_refusal),
                 "No CUDA program can run.", "Reboot, or unload and load the nvidia kernel modules."};
  }
  if (driver.cuda_version && *driver.cuda_version / 1000 < driver.built_for / 1000) {
    return Check{
        "driver", Status::problem,
        fmt::format("The driver {} supports CUDA {}; this rooflens was built for CUDA {}.", or_unknown(driver.version),
                    version_text(*driver.cuda_version), version_text(driver.built_for)),
        "Neither its kernels nor its CUPTI work with this driver.", "Update the driver."};
  }
  if (driver.start && driver.start->result != 0 && driver.start->result != kNoDeviceResult) {
    return start_failure(driver);
  }
  if (!driver.cuda_version) {
    return Check{"driver", Status::unknown,
                 fmt::format("The driver {} does not say which CUDA it supports.", or_unknown(driver.version)), "",
                 "See whether `nvidia-smi` works."};
  }
  const std::string versions =
      fmt::format("The driver {} supports CUDA {}; this rooflens was built for CUDA {}.", or_unknown(driver.version),
                  version_text(*driver.cuda_version), version_text(driver.built_for));
  if (*driver.cuda_version < driver.built_for) {
    return Check{"driver", Status::warning, versions,
                 "Code that was compiled for this very GPU runs; PTX is not translated.", "Update the driver."};
  }
  return Check{"driver", Status::ok, versions, "", ""};
}

Result gpus(const Facts& facts) {
  if (!facts.driver || facts.driver->found_at.empty()) return std::nullopt;
  const device::DriverFacts& driver = *facts.driver;
  const std::string variable = visible_devices(facts.system.environment);
  const std::size_t installed = driver.gpus.size();
  const bool counted = driver.start && driver.start->result == 0;
  const bool none =
      (counted && driver.start->devices == 0) || (driver.start && driver.start->result == kNoDeviceResult);
  if (none || hides_everything(facts.system.environment)) {
    return Check{"gpus", Status::problem,
                 installed == 0 ? fmt::format("CUDA shows this process no GPU{}.", variable)
                                : fmt::format("CUDA shows this process none of {}{}.", gpu_count(installed), variable),
                 "Nothing can be profiled.",
                 variable.empty() ? "See whether `nvidia-smi` lists a GPU; a container needs `--gpus all`."
                                  : "Unset CUDA_VISIBLE_DEVICES, or let it name a GPU: `CUDA_VISIBLE_DEVICES=0`."};
  }
  if (installed == 0 && driver.nvml_refusal.empty() && !counted) {
    return Check{"gpus", Status::problem, "The driver knows no GPU.", "Nothing can be profiled.",
                 "See whether `lspci` lists one and what `sudo dmesg` says of it; a container needs `--gpus all`."};
  }
  const auto is_old = [](const device::NvmlState& gpu) {
    return gpu.compute_capability && *gpu.compute_capability < kOldest;
  };
  const auto is_closed = [](const device::NvmlState& gpu) { return gpu.compute_prohibited == true; };
  const auto old = gpus_that(facts, is_old);
  const auto closed = gpus_that(facts, is_closed);
  if (!old.empty() || !closed.empty()) {
    std::string fact;
    if (!old.empty()) fact = fmt::format("Older than compute capability 7.5: {}.", joined(old));
    if (!closed.empty()) {
      fact += fmt::format("{}Closed to CUDA by the compute mode: {}.", fact.empty() ? "" : " ", joined(closed));
    }
    const bool all = std::all_of(driver.gpus.begin(), driver.gpus.end(),
                                 [&](const auto& gpu) { return is_old(gpu) || is_closed(gpu); });
    return Check{"gpus", all ? Status::problem : Status::warning, fact, "No counters can be read there.",
                 closed.empty() ? "Use a newer GPU: CUPTI's range profiler begins with Turing."
                                : "Open it to CUDA: `sudo nvidia-smi --compute-mode=DEFAULT`."};
  }
  if (counted) {
    const std::string visible = installed > 0 ? fmt::format("{} of {}", driver.start->devices, gpu_count(installed))
                                              : gpu_count(static_cast<std::size_t>(driver.start->devices));
    return Check{"gpus", Status::ok, fmt::format("CUDA shows this process {}{}{}.", visible, variable, names(facts)),
                 "", ""};
  }
  if (installed == 0) {
    return Check{"gpus", Status::unknown, fmt::format("The GPUs were not counted: {}.", driver.nvml_refusal),
                 "Clocks, power, MIG and ECC stay unknown.",
                 "In a container, set NVIDIA_DRIVER_CAPABILITIES=compute,utility."};
  }
  return Check{"gpus", Status::ok, fmt::format("Installed: {}{}{}.", gpu_count(installed), variable, names(facts)), "",
               ""};
}

Result cupti(const Facts& facts) {
  if (!facts.cupti) return std::nullopt;
  const auto& found = *facts.cupti;
  if (found.path.empty()) {
    return Check{"cupti", Status::problem, found.refusal + ".",
                 "`rooflens profile` records nothing, and no counters can be read.", found.remedy + "."};
  }
  const std::string fact =
      fmt::format("CUPTI {} (needed: {} or later) is {}; its host library is {}.", found.version, found.built_for,
                  found.path, found.host_library.empty() ? "not told" : found.host_library);
  if (found.version < found.built_for) {
    return Check{"cupti", Status::warning, fact,
                 "It belongs to an older CUDA, is used on request, and was never tried on a GPU.",
                 "Install the CUPTI of the CUDA that this rooflens was built for."};
  }
  const auto folder = [](const std::string& path) { return path.substr(0, path.rfind('/')); };
  if (!found.host_library.empty() && folder(found.host_library) != folder(found.path)) {
    return Check{"cupti", Status::warning, fact, "The two lie in different directories and may not fit together.",
                 "Let ROOFLENS_CUPTI name a directory that holds both."};
  }
  return Check{"cupti", Status::ok, fact, "", ""};
}

Result other_cupti(const Facts& facts) {
  if (!facts.cupti) return std::nullopt;
  std::vector<std::string> others;
  for (const CuptiCopy& copy : facts.system.cupti_on_path) {
    if (copy.real != facts.cupti->real_path) others.push_back(copy.path);
  }
  if (!others.empty()) {
    return Check{"other-cupti", Status::warning, fmt::format("LD_LIBRARY_PATH also leads to {}.", joined(others)),
                 "An application that loads it has two copies of CUPTI in one process, and they disturb each other.",
                 "Take that directory out of LD_LIBRARY_PATH while profiling, or let ROOFLENS_CUPTI name it if it is "
                 "recent enough."};
  }
  return Check{"other-cupti", Status::ok, "No other CUPTI lies on LD_LIBRARY_PATH.", "", ""};
}

Result injection(const Facts& facts) {
  if (!facts.driver) return std::nullopt;
  if (facts.injection) {
    return Check{"injection", Status::ok, fmt::format("Applications get {}.", facts.injection->string()), "", ""};
  }
  std::vector<std::string> places;
  for (const auto& place : facts.injection_places) places.push_back(place.string());
  return Check{"injection", Status::warning,
               fmt::format("librooflens_inject.so was not found; looked for {}.", joined(places)),
               "`rooflens profile` cannot look into applications; `rooflens run` works.",
               "Put it beside the executable or into ../lib, or let ROOFLENS_INJECT name it."};
}

}  // namespace rooflens::doctor::checks
