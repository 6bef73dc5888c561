// `rooflens report`: a session rendered in every format that is asked for, each chosen by the file's ending.
#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>

#include "models/analysis.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/error.hpp"
#include "profiler/cli/options.hpp"
#include "profiler/cli/output_file.hpp"
#include "profiler/cli/run_options.hpp"
#include "profiler/session/session.hpp"
#include "reports/report.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr std::array<std::string_view, 6> kFormats{"html", "png", "svg", "text", "csv", "json"};

struct Output {
  fs::path path;
  std::string format;
};

std::string format_of(const fs::path& path) {
  std::string ending = path.extension().string();
  ending.erase(0, 1);
  if (ending == "htm") ending = "html";
  if (ending == "txt") ending = "text";
  if (std::find(kFormats.begin(), kFormats.end(), ending) == kFormats.end()) {
    throw usage_error("the ending of " + path.string() + " names no format",
                      "use .html, .png, .svg, .txt, .csv or .json");
  }
  return ending;
}

std::string render(const std::string& format, const reports::Document& document, const reports::PictureOptions& picture,
                   const reports::TextOptions& text) {
  if (format == "html") return reports::render_html(document);
  if (format == "png") return reports::render_png(document, picture);
  if (format == "svg") return reports::render_svg(document, picture);
  if (format == "csv") return reports::render_csv(document);
  if (format == "json") return reports::render_json(document);
  return reports::render_text(document, text);
}

void parse_size(const std::string& text, reports::PictureOptions& picture) {
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) throw usage_error("--size takes WIDTHxHEIGHT in pixels, not `" + text + "`");
  const auto side = [&](const std::string& part) {
    const std::int64_t value = parse_count("--size", part);
    if (value < 200 || value > 8000) throw usage_error("--size takes sides from 200 to 8000 pixels, not " + part);
    return static_cast<int>(value);
  };
  picture.width = side(text.substr(0, cross));
  picture.height = side(text.substr(cross + 1));
}

}  // namespace

int report_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  std::vector<std::string> paths;
  std::string format;
  std::string theme;
  std::string size;
  std::string top;
  bool force = false;
  po::options_description description("options", 100);
  // clang-format off
  description.add_options()
    ("output,o", po::value(&paths)->value_name("FILE")->composing(), "file to write, format by its ending: .html .png .svg .txt .csv .json; may be repeated")
    ("force", po::bool_switch(&force), "overwrite files that exist")
    ("format", po::value(&format)->value_name("FORMAT"), "print to stdout instead: text, csv, json, html or svg (default text)")
    ("theme", po::value(&theme)->value_name("THEME")->default_value("light"), "of pictures: light or dark")
    ("size", po::value(&size)->value_name("WxH")->default_value("1200x760"), "of pictures, in logical pixels; PNG has twice as many")
    ("top", po::value(&top)->value_name("N")->default_value("12"), "kernels that are labelled in pictures");
  // clang-format on
  po::positional_options_description positional;
  positional.add("session", -1);
  const auto values =
      parse_options(arguments, description, positional, "report SESSION [-o FILE...] [OPTIONS]", streams);
  if (!values) return kOk;
  const auto sessions = values->count("session") ? (*values)["session"].as<std::vector<std::string>>() : Arguments{};
  if (sessions.size() != 1) {
    throw usage_error(sessions.empty() ? "which session? report takes a FILE.rlens"
                                       : "report takes one session, not several");
  }
  reports::PictureOptions picture;
  picture.theme = one_of("--theme", theme, {"light", "dark"}) == "dark" ? reports::Theme::dark : reports::Theme::light;
  parse_size(size, picture);
  const std::int64_t labels = parse_count("--top", top);
  if (labels < 0 || labels > 1000) throw usage_error("--top takes a number from 0 to 1000, not " + top);
  picture.labels = static_cast<int>(labels);

  std::vector<Output> outputs;
  for (const std::string& path : paths) {
    outputs.push_back({path, format_of(path)});
    check_writable(path, force);
  }
  if (!format.empty()) one_of("--format", format, {"text", "csv", "json", "html", "svg"});

  const models::Recording recording = session::load(sessions.front());
  const models::Analysis analysis = models::analyse(recording);
  const reports::Document document{recording, analysis};
  const reports::TextOptions file_text{};
  for (const Output& output : outputs) write_file(output.path, render(output.format, document, picture, file_text));
  if (outputs.empty() || !format.empty()) {
    const reports::TextOptions text{.colour = streams.out_is_terminal, .width = streams.columns};
    streams.out << render(format.empty() ? "text" : format, document, picture, text);
  }
  return kOk;
}

}  // namespace rooflens::cli
