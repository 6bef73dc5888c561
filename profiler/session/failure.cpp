#include "profiler/session/failure.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <system_error>

namespace rooflens::session {
namespace {

std::string folder_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  return folder.empty() ? "." : folder.string();
}

SessionError explain_reading(const std::string& file, const std::string& folder, const SqliteError& error) {
  switch (error.code()) {
    case SQLITE_NOTADB:
      return {fmt::format("'{}' is not a rooflens session: it is not an SQLite file", file),
              "give the path of a file that rooflens wrote (*.rlens)"};
    case SQLITE_CORRUPT:
      return {fmt::format("session '{}' is damaged: {}", file, error.what()),
              "the file was cut short or changed; copy it again from where it was recorded, or record again"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {fmt::format("session '{}' is locked by another program", file), "wait until the other program is done"};
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_READONLY:
      return {fmt::format("cannot open session '{}': {}", file, error.what()),
              fmt::format("check that you may read the file and enter the directory '{}'", folder)};
    case SQLITE_NOMEM:
      return {fmt::format("session '{}' does not fit into memory", file), "read it on a host with more memory"};
    case SQLITE_IOERR:
      return {fmt::format("cannot read session '{}': {}", file, error.what()),
              "the disk or network file system reported an error; copy the file to a local disk and try again"};
    default:
      return {fmt::format("cannot read session '{}': {}", file, error.what()),
              "the file was changed by something other than rooflens; record again"};
  }
}

// What an error leaves behind.
std::string remains(Access access) {
  return access == Access::drafting ? "nothing was written, and what was there before is as it was"
                                    : "what was written before is kept and can be read";
}

SessionError explain_writing(const std::string& file, const std::string& folder, Access access,
                             const SqliteError& error) {
  switch (error.code()) {
    case SQLITE_FULL:
      return {fmt::format("cannot write session '{}': the disk is full", file),
              fmt::format("free space in '{}'; {}", folder, remains(access))};
    case SQLITE_IOERR:
      return {fmt::format("cannot write session '{}': {}", file, error.what()),
              fmt::format("check free space, quota and file size limit in '{}'; {}", folder, remains(access))};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {fmt::format("session '{}' is in use by another program", file),
              "close the program that has it open; the session is complete as long as its -wal file stays beside it"};
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
      return {fmt::format("cannot write session '{}': {}", file, error.what()),
              fmt::format("check that '{}' still exists and that you may write there", folder)};
    default:
      return {fmt::format("cannot write session '{}': {}", file, error.what()),
              remains(access) + "; please report this with the command line"};
  }
}

}  // namespace

std::string astray(std::string_view table, std::string_view parent) {
  return fmt::format("a row of table {} refers to a row that table {} does not have", table, parent);
}

SessionError explain(const std::filesystem::path& path, Access access, const SqliteError& error) {
  return access == Access::reading ? explain_reading(path.string(), folder_of(path), error)
                                   : explain_writing(path.string(), folder_of(path), access, error);
}

SessionError explain(const std::filesystem::path& path, Access access, const InvalidContents& error) {
  if (access == Access::reading) {
    return {fmt::format("session '{}' contradicts itself: {}", path.string(), error.what()),
            "the file was changed by something other than rooflens; record again"};
  }
  return {fmt::format("cannot write to session '{}': {}", path.string(), error.what()),
          (access == Access::drafting ? "nothing was written, and what was there before is as it was"
                                      : "nothing of this call was written, what was written before is kept") +
              std::string("; please report this with the command line")};
}

SessionError explain_errno(const std::filesystem::path& path, const std::string& what, int error) {
  const std::string reason = std::generic_category().message(error);
  const std::string folder = folder_of(path);
  std::string hint;
  switch (error) {
    case ENOENT:
      hint = fmt::format("create the directory '{}' first", folder);
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      hint = fmt::format("choose a path you may write to; '{}' is not", folder);
      break;
    case ENOSPC:
    case EDQUOT:
      hint = fmt::format("free space in '{}'", folder);
      break;
    case ENAMETOOLONG:
      hint = "choose a shorter name";
      break;
    default:
      hint = "choose another path";
  }
  return {fmt::format("cannot {} session '{}': {}", what, path.string(), reason), hint};
}

}  // namespace rooflens::session
