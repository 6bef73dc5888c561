#include "reports/words/family_words.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

using models::FamilyProgress;
using models::MemberProgress;
using models::MemberState;

std::size_t count(const std::vector<MemberProgress>& list, MemberState state) {
  return static_cast<std::size_t>(
      std::count_if(list.begin(), list.end(), [&](const MemberProgress& entry) { return entry.state == state; }));
}

// "7 of 8 steps ran, one of them with a wrong result."
std::string ran_sentence(const std::vector<MemberProgress>& list, std::string_view what) {
  const std::size_t ran = list.size() - count(list, MemberState::not_run);
  const bool all = ran == list.size();
  std::string text = all && ran == 1 ? "It has one variant, which ran"
                     : all           ? fmt::format("All {} {} ran", ran, what)
                                     : fmt::format("{} of {} {} ran", ran, list.size(), what);
  const std::size_t wrong = count(list, MemberState::failed);
  if (wrong > 0)
    text += wrong == 1 ? ", one of them with a wrong result" : fmt::format(", {} with wrong results", wrong);
  return text + ".";
}

std::string variant(const MemberProgress& entry) {
  const std::string name = clean_utf8(entry.member->kernel);
  return name.substr(name.find('/') + 1);
}

std::string of_roof(const MemberProgress& entry) {
  const auto& share = entry.kernel->percent_of_roof;
  return share ? format_percent(share->fraction) : std::string(kMissing);
}

// From the first to the fastest step that was measured.
std::string gain_sentence(const FamilyProgress& family) {
  const MemberProgress* first = nullptr;
  const MemberProgress* best = nullptr;
  for (const MemberProgress& step : family.steps) {
    if (step.state != MemberState::measured) continue;
    if (!first) first = &step;
    if (step.over_first && (!best || *step.over_first > *best->over_first)) best = &step;
  }
  if (!best || *best->over_first <= 1) return "";
  return fmt::format("{} is {} as fast as {}, and has come from {} to {} of its roof.", variant(*best),
                     format_factor(best->over_first), variant(*first), of_roof(*first), of_roof(*best));
}

}  // namespace

std::string peer_relation(const models::PeerComparison& peer) {
  if (!peer.same_problem) return fmt::format("reaches {} of the throughput of", format_percent(1 / peer.ratio));
  return fmt::format("takes {} as long as", format_factor(peer.ratio));
}

std::string peer_sentence(const models::PeerComparison& peer, const ProcessLabels& labels) {
  const std::string name = labels.name(*peer.peer);
  if (!peer.same_problem) {
    return fmt::format("{} does the same task at another size ({}): this kernel {} it.", name,
                       models::parameters_text(peer.peer->parameters), peer_relation(peer));
  }
  return fmt::format("{} does the same task in {}: this kernel takes {} as long.", name, format(peer.time),
                     format_factor(peer.ratio));
}

std::vector<std::string> family_sentences(const FamilyProgress& family, const ProcessLabels& labels) {
  std::vector<std::string> sentences;
  if (family.steps.empty()) {
    sentences.push_back(ran_sentence(family.variants, "variants"));
    if (family.variants.size() > 1) {
      sentences.emplace_back("They are no steps of one optimisation, so they stand by time.");
    }
  } else {
    sentences.push_back(ran_sentence(family.steps, "steps"));
    if (std::string gain = gain_sentence(family); !gain.empty()) sentences.push_back(std::move(gain));
  }
  const MemberProgress* fastest = family.fastest();
  if (fastest && fastest->kernel->peer) {
    sentences.push_back(fmt::format("The library baseline is {}: the fastest variant, {}, {} it.",
                                    labels.name(*fastest->kernel->peer->peer), variant(*fastest),
                                    peer_relation(*fastest->kernel->peer)));
  }
  if (!family.family->note.empty()) sentences.push_back(clean_utf8(family.family->note));
  return sentences;
}

}  // namespace rooflens::reports
