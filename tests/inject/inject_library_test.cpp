// The injected library as a guest in a process without a GPU: whatever goes wrong in it, the application ends as it
// would without it.
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
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"

#ifndef __SANITIZE_ADDRESS__
namespace {
thread_local bool starved = false;
}
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) { return starved ? nullptr : __libc_malloc(size); }
#endif

namespace rooflens::inject {
namespace {

using Hook = void (*)();

template <class Thing>
Thing* from(const char* library, const char* name) {
  void* handle = dlopen(library, RTLD_NOW);
  void* thing = handle ? dlsym(handle, name) : nullptr;
  if (!thing) _exit(98);
  return reinterpret_cast<Thing*>(thing);
}

collect::ProfileConfig times_alone() {
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
  [[nodiscard]] std::string notes() const {
    std::string ids;
    for (const auto& spool : fixtures::read_spools(folder.path())) {
      for (const auto& record : spool.records) {
        if (const auto* note = std::get_if<collect::spool::NoteRecord>(&record)) ids += note->id + " ";
      }
    }
    return ids;
  }

  fixtures::ScratchFolder folder;
};

Hook& at_device() { return *from<Hook>(ROOFLENS_TALKING_CUPTI, "talking_cupti_at_device"); }
Hook& at_flush() { return *from<Hook>(ROOFLENS_TALKING_CUPTI, "talking_cupti_at_flush"); }
Hook& in_driver() { return *from<Hook>(ROOFLENS_TALKING_CUPTI, "talking_cupti_in_driver"); }
void launch() { from<void()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_launch")(); }

int exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status); }

TEST_F(InjectLibrary, WritesWhatWasLaunched) {
  EXPECT_EQ(exit_code(status_of_guest([] { launch(); })), 3);
  EXPECT_EQ(records<collect::spool::KernelRecord>(), 1 + 1) << "when it is new, and when it is described";
  EXPECT_EQ(records<collect::spool::EndRecord>(), 1);
}

// Nobody has measured with it, so the user has to ask for it.
TEST_F(InjectLibrary, ListensToTheCuptiOfCuda12WhereTheUserWantsIt) {
  const auto with_12 = [](bool wanted) {
    return [wanted] {
      setenv("ROOFLENS_CUPTI", ROOFLENS_TALKING_CUPTI_12, 1);
      if (wanted) setenv("ROOFLENS_CUPTI_12", "1", 1);
    };
  };
  auto* const launch_12 = from<void()>(ROOFLENS_TALKING_CUPTI_12, "talking_cupti_launch");
  EXPECT_EQ(exit_code(status_of_guest([&] { launch_12(); }, times_alone(), with_12(false))), 3);
  EXPECT_EQ(notes(), "no-cupti ");
  EXPECT_EQ(records<collect::spool::KernelRecord>(), 0);
  EXPECT_EQ(exit_code(status_of_guest([&] { launch_12(); }, times_alone(), with_12(true))), 3);
  EXPECT_EQ(records<collect::spool::KernelRecord>(), 1 + 1);
}

// Its range profiler is called as that of CUDA 13: plan, window, range, decoding and values come out as a session needs
// them.
TEST_F(InjectLibrary, CountsWithTheCuptiOfCuda12) {
  auto* const launch_12 = from<void()>(ROOFLENS_TALKING_CUPTI_12, "talking_cupti_launch");
  const auto body = [&] {
    for (int i = 0; i < 100; ++i) launch_12();
  };
  const auto before = [] {
    setenv("ROOFLENS_CUPTI", ROOFLENS_TALKING_CUPTI_12, 1);
    setenv("ROOFLENS_CUPTI_12", "1", 1);
    from<int>(ROOFLENS_FAKE_CUDA, "fake_cuda_busy");
  };
  EXPECT_EQ(exit_code(status_of_guest(body, {}, before)), 3);
  const auto observations = collect::assemble(collect::index_spools(folder.path()), {}).observations;
  ASSERT_EQ(observations.size(), 1U) << notes();
  EXPECT_EQ(observations[0].launches_made, 100U);
  EXPECT_GE(observations[0].launches_counted, 3U) << "of each group";
  EXPECT_EQ(observations[0].counters.value("smsp__inst_executed.sum"), 1000);
  for (const auto& [name, counter] : observations[0].counters) EXPECT_EQ(counter.value, 1000) << name;
  EXPECT_EQ(notes(), "");
}

// A program that profiles itself: each block has a folder of its own, and between them nothing is heard.
TEST_F(InjectLibrary, BeginsAnewAfterItEnded) {
  const fixtures::ScratchFolder second;
  const auto body = [&] {
    launch();
    from<void()>(ROOFLENS_INJECT, "RooflensEnd")();
    launch();
    collect::ProfileConfig config = times_alone();
    config.spool_folder = second.path().string();
    setenv(collect::kProfileVariable, encode(config).c_str(), 1);
    from<void()>(ROOFLENS_INJECT, "RooflensBegin")();
    from<void()>(ROOFLENS_INJECT, "RooflensBegin")();  // goes on as it is
    launch();
    launch();
    std::thread(launch).join();
  };
  EXPECT_EQ(exit_code(status_of_guest(body)), 3);
  EXPECT_EQ(launches(), 1U);
  EXPECT_EQ(records<collect::spool::EndRecord>(), 1);
  EXPECT_EQ(launches(second), 3U);
  EXPECT_EQ(records<collect::spool::EndRecord>(second), 1);
}

// What the code of kernels reaches matters where they may wait for other GPUs or processes; finding out costs
// something.
TEST_F(InjectLibrary, HearsOfModulesWhereMemoryIsShared) {
  static auto* const hears = from<bool()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_hears_modules");
  const auto imports = [] {
    if (hears()) _exit(10);
    auto* const call = from<void(unsigned, void*, int)>(ROOFLENS_TALKING_CUPTI, "talking_cupti_call");
    call(CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle_v2, nullptr, 0);
    call(CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle_v2, nullptr, 1);
    for (int i = 0; i < 200 && !hears(); ++i) usleep(5000);
    if (!hears()) _exit(11);
  };
  EXPECT_EQ(exit_code(status_of_guest(imports, {})), 3);
  const auto rank_of_two = [] {
    setenv("RANK", "0", 1);
    setenv("WORLD_SIZE", "2", 1);
  };
  EXPECT_EQ(exit_code(status_of_guest(
                [] {
                  if (!hears()) _exit(12);
                },
                {}, rank_of_two)),
            3);
}

TEST_F(InjectLibrary, KeepsCasesApart) {
  const auto body = [] {
    auto* const begin_case = from<void(const char*)>(ROOFLENS_INJECT, "RooflensCase");
    begin_case("");
    launch();
    begin_case("n=1");
    launch();
    launch();
    begin_case("n=2");
    launch();
    begin_case("n=1");  // again
    launch();
  };
  EXPECT_EQ(exit_code(status_of_guest(body)), 3);
  std::map<int, std::string> cases;
  std::map<std::string, std::uint64_t> made;
  for (const auto& spool : fixtures::read_spools(folder.path())) {
    for (const auto& record : spool.records) {
      if (const auto* r = std::get_if<collect::spool::CaseRecord>(&record)) cases[r->kernel] = r->parameters;
      const auto* times = std::get_if<collect::spool::TimesRecord>(&record);
      if (!times) continue;
      for (const auto& kernel : times->kernels) made[cases[kernel.kernel]] += kernel.launches;
    }
  }
  EXPECT_EQ(made, (std::map<std::string, std::uint64_t>{{"", 1}, {"n=1", 3}, {"n=2", 1}}));
}

// Looking at launches that follow each other at once takes more than one percent of the time.
TEST_F(InjectLibrary, LooksAtLaunchesForAsLongAsTheBudgetAllows) {
  collect::ProfileConfig config = times_alone();
  config.max_overhead = 0.01;
  const auto body = [] {
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(4500)) launch();
  };
  EXPECT_EQ(exit_code(status_of_guest(body, config)), 3);
  EXPECT_EQ(notes(), "sampled ");
  EXPECT_GE(records<collect::spool::TimesRecord>(), 1);
  EXPECT_LE(records<collect::spool::TimesRecord>(), 6) << "one a second and the last";
}

