// The injected library as a guest in a process without a GPU.
#pragma once

#include <cupti.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "profiler/assemble/assemble.hpp"
#include "profiler/config/on_demand.hpp"
#include "profiler/config/profile_config.hpp"
#include "tests/fixtures/library_symbol.hpp"
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"

namespace rooflens::inject {

using Hook = void (*)();

using fixtures::from;

inline collect::ProfileConfig times_alone() {
  collect::ProfileConfig config;
  config.launches_per_kernel = 0;
  return config;
}

class InjectLibrary : public ::testing::Test {
 protected:
  // What became of a process with the library in it; one that hangs dies of SIGALRM.
  template <class Body>
  int status_of_guest(
      Body body, collect::ProfileConfig config = times_alone(), const std::function<void()>& before = [] {}) const {
    const pid_t child = fork();
    if (child == 0) {
      alarm(10);
      config.spool_folder = folder.path().string();
      setenv(collect::kProfileVariable, encode(config).c_str(), 1);
      setenv("ROOFLENS_CUPTI", ROOFLENS_TALKING_CUPTI, 1);
      before();
      from<int()>(ROOFLENS_INJECT, "InitializeInjection")();
      body();
      std::exit(3);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
  }
  template <class Record>
  [[nodiscard]] int records(const fixtures::ScratchFolder& where) const {
    int count = 0;
    for (const auto& spool : fixtures::read_spools(where.path())) {
      for (const auto& record : spool.records) count += std::holds_alternative<Record>(record) ? 1 : 0;
    }
    return count;
  }
  template <class Record>
  [[nodiscard]] int records() const {
    return records<Record>(folder);
  }

  // Of which times tell.
  [[nodiscard]] std::uint64_t launches() const { return launches(folder); }
  [[nodiscard]] std::uint64_t launches(const fixtures::ScratchFolder& where) const {
    std::uint64_t sum = 0;
    for (const auto& spool : fixtures::read_spools(where.path())) {
      for (const auto& record : spool.records) {
        const auto* times = std::get_if<collect::spool::TimesRecord>(&record);
        for (const auto& kernel : times ? times->kernels : std::vector<collect::spool::KernelTimes>{}) {
          sum += kernel.launches;
        }
      }
    }
    return sum;
  }

  // Their names, each with a space after it.
  [[nodiscard]] std::string notes() const { return fixtures::note_ids(folder.path()); }

  fixtures::ScratchFolder folder;
};

inline Hook& at_device() { return *from<Hook>(ROOFLENS_TALKING_CUPTI, "talking_cupti_at_device"); }
inline Hook& at_flush() { return *from<Hook>(ROOFLENS_TALKING_CUPTI, "talking_cupti_at_flush"); }
inline Hook& in_driver() { return *from<Hook>(ROOFLENS_TALKING_CUPTI, "talking_cupti_in_driver"); }
inline void launch() { from<void()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_launch")(); }

inline int exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status); }

}  // namespace rooflens::inject
