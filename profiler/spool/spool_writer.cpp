#include "profiler/spool/spool_writer.hpp"

#include <cerrno>

#include "profiler/spool/framing.hpp"
#include "profiler/spool/without_cancellation.hpp"

namespace rooflens::collect::spool {

SpoolWriter::SpoolWriter(const std::string& path, WrittenBy by) : file_(std::make_shared<SpoolFile>(path)) {
  if (!good() || by == WrittenBy::caller || (by == WrittenBy::by_file_system && !file_->may_hang())) return;
  queue_ = std::make_unique<SpoolQueue>(file_);
  if (!queue_->started()) queue_.reset();
}

void SpoolWriter::write(const Record& record) noexcept {
  const int saved = errno;
  const WithoutCancellation in_one_piece;
  try {
    const std::string frame = encode(record);
    if (queue_) {
      queue_->push(frame);
    } else {
      const std::lock_guard lock(mutex_);
      file_->append(frame);
    }
  } catch (...) {
    // No memory for a record: it is lost, the application is not.
  }
  errno = saved;
}

void SpoolWriter::finish() noexcept {
  const WithoutCancellation in_one_piece;
  try {
    if (queue_) queue_->end();
  } catch (...) {  // a broken lock
  }
}

}  // namespace rooflens::collect::spool
