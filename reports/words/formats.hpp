// The formats that a session is written in: one table for all commands. A new one is a row here, and the file that
// defines its function.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "reports/words/report.hpp"

namespace rooflens::reports {

using Renderer = void (*)(const Document& document, const TextOptions& options, const Sink& take);

/// For formats that are made whole, and look the same whoever reads them.
template <std::string (*kRender)(const Document&)>
void whole(const Document& document, const TextOptions&, const Sink& take) {
  take(kRender(document));
}

struct FileFormat {
  std::string_view name;      ///< as --format takes it
  std::string_view endings;   ///< ".html .htm": the first is the one that messages name
  std::string_view what;      ///< "a table"
  std::string_view commands;  ///< those that write it
  Renderer render = nullptr;  ///< of a session; null: more is to be chosen, or it is no report
};

inline constexpr std::array kFormats{
    FileFormat{"text", ".txt .text", "plain text", "report compare check",
               [](const Document& document, const TextOptions& options, const Sink& take) {
                 take(render_text(document, options));
               }},
    FileFormat{"markdown", ".md .markdown", "Markdown", "report compare check", whole<render_markdown>},
    FileFormat{"csv", ".csv", "a table", "report export", whole<render_csv>},
    FileFormat{"json", ".json", "JSON", "report export compare check",
               [](const Document& document, const TextOptions&, const Sink& take) { render_json(document, take); }},
    FileFormat{"ncu", ".csv", "a table of Nsight Compute", "export", whole<render_ncu_csv>},
    FileFormat{"parquet", "", "sessions in a store", "export"},
    FileFormat{"html", ".html .htm", "an HTML report", "report compare", whole<render_html>},
    FileFormat{"svg", ".svg", "an image", "plot compare"},
    FileFormat{"png", ".png", "an image", "plot compare"},
    FileFormat{"session", ".rlens", "a session", ""}};

}  // namespace rooflens::reports
