// The injected library as a guest in a process without a GPU: whatever goes wrong in it, the application ends as it
// would without it.
#include <gtest/gtest.h>

#include "tests/inject/guest_library.hpp"

#ifndef __SANITIZE_ADDRESS__
namespace {
thread_local bool starved = false;
}
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) { return starved ? nullptr : __libc_malloc(size); }
#endif

namespace rooflens::inject {
namespace {

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

// The application may use CUPTI as soon as its call comes back.
TEST_F(InjectLibrary, EndsForEveryoneAtOnce) {
  static std::atomic<bool> ending{false}, ended{false};
  static thread_local bool first = false;
  const auto body = [] {
    launch();
    at_flush() = [] {
      if (!first) return;
      ending = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    };
    std::thread other([] {
      first = true;
      from<void()>(ROOFLENS_INJECT, "RooflensEnd")();
      ended = true;
    });
    while (!ending) usleep(1000);
    from<void()>(ROOFLENS_INJECT, "RooflensEnd")();
    if (from<bool()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_records")()) _exit(10);
    if (from<bool()>(ROOFLENS_TALKING_CUPTI, "talking_cupti_hears")()) _exit(11);
    other.join();
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

// Then the program loads a library, which may use CUPTI.
TEST_F(InjectLibrary, OutlivesWhatGoesWrongWhenALibraryIsLoaded) {
  EXPECT_EQ(exit_code(status_of_guest([] {
              at_flush() = [] { starved = gettid() != getpid(); };
              std::this_thread::sleep_for(std::chrono::milliseconds(400));
              if (!dlopen(ROOFLENS_TALKING_CUPTI_12, RTLD_NOW | RTLD_LOCAL)) _exit(98);
              std::this_thread::sleep_for(std::chrono::milliseconds(600));
            })),
            3);
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
