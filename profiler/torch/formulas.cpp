#include "profiler/torch/formulas.hpp"

#include "profiler/torch/observer.hpp"

namespace rooflens::torch {
namespace {

using Level = collect::spool::NoteRecord::Level;

// PyTorch copies each operation's arguments and results for an observer: 0.8 us on 1.3 (add_ on a CPU, PyTorch 1.13).
// In ticks of 200 ms:
constexpr int kAtFirst = 20;   // 4 s with launches, as counting has, are observed whole, or until kernels are known
constexpr double kFew = 0.05;  // of the launches
constexpr int kOn = 3;         // of kPeriod from then on
constexpr int kPeriod = 50;
constexpr int kTicksPerWrite = 5;

}  // namespace

Formulas::Formulas(inject::Logbook& logbook) : logbook_(logbook), book_(new FormulaBook) {}

void Formulas::launched(const collect::spool::KernelRecord& kernel) {
  if (observing_.load(std::memory_order_relaxed)) torch::launched(kernel);
}

void Formulas::look_for_torch() {
  TorchApi api;
  switch (find_torch(api)) {
    case Found::nothing:
      return;
    case Found::incomplete:
      logbook_.note(Level::information, "formulas",
                    "this PyTorch lacks what formulas need, so kernels are timed and not placed",
                    "PyTorch 2.4 or later, or permission to read counters");
      break;
    case Found::all:
      if (!start_calibrating(api)) return;
  }
  looked_ = true;
}

void Formulas::tick(bool wanted, bool launching) {
  if (wanted && launching && !looked_ && standing() == Standing::unknown) look_for_torch();
  if (standing() == Standing::refused && wanted && !said_) {
    said_ = true;
    logbook_.note(Level::information, "formulas",
                  "this PyTorch keeps its tensors in a way that is not known, so kernels are timed and not placed",
                  "permission to read counters");
  }
  if (standing() != Standing::ready) return;
  const FormulaBook::Launches launches = book_->launches();
  const auto seen = static_cast<double>(launches.seen - before_.seen);
  const auto first = static_cast<double>(launches.first - before_.first);
  if (seen > 0) busy_ticks_ = first > kFew * seen ? busy_ticks_ + 1 : kAtFirst;
  before_ = launches;
  ++ticks_;
  const bool now = wanted && (busy_ticks_ < kAtFirst || ticks_ % kPeriod < kOn);
  if (now && !said_) {
    said_ = true;
    logbook_.note(Level::information, "formulas",
                  "FLOPs and bytes marked \"from formula\" follow from the shapes of PyTorch's operations, nothing of "
                  "them was counted; kernels of Triton and of other libraries have none");
  }
  observing_ = now;
  observe_for(now ? book_ : nullptr);
  if (ticks_ % kTicksPerWrite == 0) book_->write(logbook_, false);
}

void Formulas::finish() {
  observing_ = false;
  wait_for_calibration();
  observe_for(nullptr);
  book_->write(logbook_, true);
}

}  // namespace rooflens::torch
