// Whoever waits for an action: told what is being done, and at once what the user should know.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "models/record/note.hpp"
#include "models/record/provenance.hpp"

namespace rooflens::actions {

class Listener {
 public:
  virtual ~Listener() = default;
  /// Something was done, or begins: "measuring links".
  virtual void step(const std::string& what) = 0;
  /// `done` of the total are finished; `now` is what is being worked on.
  virtual void progress(std::size_t done, std::size_t total, const std::string& now) = 0;
  /// `processes` are those that notes name.
  virtual void notes(const std::vector<models::Note>& notes, const std::vector<models::Process>& processes) = 0;

  void note(std::string text) { notes({{models::NoteLevel::information, "", std::move(text), "", {}}}, {}); }
  void warn(std::string text, std::string remedy = {}) {
    notes({{models::NoteLevel::warning, "", std::move(text), std::move(remedy), {}}}, {});
  }
};

}  // namespace rooflens::actions
