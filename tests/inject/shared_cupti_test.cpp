// Beside a program that uses CUPTI itself, where CUPTI has several subscribers and the user wants us to be one of them.
#include <cupti_profiler_target.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <string>

#include "profiler/cupti/several_subscribers.hpp"
#include "tests/inject/guest_library.hpp"

namespace rooflens::inject {
namespace {

constexpr const char* kCupti = ROOFLENS_TALKING_CUPTI_13_2;

template <class Thing>
Thing* of_cupti(const char* name) {
  return from<Thing>(kCupti, name);
}

// What it tells of itself.
struct Fake {
  bool (*hears)() = of_cupti<bool()>("talking_cupti_hears");
  bool (*records)() = of_cupti<bool()>("talking_cupti_records");
  void (*launch)() = of_cupti<void()>("talking_cupti_launch");
  int (*enabled)() = of_cupti<int()>("counting_cupti_enabled");
  int (*windows)() = of_cupti<int()>("counting_cupti_windows");
  int* asked = of_cupti<int>("talking_cupti_asked_for_several");
  const char** symbol = of_cupti<const char*>("talking_cupti_symbol");
  int* counts_beside = of_cupti<int>("talking_cupti_counts_beside");
  void (*give_record)(const char*, std::uint64_t, std::uint64_t) =
      of_cupti<void(const char*, std::uint64_t, std::uint64_t)>("talking_cupti_give_record");
};

void launch_often(const Fake& cupti, int times = 100) {
  for (int i = 0; i < times; ++i) cupti.launch();
}

// As the program does.
CUptiResult subscribe(bool for_several, const std::string& cupti = kCupti) {
  collect::cupti::SharingParams params{};
  params.structSize = sizeof params;
  params.allowMultipleSubscribers = for_several ? 1 : 0;
  CUpti_SubscriberHandle handle = nullptr;
  auto* const call = from<std::remove_pointer_t<decltype(&cuptiSubscribe_v2)>>(cupti, "cuptiSubscribe_v2");
  return call(
      &handle, [](void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}, nullptr,
      reinterpret_cast<CUpti_SubscriberParams*>(&params));
}

void CUPTIAPI give(std::uint8_t**, std::size_t*, std::size_t*) {}
void CUPTIAPI take(CUcontext, std::uint32_t, std::uint8_t*, std::size_t, std::size_t) {}

CUptiResult take_records_of_the_process() {
  return of_cupti<std::remove_pointer_t<decltype(&cuptiActivityRegisterCallbacks)>>("cuptiActivityRegisterCallbacks")(
      give, take);
}

class SharedCupti : public InjectLibrary {
 protected:
  bool launcher_locks = false;
  // 0 where all that the program looked at was so. Counters that need no patched code are counted.
  int guest(
      const std::function<int(const Fake&)>& body, const char* wanted = "1", const char* cupti = kCupti,
      const std::function<void()>& before = [] {}) const {
    collect::ProfileConfig config;
    config.sass = false;
    config.launcher_locks = launcher_locks;
    return exit_code(status_of_guest([&] { std::exit(body(Fake{})); }, config,
                                     [&] {
                                       setenv("ROOFLENS_CUPTI", cupti, 1);
                                       setenv(collect::cupti::kSwitchesSeveralOn, wanted, 1);
                                       from<int>(ROOFLENS_FAKE_CUDA, "fake_cuda_busy");
                                       before();
                                     }));
  }
  [[nodiscard]] collect::spool::KernelTimes times() const {
    collect::spool::KernelTimes sum;
    for (const auto& spool : fixtures::read_spools(folder.path())) {
      for (const auto& record : spool.records) {
        const auto* times = std::get_if<collect::spool::TimesRecord>(&record);
        for (const auto& kernel : times ? times->kernels : std::vector<collect::spool::KernelTimes>{}) {
          sum.launches += kernel.launches;
          sum.timed += kernel.timed;
          sum.total_ns += kernel.total_ns;
        }
      }
    }
    return sum;
  }
  [[nodiscard]] std::size_t dropped() const {
    std::size_t sum = 0;
    for (const auto& spool : fixtures::read_spools(folder.path())) {
      for (const auto& record : spool.records) {
        if (const auto* end = std::get_if<collect::spool::EndRecord>(&record)) sum += end->dropped_records;
      }
    }
    return sum;
  }
};

TEST_F(SharedCupti, GivesASubscriptionOfItsOwnWithItsOwnRecords) {
  const int code = guest([](const Fake& cupti) {
    if (*cupti.asked != 1) return 1;
    if (!cupti.hears() || !cupti.records()) return 2;
    launch_often(cupti);
    if (cupti.enabled() != 1) return 3;
    cupti.launch();
    cupti.give_record("kernel", 1'000'000, 5000);
    return 0;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "");
  EXPECT_EQ(times().launches, 101U);
  EXPECT_EQ(dropped(), 7U) << "of its own records";
  const auto observations = collect::assemble(collect::index_spools(folder.path()), {}).observations;
  ASSERT_EQ(observations.size(), 1U);
  EXPECT_EQ(observations[0].counters.value("smsp__inst_executed.sum"), 1000);
}

TEST_F(SharedCupti, IsAskedForOnlyWhereTheUserWantsIt) {
  const int code = guest(
      [](const Fake& cupti) {
        if (*cupti.asked != 0 || !cupti.hears() || !cupti.records()) return 1;
        if (take_records_of_the_process() != CUPTI_SUCCESS) return 2;
        return cupti.hears() || cupti.records() ? 3 : 0;
      },
      "0");
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "own-cupti ");
}

// An older driver, or a first subscriber who wants to be alone.
TEST_F(SharedCupti, IsUsedAsBeforeWhereItHasNoRoom) {
  for (const char* const lacks : {"talking_cupti_agrees", "talking_cupti_answers_subscribers"}) {
    const int code = guest(
        [](const Fake& cupti) {
          if (*cupti.asked != 1 || !cupti.hears() || !cupti.records()) return 1;
          launch_often(cupti);
          if (cupti.enabled() != 1) return 2;
          if (subscribe(false) != CUPTI_SUCCESS) return 3;
          return cupti.hears() || cupti.records() || cupti.enabled() != 0 ? 4 : 0;
        },
        "1", kCupti, [&] { *of_cupti<bool>(lacks) = false; });
    EXPECT_EQ(code, 0) << lacks;
  }
  EXPECT_EQ(notes(), "own-cupti own-cupti ");
  EXPECT_EQ(times().launches, 2 * 100U);
}

TEST_F(SharedCupti, IsUsedAsBeforeWhereOneOfItsFunctionsIsMissing) {
  const int code = guest(
      [](const Fake&) {
        constexpr const char* kPart = ROOFLENS_TALKING_CUPTI_IN_PART;
        const auto hears = from<bool()>(kPart, "talking_cupti_hears");
        if (*from<int>(kPart, "talking_cupti_asked_for_several") != 0) return 1;
        if (!hears() || !from<bool()>(kPart, "talking_cupti_records")()) return 2;
        return subscribe(true, kPart) == CUPTI_SUCCESS && !hears() ? 0 : 3;
      },
      "1", ROOFLENS_TALKING_CUPTI_IN_PART);
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "own-cupti ");
}

// Its records would be made while our patched code counts, which then counts nothing.
TEST_F(SharedCupti, KeepsLaunchesAndTimesBesideAnotherSubscriberAndNoCounters) {
  const int code = guest([](const Fake& cupti) {
    launch_often(cupti);
    if (cupti.enabled() != 1) return 1;
    if (subscribe(true) != CUPTI_SUCCESS) return 2;
    if (*cupti.counts_beside != 0) return 3;
    if (!cupti.hears() || !cupti.records()) return 4;
    const int windows = cupti.windows();
    *cupti.symbol = "another";  // of which nothing was counted yet
    for (int i = 0; i < 5; ++i) {
      launch_often(cupti, 20);
      usleep(100'000);
    }
    std::thread([&] { launch_often(cupti, 10); }).join();
    if (cupti.enabled() != 0 || cupti.windows() != windows) return 5;
    cupti.give_record("another", 4'000'000'000'000'000'000, 5000);
    return 0;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "shared-cupti ");
  EXPECT_EQ(times().launches, 210U);
  EXPECT_EQ(times().timed, 1U);
  EXPECT_EQ(times().total_ns, 5000);
  const auto observations = collect::assemble(collect::index_spools(folder.path()), {}).observations;
  ASSERT_EQ(observations.size(), 2U);
  EXPECT_EQ(observations[0].launches_made, 100U);
  EXPECT_TRUE(observations[0].counters.value("smsp__inst_executed.sum")) << "what was counted before stays";
  EXPECT_EQ(observations[1].launches_made, 110U);
  EXPECT_FALSE(observations[1].counters.value("smsp__inst_executed.sum"));
}

// As from a callback of the program's own. Nothing can be given back before the launch is over.
TEST_F(SharedCupti, GivesCountersBackAfterTheLaunchInWhichSomebodySubscribes) {
  const int code = guest([](const Fake& cupti) {
    launch_often(cupti);
    Hook& in_driver = *of_cupti<Hook>("talking_cupti_in_driver");
    in_driver = [] {
      if (subscribe(true) != CUPTI_SUCCESS) _exit(1);
    };
    cupti.launch();
    in_driver = nullptr;
    for (int i = 0; i < 400 && cupti.enabled() != 0; ++i) usleep(5000);
    return cupti.hears() && cupti.enabled() == 0 ? 0 : 2;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "shared-cupti ");
  EXPECT_EQ(times().launches, 101U);
}

// CUPTI would refuse them beside us.
TEST_F(SharedCupti, IsLeftToAProgramThatUsesTheFunctionsForTheWholeProcess) {
  const int code = guest([](const Fake& cupti) {
    launch_often(cupti);
    if (take_records_of_the_process() != CUPTI_SUCCESS || *cupti.counts_beside != 0) return 1;
    return cupti.hears() || cupti.records() ? 2 : 0;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "own-cupti ");
}

TEST_F(SharedCupti, IsLeftToAProgramThatWantsToBeAlone) {
  const int code = guest([](const Fake& cupti) {
    launch_often(cupti);
    return subscribe(false) == CUPTI_SUCCESS && !cupti.hears() && cupti.enabled() == 0 ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "own-cupti ");
}

// Our records would add instructions to what it counts.
TEST_F(SharedCupti, IsLeftToAProgramThatCounts) {
  const int code = guest([](const Fake& cupti) {
    launch_often(cupti);
    if (subscribe(true) != CUPTI_SUCCESS || !cupti.records()) return 1;
    CUpti_Profiler_Initialize_Params params{};
    of_cupti<CUptiResult(CUpti_Profiler_Initialize_Params*)>("cuptiProfilerInitialize")(&params);
    return cupti.hears() || cupti.records() ? 2 : 0;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "shared-cupti own-cupti ");
}

// There is one CUPTI for several subscribers; two copies know nothing of each other.
TEST_F(SharedCupti, IsLeftToAProgramThatSubscribesToAnotherCopy) {
  const std::string copy = folder / "renamed.so";
  std::filesystem::copy_file(kCupti, copy);
  const auto open = [&] { static_cast<void>(dlopen(copy.c_str(), RTLD_NOW)); };
  const int code = guest(
      [&](const Fake& cupti) {
        if (!cupti.hears()) return 1;
        return subscribe(true, copy) == CUPTI_SUCCESS && !cupti.hears() ? 0 : 2;
      },
      "1", kCupti, open);
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "own-cupti ");
}

TEST_F(SharedCupti, StaysSharedWhereWeBeginAnew) {
  const int code = guest([](const Fake& cupti) {
    launch_often(cupti);
    from<void()>(ROOFLENS_INJECT, "RooflensEnd")();
    if (subscribe(true) != CUPTI_SUCCESS) return 1;
    from<void()>(ROOFLENS_INJECT, "RooflensBegin")();
    const int windows = cupti.windows();
    launch_often(cupti);
    return cupti.records() && cupti.enabled() == 0 && cupti.windows() == windows ? 0 : 2;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(notes(), "shared-cupti ");
  EXPECT_EQ(times().launches, 200U);
}

std::atomic<bool>& busy() { return *from<std::atomic<bool>>(ROOFLENS_FAKE_CUDA, "fake_cuda_busy"); }
bool holds_within(int seconds, const std::function<bool()>& condition) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (!condition() && std::chrono::steady_clock::now() < until) usleep(1000);
  return condition();
}

struct WithoutLauncher : SharedCupti {
  WithoutLauncher() { launcher_locks = true; }
  // 0 where the counters are given back within a second of `end`, seconds after the launcher died.
  int keeps_counters(void (*begin)(const Fake&), void (*end)()) const {
    int launcher = -1;
    const auto body = [&](const Fake& cupti) {
      launch_often(cupti);
      begin(cupti);
      close(launcher);
      sleep(3);
      if (cupti.enabled() != 1 || !cupti.hears()) return 1;
      end();
      if (!holds_within(1, [&] { return cupti.enabled() == 0; })) return 2;
      return holds_within(1, [&] { return !cupti.hears() && !cupti.records(); }) ? 0 : 3;
    };
    return guest(body, "1", kCupti, [&] {
      launcher = open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      if (flock(launcher, LOCK_EX) != 0) _exit(99);
    });
  }
};

TEST_F(WithoutLauncher, CountersAreGivenBackOnceTheGpuIsDone) {
  EXPECT_EQ(keeps_counters([](const Fake&) { busy() = true; }, [] { busy() = false; }), 0);
  EXPECT_EQ(notes(), "launcher ");
}

TEST_F(WithoutLauncher, CountersAreGivenBackOnceACaptureHasEnded) {
  static const auto call = [](unsigned id) {
    static void* params[2] = {&params, nullptr};
    for (const int site : {0, 1}) of_cupti<void(unsigned, void*, int)>("talking_cupti_call")(id, params, site);
  };
  EXPECT_EQ(keeps_counters([](const Fake&) { call(CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2); },
                           [] { call(CUPTI_DRIVER_TRACE_CBID_cuStreamDestroy_v2); }),
            0);
  EXPECT_EQ(notes(), "launcher ");
}

TEST_F(WithoutLauncher, CountersAreGivenBackOnceALaunchThatWasLeftHasEnded) {
  const auto leave_a_launch = [](const Fake& cupti) {
    *cupti.symbol = "long";
    cupti.launch();
    *of_cupti<Hook>("talking_cupti_in_driver") = [] { busy() = true; };
    cupti.launch();
  };
  EXPECT_EQ(keeps_counters(leave_a_launch, [] { busy() = false; }), 0);
  EXPECT_EQ(notes(), "waits launcher ");
}

}  // namespace
}  // namespace rooflens::inject
