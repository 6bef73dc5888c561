// The injected library in a program that launches kernels in every form: what it counts is known from formula.
#include "tests/device/profiled_forms.hpp"

namespace rooflens::collect {
namespace {

TEST_F(InjectOnDevice, ReplayCountsOneLaunchExactly) {
  const Profiled run = profile("plain", with(ReplayMode::kernel));
  const auto kernels = of(run, "fma_chain");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].counters.value(kFfma), 1000 * kThreads);
  EXPECT_EQ(kernels[0].launches_made, 1U);
  EXPECT_EQ(kernels[0].launches_counted, 1U);
  EXPECT_EQ(kernels[0].replay, models::Replay::kernel);
  EXPECT_EQ(kernels[0].durations.size(), 1U);
}

TEST_F(InjectOnDevice, SpreadCountsTheSameInPassRotation) {
  const Profiled run = profile("plain repeat=40", with(ReplayMode::rotate));
  const auto kernels = of(run, "fma_chain");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].counters.value(kFfma), 1000 * kThreads);
  EXPECT_EQ(kernels[0].launches_made, 40U);
  EXPECT_EQ(kernels[0].replay, models::Replay::rotate);
  EXPECT_EQ(kernels[0].counters.value(kWarpInstructions), kernels[0].counters.value("smsp__sass_inst_executed.sum"));
  EXPECT_GT(kernels[0].timed_launches, 20U);
}

TEST_F(InjectOnDevice, SeesEveryFormOfLaunch) {
  const Profiled run = profile("repeat=20", with(ReplayMode::rotate));
  std::uint64_t launches = 0;
  for (const Observation& o : run.assembly.observations) {
    if (o.scope == models::Scope::launch) launches += o.launches_made;
  }
  // plain 1, streams 4, per-thread 1, extended 1, cooperative 2, driver 1, legacy 1, graph 3, threads 80, contexts 21,
  // varying 30, devices 20 each, ranges 2, profiler switch 11, conflicts 1, products 4: 20 times; and the last, empty
  // kernel.
  const std::uint64_t devices = run.assembly.machines.size();
  EXPECT_EQ(launches, 20 * (1 + 4 + 1 + 1 + 2 + 1 + 1 + 3 + 80 + 21 + 30 + 20 * devices + 2 + 11 + 1 + 4) + 1);
}

TEST_F(InjectOnDevice, ChangesNeitherResultsNorExitCode) {
  const Profiled plain = profile("repeat=3 exit=7", {}, false);
  for (const ReplayMode mode : {ReplayMode::kernel, ReplayMode::rotate, ReplayMode::none}) {
    const Profiled run = profile("repeat=3 exit=7", with(mode));
    EXPECT_EQ(run.output, plain.output);
    EXPECT_EQ(run.status, plain.status);
    EXPECT_EQ(WEXITSTATUS(run.status), 7);
  }
}

// Whatever formats a replay leaves out: no product may show fewer operations than it does. Four launches may be too few
// for a rotation of passes: nothing is shown then.
TEST_F(InjectOnDevice, ReplayCountsTheOperationsOfEveryFormatExactly) {
  constexpr double kWarps = kThreads / 32;
  constexpr double kOfTile = 2.0 * 16 * 16 * 16;
  for (const ReplayMode mode : {ReplayMode::kernel, ReplayMode::rotate}) {
    SCOPED_TRACE(static_cast<int>(mode));
    const Profiled run = profile("products repeat=4", with(mode));
    ASSERT_FALSE(run.assembly.machines.empty());
    if (run.assembly.machines.front().device.compute_capability.major < 8) GTEST_SKIP() << "no BF16 and TF32 products";
    const auto operations = [&](const char* kernel, const char* metric) {
      const auto found = of(run, kernel);
      return found.size() == 1 ? models::evaluate(metric, found[0].counters) : std::nullopt;
    };
    const auto expect = [&](const char* kernel, const char* metric, double tiles_of_each_warp) {
      const auto counted = operations(kernel, metric);
      if (mode == ReplayMode::rotate && !counted) return;
      EXPECT_EQ(counted, tiles_of_each_warp * kWarps * kOfTile) << kernel << " " << metric;
    };
    expect("wmma_bf16", "tensor_bf16_flops", 100);
    expect("wmma_tf32", "tensor_tf32_flops", 50);
    expect("wmma_fp16", "tensor_fp16_flops", 100);
    expect("wmma_two_formats", "tensor_bf16_flops", 100);
    expect("wmma_two_formats", "tensor_fp16_flops", 200);
  }
}