// Makes `count` launches; how many of them had callbacks.
int launches_heard(int count) {
  auto* const hears = from<bool()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_hears");
  int heard = 0;
  for (int i = 0; i < count; ++i) {
    heard += hears() ? 1 : 0;
    launch();
  }
  return heard;
}

TEST_F(InjectLibrary, RecordsNothingUntilTheUserWantsItAndNothingAfterThat) {
  collect::ProfileConfig config = times_alone();
  config.idle = true;
  const std::string wanted = folder / collect::kCounting;
  const auto body = [&] {
    const auto switches = [] { std::this_thread::sleep_for(std::chrono::milliseconds(700)); };
    if (launches_heard(100) != 0) _exit(10);
    switches();
    if (launches_heard(100) != 0) _exit(11);
    std::ofstream(wanted) << "";
    switches();
    if (launches_heard(10) != 10) _exit(12);
    unlink(wanted.c_str());
    switches();
    if (launches_heard(100) != 0) _exit(13);
    std::ofstream(wanted) << "";
    switches();
    if (launches_heard(5) != 5) _exit(14);
  };
  EXPECT_EQ(exit_code(status_of_guest(body, config)), 3);
  EXPECT_EQ(launches(), 15U);
  EXPECT_EQ(notes(), "idle ");
}

