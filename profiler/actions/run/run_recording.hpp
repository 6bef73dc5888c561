// The session of a run, written as it goes: what a killed run keeps.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "models/explain/analysis.hpp"
#include "models/record/recording.hpp"
#include "models/roofs/measured_roof.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::actions {

class RunRecording {
 public:
  /// `start` has the provenance, one process and one machine. A new file is made at once; one that exists is replaced
  /// only when the first batch is there to take its place. `measured` are roofs of its machine. Throws SessionError.
  RunRecording(std::filesystem::path path, models::Recording start,
               std::optional<models::MeasuredRoofs> measured = std::nullopt);
  RunRecording(const RunRecording&) = delete;
  RunRecording& operator=(const RunRecording&) = delete;
  /// Removes a file that nothing was recorded in.
  ~RunRecording();

  /// One transaction; the machine's roofs follow what was measured.
  void append(std::vector<models::Observation> batch);
  /// Of functions whose warps were sampled; once, after the first append().
  void add(std::vector<models::FunctionProfile> functions);
  void note(models::Note note);
  /// Stores the points of the analysis of recording(), closes the file and hands the recording over, into which the
  /// analysis goes on pointing.
  [[nodiscard]] models::Recording finish(const models::Analysis& analysis);
  [[nodiscard]] const models::Recording& recording() const { return recording_; }

 private:
  void open(session::Writer::IfExists if_exists);

  std::filesystem::path path_;
  models::Recording recording_;
  std::optional<models::MeasuredRoofs> measured_;
  std::optional<session::Writer> writer_;
};

}  // namespace rooflens::actions