TEST_F(InjectOnDevice, KeepsWhatItSawWhenTheProgramIsKilled) {
  for (const std::string ending : {"_exit", "abort", "kill"}) {
    const Profiled run = profile("plain repeat=3000 exit=" + ending, with(ReplayMode::rotate));
    EXPECT_FALSE(of(run, "fma_chain").empty()) << ending;
  }
}

// Wherever in the driver its launches happen to be.
TEST_F(InjectOnDevice, LetsAHandlerOfASignalEndTheProgram) {
  runner_ = "timeout 20 ";  // and 124 of one that hangs
  ASSERT_EQ(WEXITSTATUS(profile("conflicts exit=handler", {}, false).status), 6) << "without rooflens";
  for (const ReplayMode mode : {ReplayMode::kernel, ReplayMode::rotate, ReplayMode::none}) {
    EXPECT_EQ(WEXITSTATUS(profile("conflicts exit=handler", with(mode)).status), 6) << static_cast<int>(mode);
  }
}

TEST_F(InjectOnDevice, TellsLaunchesOfDifferentWorkApart) {
  ProfileConfig config = with(ReplayMode::rotate);
  config.launches_per_kernel = 8;  // all of them even or all of them odd: 1 in 2^15
  const Profiled run = profile("varying repeat=2000", config);
  const auto kernels = of(run, "varying");
  ASSERT_EQ(kernels.size(), 2U);
  EXPECT_LT(kernels[0].counters.value(kWarpInstructions).value_or(0),
            kernels[1].counters.value(kWarpInstructions).value_or(0) / 5);
  EXPECT_EQ(kernels[0].launches_made + kernels[1].launches_made, 60000U);
}

TEST_F(InjectOnDevice, AttributesLaunchesToRanges) {
  const Profiled run = profile("ranges repeat=10", with(ReplayMode::none));
  using Launches = std::map<std::string, std::uint64_t>;  // those of ranges inside are counted too
  Launches launches;
  for (const Observation& o : run.assembly.observations) {
    if (o.scope == models::Scope::nvtx) launches[o.name] = o.launches_made;
  }
  EXPECT_EQ(launches, (Launches{{"outer", 10}, {"started", 10}, {"started/outer", 10}, {"started/outer/inner", 10}}));
}

TEST_F(InjectOnDevice, CountsOnlyBetweenProfilerStartAndStop) {
  ProfileConfig config = with(ReplayMode::kernel);
  config.wait_for_profiler_start = true;
  const auto kernels = of(profile("profiler-switch", config), "fma_chain");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].counters.value(kFfma), 175 * kThreads) << "not the launch before the start, with 150 steps";
}

TEST_F(InjectOnDevice, CountsOnlyInsideTheChosenRange) {
  ProfileConfig config = with(ReplayMode::kernel);
  config.nvtx_range = "inner";
  const auto kernels = of(profile("ranges plain", config), "fma_chain");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].counters.value(kFfma), 100 * kThreads) << "not the plain launch, with 1000 steps";
}

TEST_F(InjectOnDevice, CollectsExtraCountersAndRefusesUnknownOnes) {
  for (const ReplayMode mode : {ReplayMode::rotate, ReplayMode::kernel, ReplayMode::none}) {
    ProfileConfig config = with(mode);
    config.extra_counters = {"sm__ctas_launched.sum", "no__such_counter.sum"};
    const Profiled run = profile("plain repeat=60", config);
    const auto kernels = of(run, "fma_chain");
    ASSERT_EQ(kernels.size(), 1U);
    EXPECT_EQ(kernels[0].counters.value("sm__ctas_launched.sum"), 264);
    const auto& notes = run.assembly.notes;
    EXPECT_EQ(std::count_if(notes.begin(), notes.end(),
                            [](const models::Note& note) {
                              return note.text.starts_with("no__such_counter.sum is not counted: not offered by");
                            }),
              1)
        << "said once";
    EXPECT_EQ(kernels[0].counters.find(kFfma) != nullptr, mode != ReplayMode::none);  // that counts one group alone
    EXPECT_TRUE(std::any_of(kernels[0].refused.begin(), kernels[0].refused.end(),
                            [](const models::Refusal& r) { return r.counter == "no__such_counter.sum"; }));
  }
}

