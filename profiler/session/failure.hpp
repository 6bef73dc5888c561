// The edge of this room: whatever goes wrong with a file leaves as a SessionError that says what happened to which file
// and what to do about it.
#pragma once

#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

#include "profiler/session/database.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::session {

/// Values that cannot stand in a session: they contradict each other or are out of range.
class InvalidContents : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The words for a row that refers to one that is not there.
[[nodiscard]] std::string astray(std::string_view table, std::string_view parent);

enum class Access { reading, writing, drafting };  // a draft is removed again where it cannot be finished

[[nodiscard]] SessionError explain(const std::filesystem::path& path, Access access, const SqliteError& error);
[[nodiscard]] SessionError explain(const std::filesystem::path& path, Access access, const InvalidContents& error);
/// An errno value of a system call on `path`, while doing `what` ("create").
[[nodiscard]] SessionError explain_errno(const std::filesystem::path& path, const std::string& what, int error);

/// Runs `work` and lets only SessionError out.
template <class Work>
auto explaining(const std::filesystem::path& path, Access access, Work&& work) {
  try {
    return work();
  } catch (const SqliteError& error) {
    throw explain(path, access, error);
  } catch (const InvalidContents& error) {
    throw explain(path, access, error);
  } catch (const std::filesystem::filesystem_error& error) {
    throw explain_errno(path, access == Access::reading ? "open" : "create", error.code().value());
  } catch (const std::bad_alloc&) {
    throw explain(path, access, SqliteError(SQLITE_NOMEM, "out of memory"));
  }
}

}  // namespace rooflens::session
