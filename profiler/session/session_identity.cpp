// What tells a session from every other one.
#include <array>
#include <fstream>

#include "models/base/sha256.hpp"
#include "profiler/session/failure.hpp"
#include "profiler/session/session.hpp"
#include "profiler/session/source_file.hpp"

namespace rooflens::session {
namespace {

std::string file_digest(const std::filesystem::path& path) {
  models::Sha256 hash;
  std::ifstream file(path, std::ios::binary);
  std::array<char, 1 << 16> piece{};
  do {
    file.read(piece.data(), piece.size());
    hash.add({piece.data(), static_cast<std::size_t>(file.gcount())});
  } while (file);
  return in_hexadecimal(hash.finish());
}

}  // namespace

std::string identity(const std::filesystem::path& path) {
  return explaining(path, Access::reading, [&] {
    SourceFile source = open_source(path, current_format());
    std::string stored;
    {
      Statement select = source.database.prepare("SELECT sha256 FROM digest");
      if (select.step()) {
        if (select.cell(0).type() == SQLITE_NULL)
          throw SessionError(path.string() + " was never closed: its run was killed, or is not over",
                             "wait until it is over, or `rooflens merge` it into a session of what is there");
        stored = select.text(0);
      }
    }
    const bool intact = source.is_altered() == false;
    source.require_sound();
    return intact && stored.size() == 64 ? stored : file_digest(path);
  });
}

}  // namespace rooflens::session
