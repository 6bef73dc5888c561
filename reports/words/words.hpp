// Words for enumerations, each in one place: stable ones for files that machines read, and those of a roof's origin.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "models/explain/analysis.hpp"
#include "models/place/demand.hpp"
#include "models/record/note.hpp"
#include "models/record/provenance.hpp"
#include "models/roofs/measured_roof.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {

/// Stands above everything else where a session is simulated.
inline constexpr std::string_view kSimulated = "SIMULATED DATA: these numbers come from no GPU.";

/// Stands there where a session, or one of several, is not what was recorded.
inline constexpr std::string_view kAltered = "ALTERED DATA: this session was altered since it was recorded.";
inline constexpr std::string_view kOneAltered = "ALTERED DATA: a session was altered since it was recorded.";

/// What stands above everything else.
[[nodiscard]] inline std::vector<std::string> warnings_above(const models::Provenance& provenance) {
  std::vector<std::string> sentences;
  if (provenance.kind == models::RecordingKind::simulated) sentences.emplace_back(kSimulated);
  if (models::is_altered(provenance)) sentences.emplace_back(kAltered);
  return sentences;
}

/// The same above several sessions.
[[nodiscard]] inline std::vector<std::string> warnings_above(bool simulated, bool altered) {
  std::vector<std::string> sentences;
  if (simulated) sentences.emplace_back(kSimulated);
  if (altered) sentences.emplace_back(kOneAltered);
  return sentences;
}

[[nodiscard]] constexpr std::string_view source_word(models::DemandSource source) {
  return source == models::DemandSource::measured ? "measured" : "formula";
}

[[nodiscard]] constexpr std::string_view kind_word(models::RecordingKind kind) { return models::id(kind); }

/// In tables, where one field has to say all.
[[nodiscard]] inline std::string recording_word(const models::Provenance& provenance) {
  const std::string kind(kind_word(provenance.kind));
  return models::is_altered(provenance) ? kind + "; altered since it was recorded" : kind;
}

[[nodiscard]] constexpr std::string_view level_word(models::NoteLevel level) { return models::id(level); }

[[nodiscard]] constexpr std::string_view scope_word(models::Scope scope) { return models::id(scope); }

[[nodiscard]] constexpr std::string_view cache_word(models::CachePolicy policy) { return models::id(policy); }

[[nodiscard]] constexpr std::string_view replay_word(models::Replay replay) {
  switch (replay) {
    case models::Replay::none:
      return "none";
    case models::Replay::user:
      return "user";
    case models::Replay::kernel:
      return "kernel";
    case models::Replay::rotate:
      return "rotate";
  }
  return "";
}

/// What people read of it.
[[nodiscard]] constexpr std::string_view replay_text(models::Replay replay) {
  switch (replay) {
    case models::Replay::none:
      return "none";
    case models::Replay::user:
      return "by repeating the launch for every pass";
    case models::Replay::kernel:
      return "kernel replay: CUPTI repeated each launch for every pass";
    case models::Replay::rotate:
      return "pass rotation: each counted launch ran once, in one of the passes";
  }
  return "";
}

[[nodiscard]] constexpr std::string_view verification_word(models::VerificationStatus status) {
  return models::id(status);
}

[[nodiscard]] constexpr std::string_view severity_word(models::Severity severity) { return models::id(severity); }

[[nodiscard]] constexpr std::string_view counter_source_word(models::CounterSource source) {
  return models::id(source);
}

[[nodiscard]] constexpr std::string_view metric_unit_word(models::MetricUnit unit) { return models::id(unit); }

/// What people read as a roof's source.
[[nodiscard]] constexpr std::string_view origin_word(models::CeilingSource source) {
  switch (source) {
    case models::CeilingSource::theoretical:
      return "theoretical";
    case models::CeilingSource::counter_peak:
      return "counter peak";
    case models::CeilingSource::measured:
      return "measured";
    case models::CeilingSource::user:
      return "given by the user";
  }
  return "";
}

