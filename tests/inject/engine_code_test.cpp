// Which kernels the engine leaves alone for what their code reaches, with the cubins that nvcc made of code.cu and
// scripted CUPTI. What they are called decides nothing.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "profiler/inject/engine.hpp"
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"
#include "tests/inject/plain_cubin.hpp"
#include "tests/inject/scripted_cupti.hpp"

namespace rooflens::inject {
namespace {

struct EngineCode : ::testing::Test {
  fixtures::ScratchFolder folder;
  CuptiScript& script = *new CuptiScript;  // neither is ever destroyed, as in an application
  NvtxRanges& ranges = *new NvtxRanges;
  std::shared_ptr<const collect::cupti::Api> api = scripted_cupti(script);
  Engine* engine = nullptr;
  std::uint32_t correlation = 0;

  void begin(int ranks, collect::ProfileConfig config = {}) {
    ASSERT_TRUE(dlopen(ROOFLENS_FAKE_CUDA, RTLD_NOW | RTLD_GLOBAL)) << dlerror();
    auto logbook = std::make_unique<Logbook>((folder / "node.1.spool").string());
    logbook->write(collect::spool::ProcessRecord{});
    config.spool_folder = folder.path().string();
    engine = new Engine(config, api, std::move(logbook), ranges, collect::JobRank{0, ranks, "torchrun"}, [](bool) {});
    engine->activity().begin();
  }
  void load_modules() const {
    std::ifstream file(std::string(ROOFLENS_CUBINS) + "/sm_90a.cubin", std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    ASSERT_FALSE(bytes.empty());
    engine->module_loaded(bytes.data(), bytes.size());
  }
  // How many of so many launches are counted.
  int counted(const char* symbol, LaunchCall call = {}, int launches = 30) {
    int counts = 0;
    call.function = symbol;
    call.grid = {1, 1, 1};
    call.block = {32, 1, 1};
    for (int i = 0; i < launches; ++i) {
      engine->launches().enter();
      EXPECT_EQ(engine->launch_enter(reinterpret_cast<CUcontext>(std::uintptr_t{1000}), ++correlation, call, symbol),
                nullptr);
      counts += Engine::counts_here() ? 1 : 0;
      engine->launch_exit(correlation, true);
      engine->launches().leave();
    }
    EXPECT_EQ(script.wrong.load(), nullptr) << script.wrong.load();
    return counts;
  }
  // Reasons, each with a line's end.
  [[nodiscard]] std::string reasons() const {
    std::string all;
    for (const auto& record : fixtures::read_spool(folder / "node.1.spool").records) {
      if (const auto* one = std::get_if<collect::spool::LeftAloneRecord>(&record)) all += one->why + "\n";
    }
    return all;
  }
};

constexpr const char* kReads = "it reads what other GPUs or the host write, and may wait for it\n";

TEST_F(EngineCode, LeavesKernelsAloneThatMayWaitForOtherRanks) {
  begin(2);
  load_modules();
  EXPECT_EQ(counted("k6_waits"), 0);
  EXPECT_EQ(counted("k7_swaps_for_all"), 0);
  EXPECT_GT(counted("k0_nothing"), 1);
  EXPECT_GT(counted("k1_prints"), 1) << "once";
  EXPECT_GT(counted("k9_looks_back"), 1) << "at its own blocks";
  EXPECT_EQ(reasons(), std::string(kReads) + kReads);
}

TEST_F(EngineCode, CountsThemWhereNobodyIsThereToWaitFor) {
  begin(1);
  EXPECT_FALSE(engine->reads_code());
  load_modules();
  EXPECT_GT(counted("k6_waits"), 1);
  EXPECT_GT(counted("ncclDevKernel_AllReduce_Sum_f32_RING_LL"), 1) << "a name says nothing";
  EXPECT_EQ(reasons(), "");
}

TEST_F(EngineCode, LeavesThemAloneFromTheTimeOnThatMemoryIsShared) {
  begin(1);
  engine->shares_memory();
  EXPECT_TRUE(engine->reads_code());
  load_modules();
  EXPECT_EQ(counted("k6_waits"), 0);
}

// The module may come when the kernel was launched already: another one of the same name, or of the second GPU.
TEST_F(EngineCode, LeavesThemAloneFromTheSecondContextOn) {
  begin(1);
  engine->context_created();
  EXPECT_FALSE(engine->reads_code());
  EXPECT_GT(counted("k6_waits", {}, 3), 0);
  engine->context_created();
  load_modules();
  EXPECT_EQ(counted("k6_waits"), 0);
}

TEST_F(EngineCode, LeavesAloneWhatIsLaunchedForRemoteMemory) {
  begin(1);
  LaunchCall call;
  call.remote = true;
  EXPECT_EQ(counted("anything", call), 0);
  EXPECT_EQ(reasons(), "it is launched to reach memory of other GPUs, and may wait for them\n");
}

TEST_F(EngineCode, RepeatsNothingThatPrintsOrAllocates) {
  collect::ProfileConfig config;
  config.replay = collect::ReplayMode::kernel;
  begin(1, config);
  load_modules();
  EXPECT_EQ(counted("k1_prints"), 0);
  EXPECT_EQ(counted("k2_allocates"), 0);
  EXPECT_EQ(reasons(),
            "it prints on the GPU, which a replay would repeat or could not bring back\n"
            "it allocates or frees memory on the GPU, which a replay would repeat or could not bring back\n");
}

TEST_F(EngineCode, SaysOnceWhyItRepeatsNothing) {
  collect::ProfileConfig config;
  config.replay = collect::ReplayMode::kernel;
  begin(1, config);
  load_modules();
  for (const char* kernel : {"k1_prints", "k2_allocates", "k0_nothing", "k9_looks_back"}) {
    EXPECT_EQ(counted(kernel), 0) << kernel;
  }
  std::vector<std::string> notes;
  for (const auto& record : fixtures::read_spool(folder / "node.1.spool").records) {
    if (const auto* note = std::get_if<collect::spool::NoteRecord>(&record)) notes.push_back(note->text);
  }
  using ::testing::StartsWith;
  EXPECT_THAT(notes, ::testing::ElementsAre(
                         StartsWith("a launch of k1_prints was not repeated and not counted: it prints, "),
                         StartsWith("a launch of k0_nothing was not repeated and not counted: a loaded kernel may ")));
}

TEST_F(EngineCode, RepeatsNoCooperativeLaunchThatAsksForClusters) {
  collect::ProfileConfig config;
  config.replay = collect::ReplayMode::kernel;
  begin(1, config);
  const std::string plain = plain_cubin({"plain", "wide", "both"});
  engine->module_loaded(plain.data(), plain.size());
  LaunchCall call;
  call.form = LaunchForm::cooperative;
  EXPECT_GT(counted("plain", call), 0);
  call.clustered = true;
  EXPECT_EQ(counted("both", call), 0);
  call.form = LaunchForm::kernel;
  EXPECT_GT(counted("wide", call), 0);
  EXPECT_EQ(reasons(),
            "it is cooperative and asks for clusters, and in tests such launches failed when they were repeated\n");
}

// What it writes may lie in what another one allocated.
TEST_F(EngineCode, RepeatsNothingWhereAnyKernelAllocates) {
  collect::ProfileConfig config;
  config.replay = collect::ReplayMode::kernel;
  begin(1, config);
  const std::string plain = plain_cubin({"k0_nothing", "plain"});
  engine->module_loaded(plain.data(), plain.size());
  EXPECT_GT(counted("plain"), 0);
  load_modules();
  EXPECT_EQ(counted("k0_nothing"), 0);
}

TEST_F(EngineCode, CountsNoInstructionsOfWhatMayCallTheDriver) {
  collect::ProfileConfig config;
  config.lines = true;
  config.launches_per_kernel = 0;
  begin(1, config);
  load_modules();
  for (const char* kernel : {"k1_prints", "k2_allocates", "k4_asserts", "k5_points"}) {
    EXPECT_EQ(counted(kernel), 0) << kernel;
  }
  EXPECT_EQ(counted("k0_nothing"), 1) << "once is enough";
  EXPECT_EQ(script.patched, 1);
}

}  // namespace
}  // namespace rooflens::inject
