// The injected library in a process that uses PyTorch, or what it takes for it: which kernels get which work, and that
// the program ends as it would without it where nothing can be found out.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "profiler/config/profile_config.hpp"
#include "tests/fixtures/library_symbol.hpp"
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"
#include "tests/torch/fake_torch.hpp"

namespace rooflens::torch {
namespace {

using Kind = FakeArgument::Kind;
using Written = collect::spool::FormulaRecord;

using fixtures::from;

const char* body_launches = nullptr;
// A kernel of that name, by this thread. As in CUPTI, a name is a pointer that stays.
void launch(const char* kernel) {
  *from<const char*>(ROOFLENS_TALKING_CUPTI, "talking_cupti_symbol") = kernel;
  from<void()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_launch")();
}
void launch_what_the_body_does() { launch(body_launches); }

// The program's side of a fake PyTorch.
struct Program {
  explicit Program(const char* path) : library(path) { (void)callbacks(); }
  const char* library;

  [[nodiscard]] void* tensor(std::vector<std::int64_t> sizes, int type = 15, bool other = false) const {
    std::vector<std::int64_t> strides(sizes.size(), 1);
    for (std::size_t i = sizes.size(); i-- > 1;) strides[i - 1] = strides[i] * sizes[i];
    return from<void*(int, const std::int64_t*, const std::int64_t*, int, bool)>(library, "fake_torch_tensor")(
        type, sizes.data(), strides.data(), static_cast<int>(sizes.size()), other);
  }
  void call(const char* name, const std::vector<FakeArgument>& arguments, const std::vector<void*>& results,
            const char* kernel) const {
    body_launches = kernel;
    from<FakeCall>(library, "fake_torch_call")(name, arguments.data(), static_cast<int>(arguments.size()),
                                               results.data(), static_cast<int>(results.size()),
                                               launch_what_the_body_does);
  }
  [[nodiscard]] int active() const { return from<int()>(library, "fake_torch_active")(); }
  [[nodiscard]] int callbacks() const { return from<int()>(library, "fake_torch_callbacks")(); }
};

FakeArgument given(void* tensor) { return {.kind = Kind::tensor, .tensor = tensor}; }

// PyTorch is looked for after the first launch, then calibrated, and then observed: some ticks, more on a busy machine.
void settle(const Program& torch) {
  using namespace std::chrono_literals;
  launch("first");
  std::this_thread::sleep_for(1200ms);
  int active = 0;
  for (int i = 0; i < 200 && active < 3; ++i) {
    std::this_thread::sleep_for(50ms);
    active = torch.active() == 1 ? active + 1 : 0;
  }
}

class Formulas : public ::testing::TestWithParam<const char*> {
 protected:
  static collect::ProfileConfig asked() {
    collect::ProfileConfig config;
    config.launches_per_kernel = 0;
    config.formulas = true;
    return config;
  }
  template <class Body>
  int exit_code_of(Body body, collect::ProfileConfig config) const {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      config.spool_folder = folder.path().string();
      setenv(collect::kProfileVariable, encode(config).c_str(), 1);
      setenv("ROOFLENS_CUPTI", ROOFLENS_TALKING_CUPTI, 1);
      from<int()>(ROOFLENS_INJECT, "InitializeInjection")();
      body();
      std::exit(3);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  // The last record of each kernel, by its name.
  [[nodiscard]] std::map<std::string, Written> formulas() const {
    std::map<int, std::string> names;
    std::map<std::string, Written> found;
    for (const auto& spool : fixtures::read_spools(folder.path())) {
      for (const auto& record : spool.records) {
        if (const auto* kernel = std::get_if<collect::spool::KernelRecord>(&record))
          names[kernel->kernel] = kernel->function;
        if (const auto* formula = std::get_if<Written>(&record)) found[names[formula->kernel]] = *formula;
      }
    }
    return found;
  }
  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> texts;
    for (const auto& spool : fixtures::read_spools(folder.path())) {
      for (const auto& record : spool.records) {
        const auto* note = std::get_if<collect::spool::NoteRecord>(&record);
        if (note && note->id == "formulas") texts.push_back(note->text);
      }
    }
    return texts;
  }

