// Which process of rooflens holds a GPU's counters: it locks a file of that GPU meanwhile. The system takes the lock
// back however the process ends; a file without one says nothing.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "profiler/config/own_descriptor.hpp"

namespace rooflens::collect {

/// Where all processes of this user look, whatever their environment says.
[[nodiscard]] std::filesystem::path counter_lock_folder();
/// `gpu`: its UUID.
[[nodiscard]] std::filesystem::path counter_lock_file(const std::string& gpu, const std::filesystem::path& folder);

class CounterLock {
 public:
  /// Holds nothing where `gpu` is empty or the file cannot be made or locked, which is no error.
  explicit CounterLock(const std::string& gpu, const std::filesystem::path& folder = counter_lock_folder()) noexcept;
  ~CounterLock();
  [[nodiscard]] bool holds() const { return file_.is_ours(); }
  CounterLock(const CounterLock&) = delete;
  CounterLock& operator=(const CounterLock&) = delete;

 private:
  OwnDescriptor file_;
};

/// "process 1234 (python3)" where another process holds it.
[[nodiscard]] std::optional<std::string> counter_lock_holder(
    const std::string& gpu, const std::filesystem::path& folder = counter_lock_folder());

/// Leaves word for whoever holds them: touches a file beside that one. Where that cannot be done nothing happens.
void ask_for_counters(const std::string& gpu, const std::filesystem::path& folder = counter_lock_folder());
/// Whether a process did, later than `since`.
[[nodiscard]] bool counters_asked_for_since(const std::string& gpu, std::chrono::system_clock::time_point since,
                                            const std::filesystem::path& folder = counter_lock_folder());

}  // namespace rooflens::collect