TEST_F(InjectLibrary, SaysThatCountingWasNeverSwitchedOn) {
  collect::ProfileConfig config;
  config.idle = true;
  EXPECT_EQ(exit_code(status_of_guest([] { launches_heard(100); }, config)), 3);
  EXPECT_EQ(records<collect::spool::KernelRecord>(), 0);
  EXPECT_EQ(records<collect::spool::EndRecord>(), 1);
  EXPECT_EQ(notes(), "idle ");
}

// As a service is ended that does not ask for the signal: no handler and no end of ours.
TEST_F(InjectLibrary, KeepsWhatWasLaunchedASecondBeforeATerminationEndsTheProgram) {
  const int status = status_of_guest([] {
    launches_heard(100);
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    launches_heard(1);
    raise(SIGTERM);
  });
  EXPECT_EQ(exit_code(status), -SIGTERM);
  EXPECT_GE(launches(), 100U);
  EXPECT_EQ(records<collect::spool::EndRecord>(), 0);
}

// No counters are asked for during a capture, and a reader wonders where they are.
TEST_F(InjectLibrary, SaysThatACaptureDidNotEnd) {
  const auto body = [] {
    from<void()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_begin_capture")();
    launch();
  };
  EXPECT_EQ(exit_code(status_of_guest(body, {})), 3);
  EXPECT_EQ(notes(), "capture ");
}

