// One session, and what is made of it: the words that `report`, `plot` and `export` have in common.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/cli/options/option_table.hpp"
#include "reports/words/report.hpp"

namespace rooflens::cli {

class SessionOutputs {
 public:
  struct Output {
    std::filesystem::path path;
    std::string format;  ///< "html", "png", "svg", "text", "csv", ...
  };

  /// `formats` as in "text|json".
  explicit SessionOutputs(std::string formats) : formats_(std::move(formats)) {}

  /// Adds --output, --format and --force, which write into this object.
  void add_to(OptionTable& table);
  /// Reads the session's name and the formats. Throws CommandError for what makes no sense, and for an output that
  /// exists (without --force), cannot be written or is the session itself.
  void check(const Typed& typed, const std::string& command);

  /// As typed, before check(): for formats of which no file is written.
  [[nodiscard]] const std::string& typed_format() const { return format_; }
  [[nodiscard]] const std::vector<std::string>& typed_paths() const { return paths_; }

  [[nodiscard]] const std::filesystem::path& session() const { return session_; }
  /// The session's file without its directory, for headings. Lives as long as this object.
  [[nodiscard]] const std::string& title() const { return title_; }
  [[nodiscard]] const std::vector<Output>& files() const { return files_; }
  /// The format for stdout; empty: nothing is printed there, or the command's default.
  [[nodiscard]] const std::string& printed() const { return printed_; }
  /// Whether something is written or printed in this format.
  [[nodiscard]] bool makes(std::string_view format) const;

  /// Calls render(format, printed, sink) for each output.
  using Render = std::function<void(const std::string& format, bool printed, const reports::Sink& take)>;
  void write(const Render& render, const Streams& streams) const;

 private:
  void check_file(const Output& output) const;

  std::string formats_;
  std::vector<std::string> paths_;
  std::string format_;
  bool force_ = false;
  std::filesystem::path session_;
  std::string title_;
  std::vector<Output> files_;
  std::string printed_;
};

}  // namespace rooflens::cli
