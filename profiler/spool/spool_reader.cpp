#include <algorithm>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "models/base/trouble.hpp"
#include "profiler/spool/framing.hpp"
#include "profiler/spool/spool.hpp"

namespace rooflens::collect::spool {
namespace {

constexpr std::size_t kPiece = std::size_t{256} << 10U;

// A file that is looked at from one place on, a piece at a time.
class Window {
 public:
  explicit Window(const std::filesystem::path& path) : file_(path, std::ios::binary) {
    if (!file_) throw models::Trouble("cannot read the spool " + path.string(), "you need permission to read it");
    more();
  }

  [[nodiscard]] std::string_view rest() const { return std::string_view(bytes_).substr(at_); }
  void skip(std::size_t bytes) { at_ += bytes; }
  /// Whether there is more to see than before.
  bool more() {
    if (!file_) return false;
    bytes_.erase(0, at_);
    at_ = 0;
    const std::size_t before = bytes_.size();
    bytes_.resize(before + kPiece);
    file_.read(bytes_.data() + before, static_cast<std::streamsize>(kPiece));
    bytes_.resize(before + static_cast<std::size_t>(file_.gcount()));
    return bytes_.size() > before;
  }

 private:
  std::ifstream file_;
  std::string bytes_;
  std::size_t at_ = 0;
};

// Past the line that names the format. One that was torn is all there is.
void check_version(Window& window, const std::filesystem::path& path) {
  const std::string_view begin = window.rest().substr(0, kHeader.size());
  if (begin == kHeader.substr(0, begin.size())) return window.skip(begin.size());
  if (!begin.starts_with(kMagic) && !begin.starts_with("{\"")) return;  // damage, behind which there may be records
  throw models::Trouble("another version of rooflens wrote the spool " + path.string(),
                        "`rooflens merge` of that version reads it");
}

void give(const SpoolFrame& frame, const std::function<void(Record)>& take, Damage& damage) {
  std::optional<Record> record;
  try {
    record = decode(frame.kind, frame.body);
    if (!record) ++damage.unknown;
  } catch (const std::runtime_error&) {
    ++damage.damaged;
  }
  if (record) take(std::move(*record));
}

}  // namespace

Damage read_spool(const std::filesystem::path& path, const std::function<void(Record)>& take) {
  Damage damage;
  std::error_code ignored;
  damage.disk_was_full = std::filesystem::exists(path.string() + ".full", ignored);
  Window window(path);
  check_version(window, path);
  enum class Before { record, torn, noise } before = Before::record;  // what stands before this place
  for (SpoolFrame frame;;) {
    const Parsed parsed = parse_frame(window.rest(), frame);
    if (parsed == Parsed::incomplete && window.more()) continue;
    if (parsed == Parsed::frame) {
      damage.damaged += before == Before::record ? 0 : 1;
      before = Before::record;
      give(frame, take, damage);
      window.skip(frame.size);
    } else if (window.rest().empty()) {
      damage.damaged += before == Before::noise ? 1 : 0;
      return damage;
    } else {
      if (before == Before::record) before = parsed == Parsed::incomplete ? Before::torn : Before::noise;
      window.skip(1);
    }
  }
}

std::vector<std::filesystem::path> spools_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".spool" && entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace rooflens::collect::spool