// 66 blocks of 32 warps: each warp writes its row with one wavefront and reads a column with 32.
void expect_conflicts_by_line(const Profiled& run) {
  const auto& functions = run.assembly.functions;
  const auto it = std::find_if(functions.begin(), functions.end(),
                               [](const auto& f) { return f.function.find("column_reads") != std::string::npos; });
  ASSERT_NE(it, functions.end());
  EXPECT_EQ(it->counted_launches, 1U);
  const models::SourceProfile profile = models::source_profile(*it);
  ASSERT_TRUE(profile.access);
  EXPECT_EQ(profile.access->wavefronts, 66 * 32 * 33);
  EXPECT_EQ(profile.access->ideal_wavefronts, 66 * 32 * 2);
  EXPECT_EQ(profile.access->excess_sectors(), 0);
  const auto worst = std::max_element(profile.lines.begin(), profile.lines.end(), [](const auto& a, const auto& b) {
    return a.access->excess_wavefronts() < b.access->excess_wavefronts();
  });
  EXPECT_EQ(worst->access->excess_wavefronts(), 66 * 32 * 31);
  EXPECT_THAT(worst->file, testing::EndsWith("launch_forms.cu"));
}

TEST_F(InjectOnDevice, CountsTheInstructionsOfOneLaunchExactly) {
  for (const ReplayMode mode : {ReplayMode::none, ReplayMode::kernel, ReplayMode::rotate}) {
    SCOPED_TRACE(static_cast<int>(mode));
    ProfileConfig config = with(mode);
    config.lines = true;
    expect_conflicts_by_line(profile("conflicts repeat=60", config));
  }
}

TEST_F(InjectOnDevice, SamplesWarpsWhenCountingIsOver) {
  for (const ReplayMode mode : {ReplayMode::none, ReplayMode::rotate}) {
    SCOPED_TRACE(static_cast<int>(mode));
    ProfileConfig config = with(mode);
    config.stalls = true;
    const Profiled run = profile("conflicts repeat=2000000", config);
    EXPECT_EQ(run.status, 0);
    const auto& functions = run.assembly.functions;
    const auto it = std::find_if(functions.begin(), functions.end(),
                                 [](const auto& f) { return f.function.find("column_reads") != std::string::npos; });
    ASSERT_NE(it, functions.end());
    const models::SourceProfile profile = models::source_profile(*it);
    EXPECT_GT(profile.samples, 1000);
    ASSERT_TRUE(profile.has_lines());
    EXPECT_THAT(profile.lines.front().file, testing::EndsWith("launch_forms.cu"));
    for (const models::StallShare& stall : profile.stalls)
      EXPECT_TRUE(models::find_stall(stall.reason)) << stall.reason;
    const auto kernels = of(run, "column_reads");
    ASSERT_EQ(kernels.size(), 1U);
    EXPECT_EQ(kernels[0].launches_made, 2000000U);
    EXPECT_GT(kernels[0].timed_launches, 1900000U);
    if (mode == ReplayMode::rotate) {
      EXPECT_GT(kernels[0].launches_counted, 0U);
    }
  }
}

// Several threads launch and wait while sampling ends and counting begins.
TEST_F(InjectOnDevice, EndsSamplingWhileOtherThreadsUseTheDriver) {
  ProfileConfig config = with(ReplayMode::rotate);
  config.stalls = true;
  const Profiled plain = profile("threads repeat=4000", with(ReplayMode::none), false);
  const Profiled run = profile("threads repeat=4000", config);
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.output, plain.output);
  EXPECT_FALSE(run.assembly.functions.empty());
}

#ifdef ROOFLENS_REFUSING_CUPTI
TEST_F(InjectOnDevice, RecordsTimesWhereHardwareCountersAreRefused) {
  const std::string refusing = path_from("ROOFLENS_REFUSING_CUPTI", ROOFLENS_REFUSING_CUPTI);
  ProfileConfig config = with(ReplayMode::rotate);
  config.stalls = true;
  const Profiled run = profile("plain conflicts repeat=10", config, true, refusing.c_str());
  EXPECT_EQ(run.status, 0);
  ASSERT_FALSE(run.assembly.notes.empty());
  EXPECT_EQ(run.assembly.notes.front().topic, "permission");
  const auto kernels = of(run, "column_reads");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].launches_counted, 0U);
  EXPECT_FALSE(kernels[0].durations.empty());
}
#endif

}  // namespace
}  // namespace rooflens::collect
