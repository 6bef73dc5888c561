// What actions say while they work, on stderr: lines of text, and one that is drawn over itself where stderr is a
// terminal.
#pragma once

#include "profiler/actions/listener.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

class Progress final : public actions::Listener {
 public:
  explicit Progress(const Streams& streams) : streams_(streams) {}
  ~Progress() override { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step(const std::string& what) override;
  void progress(std::size_t done, std::size_t total, const std::string& now) override;
  /// A warning or a note a line, with who says it, where that is not all there are, and its remedy; what several say in
  /// the same words comes once.
  void notes(const std::vector<models::Note>& notes, const std::vector<models::Process>& processes) override;
  /// Removes the drawn line, so that something else can be printed.
  void clear();

 private:
  const Streams& streams_;
  bool drawn_ = false;
};

}  // namespace rooflens::cli
