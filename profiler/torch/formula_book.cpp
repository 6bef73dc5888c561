#include "profiler/torch/formula_book.hpp"

#include <algorithm>
#include <cmath>

namespace rooflens::torch {

namespace {

constexpr double kSameWork = 0.02;
constexpr std::size_t kMostWorks = 8;
constexpr std::size_t kLongestNames = 80;

bool same(double a, double b) { return std::abs(a - b) <= kSameWork * std::max(a, b); }

bool same(const OperationWork& a, const OperationWork& b) {
  return a.format == b.format && same(a.operations, b.operations) &&
         same(a.read_bytes + a.written_bytes, b.read_bytes + b.written_bytes);
}

}  // namespace

void FormulaBook::add_alike(std::vector<Alike>& works, std::uint64_t launches, std::string_view operation,
                            const OperationWork& work) {
  auto alike = std::find_if(works.begin(), works.end(), [&](const Alike& one) { return same(one.of_one, work); });
  if (alike == works.end()) {
    if (works.size() == kMostWorks) return;
    alike = works.insert(works.end(), Alike{work, {}, 0});
  }
  alike->launches += launches;
  std::string& names = alike->operations;
  const bool named = (',' + names + ',').find(',' + std::string(operation) + ',') != std::string::npos;
  if (named || names.size() >= kLongestNames) return;
  if (!names.empty()) names += ',';
  names += operation;
}

void FormulaBook::add(int kernel, std::uint64_t launches, std::string_view operation, const OperationWork* work) {
  const std::lock_guard lock(mutex_);
  Entry& entry = kernels_[kernel];
  if (entry.seen < kWellKnown) launches_.first += launches;
  entry.seen += launches;
  launches_.seen += launches;
  if (!work || launches == 0) return;
  entry.known += launches;
  OperationWork one = *work;
  for (double* sum : {&one.operations, &one.read_bytes, &one.written_bytes}) *sum /= static_cast<double>(launches);
  add_alike(entry.works, launches, operation, one);
}

std::uint64_t FormulaBook::seen(int kernel) const {
  const std::lock_guard lock(mutex_);
  const auto entry = kernels_.find(kernel);
  return entry == kernels_.end() ? 0 : entry->second.seen;
}

FormulaBook::Launches FormulaBook::launches() const {
  const std::lock_guard lock(mutex_);
  return launches_;
}

void FormulaBook::write(inject::Logbook& logbook, bool all) {
  constexpr std::uint64_t kMuchMore = 4;  // a quarter more
  const std::lock_guard lock(mutex_);
  for (auto& [kernel, entry] : kernels_) {
    const std::uint64_t fresh = entry.seen - entry.written;
    if (entry.works.empty() || fresh == 0 || (!all && fresh * kMuchMore < entry.written)) continue;
    entry.written = entry.seen;
    const Alike& most = *std::max_element(entry.works.begin(), entry.works.end(),
                                          [](const Alike& a, const Alike& b) { return a.launches < b.launches; });
    logbook.write(collect::spool::FormulaRecord{.kernel = kernel,
                                                .operations_of = most.operations,
                                                .format = std::string(most.of_one.format),
                                                .seen = entry.seen,
                                                .known = entry.known,
                                                .placed = most.launches,
                                                .operations = most.of_one.operations,
                                                .read_bytes = most.of_one.read_bytes,
                                                .written_bytes = most.of_one.written_bytes});
  }
}

}  // namespace rooflens::torch
