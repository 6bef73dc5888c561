#include "profiler/actions/nsight/nsight_line.hpp"

#include <string_view>

#include "models/base/joined.hpp"
#include "models/counters/counter_group.hpp"
#include "profiler/config/nvtx_range.hpp"

namespace rooflens::actions {
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
std::vector<std::string> ncu_filters_of_range(const std::string& range) {
  const auto [domain, name] = domain_and_name(range);
  const std::string start = ncu_domain(domain);
  std::vector<std::string> filters{start + escaped(name, kOfName) + "/", start + escaped(name, kOfName)};
  if (name.find('/') != std::string::npos) filters.push_back(start + escaped(name, kOfPath));
  return filters;
}

// The launch that `rooflens run` verifies of this kernel: "verify" innermost, directly inside the kernel's own range.
std::string ncu_filter_of(const std::string& kernel) {
  return std::string(collect::kNvtxDomain) + "@" + escaped(kernel, kOfName) + "/" + collect::kVerifyRange + "]";
}

void append(std::vector<std::string>& line, std::initializer_list<std::string> words) {
  line.insert(line.end(), words);
}

void append_ncu_filters(const NsightRequest& request, std::vector<std::string>& line) {
  std::vector<std::string> ranges;
  if (!request.nvtx_range.empty()) ranges = ncu_filters_of_range(request.nvtx_range);
  if (request.whole_catalogue) ranges = {std::string(collect::kNvtxDomain) + "@" + collect::kVerifyRange + "]"};
  if (!request.whole_catalogue) {
    for (const std::string& kernel : request.kernels) ranges.push_back(ncu_filter_of(kernel));
  }
  if (!ranges.empty()) line.emplace_back("--nvtx");
  for (const std::string& range : ranges) append(line, {"--nvtx-include", range});
  if (!request.kernel_pattern.empty()) {
    append(line, {"--kernel-name-base", "demangled", "--kernel-name", "regex:" + request.kernel_pattern});
  }
  if (request.skip) append(line, {"--launch-skip", std::to_string(*request.skip)});
  if (request.count) append(line, {"--launch-count", std::to_string(*request.count)});
  if (request.device && !request.application.empty()) append(line, {"--devices", std::to_string(*request.device)});
}

std::vector<std::string> ncu_line(const NsightRequest& request, const std::string& tool) {
  std::vector<std::string> line{tool,   "--target-processes", "all", "--clock-control",
                                "none", "--cache-control",    "none"};
  if (request.section_set.empty()) {
    append(line, {"--metrics", models::joined(models::quick_group().counters, ",", &models::WantedCounter::name)});
  } else {
    append(line, {"--set", request.section_set});
  }
  append_ncu_filters(request, line);
  append(line, {"--export", request.output.string()});
  if (request.force) line.emplace_back("--force-overwrite");
  return line;
}

std::vector<std::string> nsys_line(const NsightRequest& request, const std::string& tool) {
  std::vector<std::string> line{tool, "profile", "--trace=cuda,nvtx"};
  if (request.application.empty()) line.push_back(std::string("--nvtx-domain-include=") + collect::kNvtxDomain);
  if (!request.nvtx_range.empty()) {
    const auto [domain, name] = domain_and_name(request.nvtx_range);
    const std::string where = domain.empty() ? "*" : escaped(domain, "@");
    // Without the variable, nsys looks at registered strings only; `stop` lets the application run on.
    append(line, {"--capture-range=nvtx", "--nvtx-capture=" + escaped(name, "@") + "@" + where,
                  "--capture-range-end=stop", "--env-var=NSYS_NVTX_PROFILER_REGISTER_ONLY=0"});
  }
  line.push_back("--output=" + request.output.string());
  if (request.force) line.emplace_back("--force-overwrite=true");
  return line;
}

}  // namespace

std::vector<std::string> nsight_line(const NsightRequest& request, const std::string& tool, const std::string& rooflens,
                                     const std::string& record) {
  std::vector<std::string> line = request.tool == "ncu" ? ncu_line(request, tool) : nsys_line(request, tool);
  if (!request.application.empty()) {
    line.insert(line.end(), request.application.begin(), request.application.end());
    return line;
  }
  append(line, {rooflens, "run"});
  line.insert(line.end(), request.run_arguments.begin(), request.run_arguments.end());
  append(line, {"--output", record, "--force"});
  return line;
}

}  // namespace rooflens::actions
