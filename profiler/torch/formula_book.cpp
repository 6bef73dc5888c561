#include "profiler/torch/formula_book.hpp"

namespace rooflens::torch {

void FormulaBook::add(int kernel, std::uint64_t launches, std::string_view operation, const OperationWork* work) {
  const std::lock_guard lock(mutex_);
  Entry& entry = kernels_[kernel];
  collect::spool::FormulaRecord& record = entry.record;
  record.kernel = kernel;
  record.seen += launches;
  seen_ += launches;
  if (!work) return;
  if (record.placed > 0 && record.format != work->format) entry.mixed = true;
  if (entry.mixed) return;
  constexpr std::size_t kLongest = 80;
  const bool named = (',' + record.operations_of + ',').find(',' + std::string(operation) + ',') != std::string::npos;
  if (!named && record.operations_of.size() < kLongest) {
    if (!record.operations_of.empty()) record.operations_of += ',';
    record.operations_of += operation;
  }
  record.format = work->format;
  record.placed += launches;
  record.operations += work->operations;
  record.read_bytes += work->read_bytes;
  record.written_bytes += work->written_bytes;
}

std::uint64_t FormulaBook::seen(int kernel) const {
  const std::lock_guard lock(mutex_);
  const auto entry = kernels_.find(kernel);
  return entry == kernels_.end() ? 0 : entry->second.record.seen;
}

std::uint64_t FormulaBook::seen() const {
  const std::lock_guard lock(mutex_);
  return seen_;
}

void FormulaBook::write(inject::Logbook& logbook, bool all) {
  constexpr std::uint64_t kMuchMore = 4;  // a quarter more
  const std::lock_guard lock(mutex_);
  for (auto& [kernel, entry] : kernels_) {
    const std::uint64_t fresh = entry.record.seen - entry.written;
    if (entry.record.placed == 0 || fresh == 0 || (!all && fresh * kMuchMore < entry.written)) continue;
    entry.written = entry.record.seen;
    logbook.write(entry.record);
  }
}

}  // namespace rooflens::torch