// They would come to whoever takes records next, in memory that it did not give.
TEST_F(InjectLibrary, LeavesNoRecordsBehindWhenItEnds) {
  static bool records = true;
  const auto body = [] {
    launch();
    at_flush() = [] { records = from<bool()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_records")(); };
    at_flush()();
    if (!records) _exit(10);
    from<void()>(ROOFLENS_INJECT, "RooflensEnd")();
    if (records) _exit(11);
  };
  EXPECT_EQ(exit_code(status_of_guest(body)), 3);
}

TEST_F(InjectLibrary, SaysThatCuptiGivesNoRecords) {
  const auto body = [] {
    launch();
    if (from<bool()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_records")()) _exit(10);
  };
  const auto before = [] { *from<bool>(ROOFLENS_TALKING_CUPTI, "talking_cupti_gives_records") = false; };
  EXPECT_EQ(exit_code(status_of_guest(body, times_alone(), before)), 3);
  EXPECT_EQ(notes(), "activity ");
}

// The thread ends at its next cancellation point, which is the application's.
TEST_F(InjectLibrary, IsNoPlaceForAThreadToBeCancelled) {
  static bool came_back = false;
  const auto body = [] {
    std::thread([] {
      pthread_cancel(pthread_self());
      from<void()>(ROOFLENS_INJECT, "RooflensEnd")();
      came_back = true;
      sleep(5);
      _exit(10);
    }).join();
    if (!came_back) _exit(11);
  };
  EXPECT_EQ(exit_code(status_of_guest(body)), 3);
  EXPECT_EQ(records<collect::spool::EndRecord>(), 1);
}

TEST_F(InjectLibrary, KnowsThatACaptureEndsWithItsStream) {
  const auto body = [] {
    auto* const call = from<void(unsigned, void*, int)>(ROOFLENS_TALKING_CUPTI, "talking_cupti_call");
    void* stream = &stream;
    for (const unsigned id :
         {CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2, CUPTI_DRIVER_TRACE_CBID_cuStreamDestroy_v2}) {
      void* params[2] = {stream, nullptr};
      for (const int site : {0, 1}) call(id, params, site);
    }
  };
  EXPECT_EQ(exit_code(status_of_guest(body, {})), 3);
  EXPECT_EQ(notes(), "");
}

// CUPTI would wait for it while the host that ends the wait is kept from launching.
TEST_F(InjectLibrary, KeepsStreamsFromWaitingWhileCuptiMayWaitForThem) {
  static std::atomic<int> submitted{0};
  static std::thread host;
  const auto body = [] {
    if (!dlopen(ROOFLENS_FAKE_CUDA, RTLD_NOW | RTLD_GLOBAL)) _exit(98);
    *from<Hook>(ROOFLENS_TALKING_CUPTI, "talking_cupti_at_profiler") = [] {
      host = std::thread([] {
        auto* const call = from<void(unsigned, void*, int)>(ROOFLENS_TALKING_CUPTI, "talking_cupti_call");
        char params[256] = {};
        for (const unsigned id : {CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2,  // of which CUPTI sees the end
                                  CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32_v2}) {
          call(id, params, 0);
          ++submitted;
          call(id, params, 1);
        }
      });
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      if (submitted != 1) _exit(10);
    };
    for (int i = 0; i < 3; ++i) launch();
    if (!host.joinable()) _exit(11);  // CUPTI was not called
    host.join();
    if (submitted != 2) _exit(12);
  };
  EXPECT_EQ(exit_code(status_of_guest(body, {})), 3);
}

#ifndef __SANITIZE_ADDRESS__  // which has a malloc of its own
// From its next look at records on, the library's own thread has no memory.
TEST_F(InjectLibrary, OutlivesWhatGoesWrongInItsOwnThread) {
  EXPECT_EQ(exit_code(status_of_guest([] {
              at_flush() = [] { starved = gettid() != getpid(); };
              launch();
              std::this_thread::sleep_for(std::chrono::milliseconds(600));
            })),
            3);
  EXPECT_EQ(records<collect::spool::KernelRecord>(), 2);
}
#endif

// The handler runs in the middle of the library, which holds locks that nobody can give back any more.
TEST_F(InjectLibrary, LetsAHandlerOfASignalEndTheProgramInTheMiddleOfALaunch) {
  EXPECT_EQ(exit_code(status_of_guest([] {
              signal(SIGINT, [](int) { std::exit(4); });
              at_device() = [] { raise(SIGINT); };
              launch();
            })),
            4);
}

TEST_F(InjectLibrary, GoesOnAfterAHandlerThatDidNotComeBack) {
  static sigjmp_buf elsewhere;
  const auto body = [] {
    signal(SIGINT, [](int) { siglongjmp(elsewhere, 1); });
    at_device() = [] {
      at_device() = nullptr;
      raise(SIGINT);
    };
    if (sigsetjmp(elsewhere, 1) == 0) launch();
    launch();
    launch();
  };
  EXPECT_EQ(exit_code(status_of_guest(body)), 3);
  EXPECT_EQ(launches(), 2U);
  EXPECT_EQ(records<collect::spool::EndRecord>(), 1);
}

// The driver's locks are held by the launch that never goes on, so CUPTI does not come back.
TEST_F(InjectLibrary, LetsAHandlerOfASignalEndTheProgramInTheMiddleOfTheDriver) {
  EXPECT_EQ(exit_code(status_of_guest([] {
              static std::atomic<bool> launching{false};
              signal(SIGINT, [](int) { std::exit(4); });
              at_flush() = [] {
                while (launching) usleep(1000);
              };
              in_driver() = [] {
                launching = true;
                std::this_thread::sleep_for(std::chrono::milliseconds(500));  // the library's own thread is in CUPTI
                raise(SIGINT);
              };
              launch();
            })),
            4);
}

}  // namespace
}  // namespace rooflens::inject
