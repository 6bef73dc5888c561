#include "profiler/cli/nsight_line.hpp"

#include <string_view>

#include "models/base/joined.hpp"
#include "models/counters/counter_group.hpp"
#include "profiler/config/nvtx_range.hpp"

namespace rooflens::cli {
namespace {

// Nsight Compute CLI manual, "NVTX Filtering": these signs mean something in a filter, a backslash makes them letters;
// "A/B" is B pushed inside A, "B]" is B innermost, "A/" a push/pop range, "A" a start/end range, "D@" the domain.
std::string escaped(std::string_view name, std::string_view special) {
  std::string text;
  for (const char c : name) {
    if (special.find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text;
}
constexpr std::string_view kOfName = "\\@,[]/*+";
constexpr std::string_view kOfPath = "\\@,[]*+";  ///< names joined by slashes that keep their meaning

struct Range {
  std::string domain;  ///< empty: not said
  std::string name;
};

Range domain_and_name(const std::string& range) {
  const std::size_t at = range.find('@');
  if (at == std::string::npos) return {"", range};
  return {range.substr(0, at), range.substr(at + 1)};
}

std::string ncu_domain(const std::string& domain) { return domain.empty() ? "" : escaped(domain, kOfName) + "@"; }

// A range of an application by its name alone: push/pop or start/end, and with slashes also nested ranges.
Arguments ncu_filters_of_range(const std::string& range) {
  const auto [domain, name] = domain_and_name(range);
  const std::string start = ncu_domain(domain);
  Arguments filters{start + escaped(name, kOfName) + "/", start + escaped(name, kOfName)};
  if (name.find('/') != std::string::npos) filters.push_back(start + escaped(name, kOfPath));
  return filters;
}

void append(Arguments& line, std::initializer_list<std::string> words) { line.insert(line.end(), words); }

void append_ncu_filters(const NsightOptions& options, Arguments& line) {
  Arguments ranges;
  if (!options.nvtx_range.empty()) ranges = ncu_filters_of_range(options.nvtx_range);
  if (options.whole_catalogue) ranges = {std::string(collect::kNvtxDomain) + "@" + collect::kVerifyRange + "]"};
  if (!options.whole_catalogue) {
    for (const std::string& kernel : options.kernels) ranges.push_back(ncu_filter_of(kernel));
  }
  if (!ranges.empty()) line.emplace_back("--nvtx");
  for (const std::string& range : ranges) append(line, {"--nvtx-include", range});
  if (!options.kernel_pattern.empty()) {
    append(line, {"--kernel-name-base", "demangled", "--kernel-name", "regex:" + options.kernel_pattern});
  }
  if (options.skip) append(line, {"--launch-skip", std::to_string(*options.skip)});
  if (options.count) append(line, {"--launch-count", std::to_string(*options.count)});
  if (options.device && !options.application.empty()) append(line, {"--devices", std::to_string(*options.device)});
}

Arguments ncu_line(const NsightOptions& options, const std::string& tool) {
  Arguments line{tool, "--target-processes", "all", "--clock-control", "none", "--cache-control", "none"};
  if (options.section_set.empty()) {
    append(line, {"--metrics", models::joined(models::quick_group().counters, ",", &models::WantedCounter::name)});
  } else {
    append(line, {"--set", options.section_set});
  }
  append_ncu_filters(options, line);
  append(line, {"--export", options.output.string()});
  if (options.force) line.emplace_back("--force-overwrite");
  return line;
}

Arguments nsys_line(const NsightOptions& options, const std::string& tool) {
  Arguments line{tool, "profile", "--trace=cuda,nvtx"};
  if (options.application.empty()) line.push_back(std::string("--nvtx-domain-include=") + collect::kNvtxDomain);
  if (!options.nvtx_range.empty()) {
    const auto [domain, name] = domain_and_name(options.nvtx_range);
    const std::string where = domain.empty() ? "*" : escaped(domain, "@");
    // Without the variable, nsys looks at registered strings only; `stop` lets the application run on.
    append(line, {"--capture-range=nvtx", "--nvtx-capture=" + escaped(name, "@") + "@" + where,
                  "--capture-range-end=stop", "--env-var=NSYS_NVTX_PROFILER_REGISTER_ONLY=0"});
  }
  line.push_back("--output=" + options.output.string());
  if (options.force) line.emplace_back("--force-overwrite=true");
  return line;
}

}  // namespace

std::string ncu_filter_of(const std::string& kernel) {
  return std::string(collect::kNvtxDomain) + "@" + escaped(kernel, kOfName) + "/" + collect::kVerifyRange + "]";
}

Arguments nsight_line(const NsightOptions& options, const std::string& tool, const std::string& rooflens,
                      const std::string& record) {
  Arguments line = options.tool == "ncu" ? ncu_line(options, tool) : nsys_line(options, tool);
  if (!options.application.empty()) {
    line.insert(line.end(), options.application.begin(), options.application.end());
    return line;
  }
  append(line, {rooflens, "run"});
  line.insert(line.end(), options.run_arguments.begin(), options.run_arguments.end());
  append(line, {"--output", record, "--force"});
  return line;
}

}  // namespace rooflens::cli
