// A progress line on stderr, drawn over itself; silent when stderr is no terminal.
#pragma once

#include <cstddef>
#include <string>

#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

class Progress {
 public:
  Progress(const Streams& streams, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` of the total are finished; `now` is what is being worked on.
  void show(std::size_t done, const std::string& now);
  /// Removes the line, so that something else can be printed.
  void clear();

 private:
  const Streams& streams_;
  std::size_t total_;
};

}  // namespace rooflens::cli
