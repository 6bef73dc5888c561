// A recording in which every field differs from its default and from its neighbours, and helpers that the tests share.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/record/recording.hpp"
#include "profiler/session/session.hpp"
#include "tests/fixtures/scratch_folder.hpp"

namespace rooflens::session {

[[nodiscard]] models::Recording rich_recording();

/// A machine of which only the least is known.
[[nodiscard]] models::Machine bare_machine(int id);

/// A small, plain observation on machine 7, process 3 of rich_recording().
[[nodiscard]] models::Observation plain_observation(const std::string& name);

/// Every member as text, doubles to the last bit. Does not compile when a struct gains a member.
[[nodiscard]] std::string dump(const models::Recording& recording);

/// The points of all kernels of a recording whose observations were appended.
void store_points(const models::Recording& recording, Writer& writer);

/// Writes all of it in one append.
void save(const models::Recording& recording, const std::filesystem::path& path,
          Writer::IfExists if_exists = Writer::IfExists::refuse);

using fixtures::ScratchFolder;

/// "what | hint" of the SessionError that `action` throws; "no error" if it does not.
[[nodiscard]] std::string error_of(const std::function<void()>& action);

/// Runs SQL on the file with constraints off, as somebody with the sqlite3 tool could.
void tamper(const std::filesystem::path& path, const std::string& sql);

/// The first column of every row, as text.
[[nodiscard]] std::vector<std::string> query(const std::filesystem::path& path, const std::string& sql);

[[nodiscard]] std::string read_bytes(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, const std::string& bytes);

}  // namespace rooflens::session
