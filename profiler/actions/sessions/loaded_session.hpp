// A session that was read: its recording, and the analysis that points into it, kept together.
#pragma once

#include <string>
#include <utility>

#include "models/explain/analysis.hpp"
#include "profiler/actions/threads.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::actions {

struct LoadedSession {
  /// Throws SessionError.
  explicit LoadedSession(std::string path)
      : name(std::move(path)), recording(session::load(name)), analysis(analyse(recording, on_all_processors)) {}
  LoadedSession(const LoadedSession&) = delete;
  LoadedSession& operator=(const LoadedSession&) = delete;

  const std::string name;  ///< its path
  const models::Recording recording;
  const models::Analysis analysis;
};

}  // namespace rooflens::actions
