// The injected library as a guest in a process without a GPU: what it writes down.
#include <gtest/gtest.h>

#include "tests/inject/guest_library.hpp"

namespace rooflens::inject {
namespace {

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

}  // namespace
}  // namespace rooflens::inject