/// Whether a roof was measured at another clock than the one it is given at.
[[nodiscard]] inline bool is_scaled(const models::CeilingOrigin& origin) {
  return origin.source == models::CeilingSource::measured && origin.basis == models::ClockBasis::maximum;
}

/// Whether the roof stands where it was reached: drawn solid.
[[nodiscard]] inline bool is_as_measured(const models::CeilingOrigin& origin) {
  return origin.source == models::CeilingSource::measured && !is_scaled(origin);
}

/// " ± 0.4 %", to stand behind a roof's number; empty where it is not known.
[[nodiscard]] inline std::string spread_text(const models::CeilingOrigin& origin) {
  return origin.spread ? " " + format_spread(*origin.spread) : "";
}

/// "theoretical at 1.98 GHz", "measured at 1.65 GHz", "measured, scaled to 1.98 GHz", "theoretical at 3.20 GHz memory
/// clock": where a roof's number comes from.
[[nodiscard]] inline std::string origin_text(const models::CeilingOrigin& origin) {
  std::string text(origin_word(origin.source));
  if (!(origin.clock.value() > 0)) return text;
  text.append(is_scaled(origin) ? ", scaled to " : " at ").append(format(origin.clock));
  if (origin.clock_of != models::ClockOf::sm)
    text.append(origin.clock_of == models::ClockOf::l2 ? " L2 clock" : " memory clock");
  return text;
}

/// Whether an application under profile launched it: then nothing was verified, and not every launch was counted.
[[nodiscard]] inline bool is_of_application(const models::Observation& observation) {
  return observation.cache == models::CachePolicy::uncontrolled;
}

/// "measured" if every floating-point operation was counted, else "formula"; empty without FLOPs.
[[nodiscard]] inline std::string_view flop_source_word(const models::AnalysedKernel& kernel) {
  if (!kernel.flops) return "";
  const bool analytic =
      std::any_of(kernel.operations.begin(), kernel.operations.end(), [](const models::PrecisionWork& work) {
        return models::is_floating_point(work.precision) && work.source == models::DemandSource::analytic;
      });
  return source_word(analytic ? models::DemandSource::analytic : models::DemandSource::measured);
}

/// Whether shares and limit of the kernel are withheld, because what was counted does not fit into its time.
[[nodiscard]] inline bool is_contradictory(const models::AnalysedKernel& kernel) {
  return kernel.mismatch && kernel.mismatch->withholds_shares();
}

/// What limits the kernel, for a cell of a table: the level or the pipe.
[[nodiscard]] inline std::string limit_word(const models::AnalysedKernel& kernel) {
  if (is_contradictory(kernel) && kernel.binding == models::Binding::unknown) return "contradictory";
  const models::RoofResource* pipe = models::binding_pipe(kernel);
  return std::string(pipe ? label_of(*pipe) : info(kernel.binding).label);
}

/// What a kernel could save of the time of all kernels on its GPU: "13–29 %".
[[nodiscard]] inline std::string recoverable_share(const models::Recoverable& left) {
  const double at_least = left.at_most.value() > 0 ? left.share * (left.at_least / left.at_most) : 0;
  return format_percents(at_least, left.share);
}

/// "146 % of DRAM": what does not fit into the time of a contradictory kernel, for lists.
[[nodiscard]] inline std::string mismatch_words(const models::TimeMismatch& mismatch) {
  if (!mismatch.fraction) return "launches of different work";
  return format_percent(*mismatch.fraction) + " of " +
         (mismatch.roof == models::kWarpIssueLabel ? "warp issue" : mismatch.roof);
}

/// Cause, consequence and remedy as sentences in a row.
[[nodiscard]] inline std::string finding_words(const models::Finding& finding) {
  std::string words = clean_utf8(finding.cause);
  for (const std::string* part : {&finding.consequence, &finding.remedy}) {
    if (!part->empty()) words.append(" ").append(clean_utf8(*part));
  }
  return words;
}

}  // namespace rooflens::reports
