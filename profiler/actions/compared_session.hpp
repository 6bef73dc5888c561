// A session that is held against another: its recording, and the analysis that points into it, kept together.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/compare/conditions.hpp"
#include "profiler/actions/threads.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::actions {

class ComparedSession {
 public:
  /// Throws SessionError.
  explicit ComparedSession(const std::string& path)
      : name_(path), recording_(session::load(path)), analysis_(models::analyse(recording_, on_all_processors)) {}
  ComparedSession(const ComparedSession&) = delete;
  ComparedSession& operator=(const ComparedSession&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const models::Analysis& analysis() const { return analysis_; }
  /// The machines with these indices; all of them for an empty list.
  [[nodiscard]] models::ComparisonSide side(std::vector<std::size_t> machines = {}) const {
    return {&recording_, &analysis_, std::move(machines)};
  }

 private:
  std::string name_;
  models::Recording recording_;
  models::Analysis analysis_;
};

using ComparedSessions = std::vector<std::unique_ptr<const ComparedSession>>;

}  // namespace rooflens::actions