  fixtures::ScratchFolder folder;
};

TEST_P(Formulas, KnowTheWorkOfWhatOperationsLaunch) {
  const char* const path = GetParam();
  const auto body = [path] {
    const Program torch(path);
    settle(torch);
    void* a = torch.tensor({10, 20});
    void* b = torch.tensor({20, 30});
    void* c = torch.tensor({10, 30});
    for (int i = 0; i < 2; ++i) torch.call("aten::mm", {given(a), given(b)}, {c}, "gemm");
    torch.call("aten::unheard_of", {given(a)}, {c}, "unknown");
    launch("triton");
    // Six dimensions are kept elsewhere; 720 elements.
    void* deep = torch.tensor({1, 2, 3, 4, 5, 6});
    torch.call("aten::mul", {given(deep), given(deep), {.kind = Kind::number, .number = 1}}, {deep}, "multiply");
    void* list[] = {torch.tensor({60}, 6), torch.tensor({40}, 6)};
    torch.call("aten::cat", {{.kind = Kind::list, .number = 2, .tensors = list}, {.kind = Kind::number}},
               {torch.tensor({100}, 6)}, "concatenate");
    std::vector<FakeArgument> attention{given(torch.tensor({2, 100, 8, 64})), given(torch.tensor({2, 100, 8, 64})),
                                        given(torch.tensor({2, 100, 8, 64}))};
    attention.resize(8);
    attention.push_back({.kind = Kind::flag, .number = 1});
    torch.call("aten::_flash_attention_forward", attention, {torch.tensor({2, 100, 8, 64})}, "flash_fwd");
    std::thread([&] { torch.call("aten::mm", {given(a), given(b)}, {c}, "gemm"); }).join();
  };
  ASSERT_EQ(exit_code_of(body, asked()), 3);
  const auto found = formulas();
  std::string names;
  for (const auto& [kernel, formula] : found) names += kernel + " ";
  ASSERT_EQ(names, "concatenate flash_fwd gemm multiply ");
  const Written& gemm = found.at("gemm");
  EXPECT_EQ(gemm.operations_of, "aten::mm");
  EXPECT_EQ(gemm.format, "bfloat16");
  EXPECT_EQ(gemm.seen, 3U);
  EXPECT_TRUE(gemm.steady);
  EXPECT_EQ(gemm.operations, 2 * 10 * 20 * 30);
  EXPECT_EQ(gemm.read_bytes, 2 * (200 + 600));
  EXPECT_EQ(gemm.written_bytes, 2 * 300);
  EXPECT_EQ(found.at("multiply").written_bytes, 2 * 720);
  EXPECT_EQ(found.at("concatenate").read_bytes, 4 * 100);
  EXPECT_EQ(found.at("concatenate").written_bytes, 4 * 100);
  EXPECT_EQ(found.at("flash_fwd").operations, 4.0 * 2 * 8 * 100 * 100 * 64 * 101 / 200);
  EXPECT_EQ(notes().size(), 1U);
}

// The innermost operation is the one that launches; what it does not know it does not say.
TEST_P(Formulas, LeaveOutWhatTheyCannotRead) {
  const char* const path = GetParam();
  const auto body = [path] {
    static const Program torch(path);
    settle(torch);
    static void* const a = torch.tensor({10, 20});
    static void* const b = torch.tensor({20, 30});
    void* subclass = torch.tensor({10, 20}, 15, true);
    void* lost = from<void*()>(path, "fake_torch_lost_tensor")();
    torch.call("aten::mm", {given(subclass), given(b)}, {a}, "of a subclass");
    torch.call("aten::mm", {given(lost), given(b)}, {a}, "of a lost one");
    torch.call("aten::add", {given(a), given(a)}, {lost}, "into a lost one");
    const FakeArgument arguments[] = {given(a), given(b)};
    from<FakeCall>(path, "fake_torch_call")("aten::add", arguments, 2, &a, 1,
                                            [] { torch.call("aten::inner", {given(a)}, {}, "of the inner one"); });
    for (int i = 0; i < 50; ++i) torch.call("aten::cat", {{.kind = Kind::number, .number = i << 12}}, {a}, "no list");
  };
  ASSERT_EQ(exit_code_of(body, asked()), 3);
  EXPECT_TRUE(formulas().empty());
}

// PyTorch copies arguments for whoever observes: 0.8 us an operation. The first 4 s end once kernels are known.
TEST_P(Formulas, StopObservingOnceKernelsAreKnown) {
  const char* const path = GetParam();
  const auto body = [path] {
    const Program torch(path);
    settle(torch);
    void* a = torch.tensor({10, 10});
    if (torch.active() != 1) _exit(10);
    const auto begin = std::chrono::steady_clock::now();
    while (torch.active() == 1) {
      torch.call("aten::mm", {given(a), given(a)}, {a}, "gemm");
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(3)) _exit(11);
  };
  EXPECT_EQ(exit_code_of(body, asked()), 3);
  EXPECT_EQ(formulas().at("gemm").operations, 2000);
}

TEST_P(Formulas, ComeWhereCountersAreRefused) {
  const char* const path = GetParam();
  const auto body = [path] {
    const Program torch(path);
    if (!dlopen(ROOFLENS_FAKE_CUDA, RTLD_NOW | RTLD_GLOBAL)) _exit(98);  // which says that the GPU is done
    for (int i = 0; i < 20; ++i) launch("gemm");
    settle(torch);
    void* a = torch.tensor({10, 10});
    for (int i = 0; i < 10; ++i) torch.call("aten::mm", {given(a), given(a)}, {a}, "gemm");
  };
  EXPECT_EQ(exit_code_of(body, collect::ProfileConfig{}), 3);
  EXPECT_EQ(formulas().size(), 1U);
}

TEST_P(Formulas, AreLeftAloneWhereNobodyWantsThem) {
  const char* const path = GetParam();
  collect::ProfileConfig config = asked();
  config.formulas = false;
  const auto body = [path] {
    const Program torch(path);
    settle(torch);
    if (torch.callbacks() != 0) _exit(10);
  };
  EXPECT_EQ(exit_code_of(body, config), 3);
  EXPECT_TRUE(notes().empty());
}

thread_local bool forks_slowly = false;
std::atomic<bool> forking{false}, may_fork{false};

void fork_once() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
}

// One thread is in the middle of a fork for long, and another one forks meanwhile.
TEST_P(Formulas, WaitNeitherLongNorForEverForForks) {
  const char* const path = GetParam();
  const auto body = [path] {
    const Program torch(path);
    pthread_atfork(
        [] {
          if (!forks_slowly) return;
          forking = true;
          while (!may_fork) usleep(1000);
        },
        nullptr, nullptr);
    settle(torch);
    if (torch.active() != 1) _exit(10);
    std::thread slow([] {
      forks_slowly = true;
      fork_once();
    });
    while (!forking) usleep(1000);
    std::thread(fork_once).join();
    std::thread later([] {
      sleep(5);
      may_fork = true;
    });
    const auto begin = std::chrono::steady_clock::now();
    from<void(const char*)>(ROOFLENS_INJECT, "RooflensCase")("n=1");  // which waits for the library's own thread
    if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(3)) _exit(11);
    slow.join();
    later.join();
    from<void()>(ROOFLENS_INJECT, "RooflensEnd")();
    if (torch.active() != 0) _exit(12);
  };
  EXPECT_EQ(exit_code_of(body, asked()), 3);
}

INSTANTIATE_TEST_SUITE_P(Layouts, Formulas, ::testing::Values(ROOFLENS_FAKE_TORCH_1, ROOFLENS_FAKE_TORCH_2),
                         [](const auto& one) { return std::to_string(one.index + 1); });

class UnknownTorch : public Formulas {};

TEST_P(UnknownTorch, IsLeftAloneWithANote) {
  const char* const path = GetParam();
  const auto body = [path] {
    const Program torch(path);
    settle(torch);
    if (torch.callbacks() != 0) _exit(10);
    void* a = torch.tensor({10, 10});
    torch.call("aten::mm", {given(a), given(a)}, {a}, "gemm");
  };
  EXPECT_EQ(exit_code_of(body, asked()), 3);
  EXPECT_TRUE(formulas().empty());
  EXPECT_EQ(notes().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Layouts, UnknownTorch, ::testing::Values(ROOFLENS_FAKE_TORCH_3, ROOFLENS_FAKE_TORCH_BARE),
                         [](const auto& one) { return std::string(one.index == 0 ? "Shapes" : "Bare"); });

}  // namespace
}  // namespace rooflens::torch
