#include "profiler/count/counting_thread.hpp"

#include <thread>
#include <utility>

#include "profiler/count/call_gate.hpp"
#include "profiler/observe/driver.hpp"
#include "profiler/observe/own_call.hpp"
#include "profiler/observe/own_thread.hpp"

namespace rooflens::inject {
namespace {

std::atomic<int> busy{0};

template <class Condition>
bool holds_within(std::chrono::steady_clock::duration timeout, const Condition& holds) {
  const auto until = std::chrono::steady_clock::now() + timeout;
  while (!holds() && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return holds();
}

}  // namespace

struct CountingThread::Job {
  std::atomic<std::uint32_t> asked{0};
  std::atomic<std::uint32_t> done{0};
  std::function<void()> work;  ///< empty: there is no more
  DriverGate::Passage driver;  ///< of the thread that waits
  LaunchGate::Passage launches;

  void serve(CUcontext context) {
    own_call = true;
    const RelaxedCapture relaxed;
    make_current(context);
    for (std::uint32_t next = 0;; ++next) {
      asked.wait(next);
      if (!work) return;
      DriverGate::exchange(driver);
      LaunchGate::exchange(launches);
      work();
      done = next + 1;
      done.notify_one();
      --busy;
    }
  }
  void ask() {
    ++asked;
    asked.notify_one();
  }
};

CountingThread::~CountingThread() {
  if (!job_) return;
  job_->work = {};
  job_->ask();
}

void CountingThread::run(std::function<void()> work) {
  if (!job_) {
    auto job = std::make_shared<Job>();
    if (!start_own_thread([job, context = context_] { job->serve(context); })) return work();
    job_ = std::move(job);
  }
  Job& job = *job_;
  job.work = std::move(work);
  job.driver = DriverGate::passage();
  job.launches = LaunchGate::passage();
  const std::uint32_t before = job.done;
  ++busy;
  job.ask();
  while (job.done == before) job.done.wait(before);
}

bool CountingThread::done_within(std::chrono::steady_clock::duration timeout) const {
  return holds_within(timeout, [&] { return !job_ || job_->done == job_->asked; });
}

bool CountingThread::all_done(std::chrono::steady_clock::duration timeout) {
  return holds_within(timeout, [] { return busy == 0; });
}

}  // namespace rooflens::inject
