#include "reports/chart/kernel_choice.hpp"

#include <fmt/core.h>

#include <regex>
#include <span>
#include <utility>

#include "models/base/counted.hpp"
#include "models/explain/verdict.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports::chart {

KernelChoice choose_kernel(const models::MachineAnalysis& machine, const std::string& pattern,
                           const Importance& importance) {
  const std::regex expression(pattern, std::regex::ECMAScript);
  KernelChoice choice;
  double most = 0;
  for (const models::AnalysedKernel& kernel : machine.kernels) {
    const std::string name = machine.problems.name(*kernel.observation);
    if (!pattern.empty() && !std::regex_search(name, expression)) continue;
    ++choice.named;
    if (kernel.failed()) ++choice.failed;
    const std::optional<double> matters = kernel.failed() ? std::nullopt : importance(kernel);
    if (!matters) continue;
    if (choice.possible++ > 0 && !(*matters > most)) continue;
    choice.kernel = &kernel;
    most = *matters;
  }
  return choice;
}

KernelChoice choose_if_asked(const models::MachineAnalysis& machine, const PictureOptions& options,
                             const std::function<std::optional<std::string>(const models::AnalysedKernel&)>& reason) {
  if (options.kernel.empty()) return {};
  std::vector<const models::AnalysedKernel*> shown;
  KernelChoice choice = choose_kernel(machine, options.kernel, [&](const models::AnalysedKernel& kernel) {
    if (reason(kernel)) return std::optional<double>();
    shown.push_back(&kernel);
    return std::optional(kernel.share_of_time);
  });
  choice.shown = std::move(shown);
  if (choice.shown.size() > 1) choice.kernel = nullptr;
  return choice;
}

HeaderWords header_words(const models::MachineAnalysis& machine, const KernelChoice& choice,
                         const PictureOptions& options) {
  const std::string device = device_text(machine, machine.kernels);
  if (choice.kernel)
    return {clean_utf8(models::headline(*choice.kernel)), device_text(machine, std::span(choice.kernel, 1))};
  if (choice.shown.empty()) return {first_sentence(machine.verdict), device};
  return {fmt::format("{} of {} match `{}`.", choice.shown.size(), models::counted(machine.kernels.size(), "kernel"),
                      clean_utf8(options.kernel)),
          device};
}

models::Trouble no_kernel(const KernelChoice& choice, const std::string& pattern, const std::string& what,
                          const std::string& remedy) {
  if (choice.named == 0 && !pattern.empty()) {
    return {"no kernel's name matches `" + pattern + "`", "`rooflens report SESSION` lists the names"};
  }
  if (choice.named == 0) return {"the session holds no kernel of this GPU", "`rooflens run` records kernels"};
  std::string text = "no kernel of this session";
  if (!pattern.empty()) text = "no kernel whose name matches `" + pattern + "`";
  text += " " + what;
  if (choice.failed > 0) text += "; " + models::counted(choice.failed, "kernel") + " failed verification";
  return {text, remedy};
}

std::string device_and_choice(const models::MachineAnalysis& machine, const KernelChoice& choice,
                              const std::string& pattern, const std::string& most_important) {
  const std::string device =
      device_text(machine, choice.kernel ? std::span(choice.kernel, 1) : std::span(machine.kernels));
  if (choice.possible < 2) return device;
  std::string text = "Of " + models::counted(choice.possible, "kernel");
  if (!pattern.empty()) text += " that match `" + clean_utf8(pattern) + "`";
  return text + " the one " + most_important + " · " + device;
}

Frame frame_of_one_kernel(Scene& scene, const Document& document, const PictureOptions& options,
                          const models::MachineAnalysis& machine) {
  static const Content nothing;
  return {.scene = scene,
          .colours = palette(options.theme),
          .sizes = sizes_for(options, 0),
          .document = document,
          .analysis = machine,
          .content = nothing};
}

const models::MachineAnalysis* machine_of(const Document& document, const PictureOptions& options) {
  const auto& machines = document.analysis.machines;
  return options.machine < machines.size() ? &machines[options.machine] : nullptr;
}

}  // namespace rooflens::reports::chart

namespace rooflens::reports {

std::optional<models::Trouble> chart_trouble(const Document& document, const PictureOptions& options) {
  const models::MachineAnalysis* machine = chart::machine_of(document, options);
  if (options.chart == Chart::roofline && options.kernel.empty()) return std::nullopt;
  if (!machine) return models::Trouble("the session holds no GPU", "`rooflens run` records one");
  switch (options.chart) {
    case Chart::roofline:
      return chart::roofline_trouble(*machine, options);
    case Chart::instructions:
      return chart::instruction_trouble(*machine, options);
    case Chart::gap:
      return chart::gap_trouble(*machine, options);
    case Chart::latency:
      return chart::latency_trouble(*machine, options);
    case Chart::blocks:
      return chart::block_trouble(*machine, options);
  }
  return std::nullopt;
}

}  // namespace rooflens::reports
