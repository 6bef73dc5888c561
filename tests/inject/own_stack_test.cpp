#include "profiler/inject/own_stack.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace rooflens::inject {
namespace {

struct Seen {
  pthread_t thread{};
  std::uintptr_t place = 0;
};

// Needs 384 KiB of stack.
__attribute__((noinline)) void work_deeply(Seen& seen) {
  volatile char memory[std::size_t{384} << 10U];
  for (std::size_t i = 0; i < sizeof memory; i += 1024) memory[i] = 1;
  seen = {pthread_self(), reinterpret_cast<std::uintptr_t>(&memory[0])};
}

Seen seen_here() {
  Seen seen;
  for (int i = 0; i < 3; ++i) with_enough_stack([&] { work_deeply(seen); });
  return seen;
}

TEST(OwnStack, IsNotNeededWhereTheThreadHasEnough) {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const Seen seen = seen_here();
  EXPECT_LT(here - seen.place, std::size_t{1} << 20U);
}

TEST(OwnStack, LetsAThreadOf256KiBWorkDeeply) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{256} << 10U);
  Seen seen;
  pthread_t thread;
  const auto run = [](void* result) -> void* {
    *static_cast<Seen*>(result) = seen_here();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &seen), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_TRUE(pthread_equal(seen.thread, thread));
}

// The system knows nothing of a fiber's stack.
TEST(OwnStack, LetsAFiberOf64KiBWorkDeeply) {
  static Seen seen;
  static ucontext_t fiber, back;
  std::vector<char> memory(std::size_t{64} << 10U);
  getcontext(&fiber);
  fiber.uc_stack.ss_sp = memory.data();
  fiber.uc_stack.ss_size = memory.size();
  fiber.uc_link = &back;
  makecontext(
      &fiber, [] { seen = seen_here(); }, 0);
  swapcontext(&back, &fiber);
  EXPECT_TRUE(pthread_equal(seen.thread, pthread_self()));
  const auto low = reinterpret_cast<std::uintptr_t>(memory.data());
  EXPECT_FALSE(seen.place >= low && seen.place < low + memory.size());
}

}  // namespace
}  // namespace rooflens::inject
