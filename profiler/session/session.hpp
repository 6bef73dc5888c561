// A session file (*.rlens): one SQLite database that holds a whole recording. Writing appends in transactions, so that
// a killed run keeps every finished batch; reading checks everything and never modifies the file.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "models/base/trouble.hpp"
#include "models/place/placement.hpp"
#include "models/record/recording.hpp"

namespace rooflens::session {

/// The file cannot be used. what() says what is wrong with it, remedy() what to do.
class SessionError : public models::Trouble {
 public:
  using Trouble::Trouble;
};

/// Format number in PRAGMA user_version. Older files are understood: they are migrated in memory when read. Newer ones
/// are refused.
inline constexpr int kFormatVersion = 15;

/// An open session being written. Created new; closed by the destructor (digest, checkpoint, journal_mode=DELETE). What
/// cannot stand in a session (a NaN, a counter outside its own range, an id that was not added before) throws a
/// SessionError that names the observation and the field. Bytes of text that are not UTF-8 are stored as "\xE9".
class Writer {
 public:
  enum class IfExists { refuse, replace };
  /// Creates the file at once, so that a bad path fails before anything is measured. Throws SessionError when it exists
  /// (IfExists::refuse), or cannot be written. IfExists::replace replaces any regular file once the new one is whole,
  /// and refuses folders, devices, and sessions that another program has open.
  /// With `draft_of` the file is one that becomes that one, or is removed by the caller: errors name that one.
  static Writer create(const std::filesystem::path& path, const models::Provenance& provenance, IfExists if_exists,
                       const std::filesystem::path& draft_of = {});
  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;
  ~Writer();

  void add_process(const models::Process& process);
  /// Inserts the machine, or replaces the roofs and properties of the one with the same id.
  void put_machine(const models::Machine& machine);
  /// One transaction: all of the batch or nothing. Throws SessionError (disk full, ...). Its machines and processes
  /// must have been added before.
  void append(std::span<const models::Observation> batch);
  /// The same for functions whose instructions were looked at.
  void add_functions(std::span<const models::FunctionProfile> batch);
  /// The story of a family of catalogue kernels; each name once.
  void add_family(const models::Family& family);
  /// What is to be known of the run, after those that are there; one transaction. Its processes must have been added.
  void add_notes(std::span<const models::Note> notes);
  /// Writes the roofline_point table; call once at the end. Earlier points are replaced. One for each observation that
  /// was appended, in their order; nullptr for those that get no points.
  void store_points(std::span<const models::Placement* const> placed);
  /// Writes the digest, checkpoints and closes; errors throw here instead of being lost in the destructor.
  void close();

 private:
  struct Implementation;
  explicit Writer(std::unique_ptr<Implementation> implementation);
  Implementation& open();
  std::unique_ptr<Implementation> implementation_;
};

/// Throws SessionError where another program has the session at `path` open: what it writes would be lost. Where a file
/// system cannot do WAL, a writer is seen only while it commits.
void require_unused(const std::filesystem::path& path);

/// The same, and removes what a killed run left beside the file: it would be taken for part of a file that is renamed
/// to `path`.
void make_way(const std::filesystem::path& path);

/// Reads a whole session. Works on read-only folders and copes with the -wal that a killed run leaves behind. Throws
/// SessionError for anything that is not a sound session: missing, truncated, not SQLite, not a session, newer format,
/// rows that contradict each other, or values that no GPU reaches. A session that is not what was recorded is read, and
/// its provenance says `altered`.
[[nodiscard]] models::Recording load(const std::filesystem::path& path);

/// 64 hexadecimal digits that tell the session from every other: the digest that it was closed with, or SHA-256 of the
/// file where it has none (before format 10) or was altered since. Throws SessionError where it was never closed: what
/// it holds is not all of it.
[[nodiscard]] std::string identity(const std::filesystem::path& path);

}  // namespace rooflens::session
