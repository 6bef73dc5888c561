// A descriptor of the library's own in a program that closes and uses again what it did not open.
#pragma once

#include <sys/types.h>

namespace rooflens::collect {

class OwnDescriptor {
 public:
  OwnDescriptor() = default;
  /// Takes over what was just opened, as a number as high as the program's limit allows; below 0: nothing.
  explicit OwnDescriptor(int opened);
  OwnDescriptor& operator=(OwnDescriptor&& other) noexcept;
  ~OwnDescriptor();

  /// Whether the number still stands for what was opened.
  [[nodiscard]] bool is_ours() const;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_ = -1;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace rooflens::collect
