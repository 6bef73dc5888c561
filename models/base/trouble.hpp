// What went wrong, and what to do about it: the base of every error that a user is told.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace rooflens::models {

/// what() says what is wrong, remedy() what to do; empty where there is nothing to be done.
class Trouble : public std::runtime_error {
 public:
  explicit Trouble(const std::string& what) : std::runtime_error(what) {}
  Trouble(const std::string& what, std::string remedy) : std::runtime_error(what), remedy_(std::move(remedy)) {}
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

}  // namespace rooflens::models
