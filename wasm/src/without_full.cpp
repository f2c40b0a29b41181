// What stands for the parts of the core that are FULL (cmake/BfclxTargets.cmake) in the modules
// that are linked without them: the grammars of Java and JavaScript, and the simulated services
// with all that runs on them. The module's calls refuse categories that need these before a
// response is decoded (load_for_scoring), so that no verdict comes from here.
#include "core/api/module.h"
#include "core/check/executable.h"
#include "core/check/multi_turn.h"
#include "core/checker/own_match.h"
#include "core/dataset/earlier_calls.h"
#include "core/dataset/own_benchmark.h"
#include "core/dataset/own_ids.h"
#include "core/dataset/own_rules.h"
#include "core/dataset/own_weights.h"
#include "core/dataset/response_reading.h"
#include "core/decode/choice_memo.h"
#include "core/explain/explained_episode.h"
#include "core/explain/explanation_json.h"
#include "core/explain/explanation_json_parts.h"
#include "core/findings/self_check.h"
#include "core/languages/languages.h"
#include "core/run/evalscope_files.h"
#include "core/run/mixed_settings.h"
#include "core/run/own_id_hints.h"
#include "core/run/own_turns_score.h"
#include "core/run/tag_accuracy.h"
#include "core/run/weighted_accuracy.h"
#include "core/statistics/tagged_sample.h"
#include "wasm/src/carried.h"

namespace bfclx {
namespace {

bool was_lacking = false;

Error missing() { return {.kind = api::kinds::kFull, .message = std::string(api::kNeedsFull)}; }

}  // namespace

// The match of an own benchmark's entry. What these return is never told (Build::lacks).
Result<MatchRules> read_match_rules(const Value&, MatchRules) {
  was_lacking = true;
  return missing();
}
Result<std::shared_ptr<const OwnMatch>> OwnMatch::make(std::shared_ptr<const Checker>, const Value&,
                                                       CallOrder, std::string_view) {
  return missing();
}
Verdict OwnMatch::judge(const Result<Value>&, bool) const { return {}; }
Result<OwnRules> read_own_rules(const Entry&, std::optional<ValueMatching>, EntryCheckers&) {
  was_lacking = true;
  return missing();
}
Result<std::shared_ptr<const OwnMatch>> read_own_truth(const OwnRules&, const Value&) {
  return missing();
}
Error unknown_member(const Value&, std::span<const std::string_view>) {
  was_lacking = true;
  return missing();
}
Error cannot_send(const Value&, std::string_view) {
  was_lacking = true;
  return missing();
}
OwnIds::OwnIds(const Read&) {}
std::string_view OwnIds::entry_of(std::string_view) const { return {}; }
Status OwnIds::check(std::string_view, std::string_view, std::size_t) const {
  was_lacking = true;
  return missing();
}
Status check_other_member(std::string_view) {
  was_lacking = true;
  return missing();
}

// What programs write about scores.
std::span<const FormRow> export_rows() { return {}; }
bool read_export(const Value&, Reading&) {
  was_lacking = true;
  return false;
}

std::vector<std::string> without_second_evalscope_files(std::vector<std::string> paths) {
  for (const std::string& path : paths) {
    if (path.find("reviews/") != std::string::npos) was_lacking = true;
  }
  return paths;
}

void name_own_ids(DatasetFiles&, ModelRun&) {}
Result<std::shared_ptr<const Translation>> read_translation(const Value&, std::string_view) {
  was_lacking = true;
  return missing();
}

// Results that were generated with several settings.
std::string mixed_settings_text(const Dict&) {
  was_lacking = true;
  return {};
}

// An own benchmark with weights: reading it asks for the full module.
Result<TagWeights> read_tag_weights(const Value&) {
  was_lacking = true;
  return missing();
}
std::uint64_t hash_of_rules(const OwnBenchmark&) { return 0; }
Result<std::shared_ptr<const TagGroups>> read_tag_groups(
    const std::function<Result<std::optional<std::string>>(const std::string&)>&,
    const TagWeights&) {
  return missing();
}
Value tag_groups_value(const TagGroups&) { return {}; }
Result<std::shared_ptr<const TagGroups>> read_tag_groups(const Value&) {
  was_lacking = true;
  return missing();
}
std::optional<WeightedAccuracy> weighted_accuracy(const RunForScores&, const HeadlineScore&) {
  return std::nullopt;
}
Value weighted_accuracy_value(const WeightedAccuracy&, const BasedScore&) { return {}; }
TaggedSample tagged_sample(const TagGroups&, std::span<const JudgedEntry* const>, std::size_t,
                           const FillEntry&) {
  return {};
}
TaggedSample tagged_sample(const TagGroups&, const JudgedRun&) { return {}; }
double tagged_weight(const TagGroups&, const JudgedRun&) { return 0; }
std::vector<std::string_view> missing_tags(const TagGroups&, const JudgedRun&) { return {}; }

// Of an own benchmark's entry with several turns.
SelfCheckFinding self_check_turns(const Entry&, const Decoder&) {
  was_lacking = true;
  return {};
}

// Questions with earlier calls, which only own benchmarks have.
Value shown_messages(const Value& messages) {
  if (has_earlier_calls(messages)) was_lacking = true;
  return messages;
}

// Entries with tags, which only own benchmarks have.
Value tags_value(const ModelRun&) {
  was_lacking = true;
  return {};
}

Result<Value> parse_java_call(std::string_view) { return missing(); }
Result<Value> parse_javascript_call(std::string_view) { return missing(); }

EpisodeVerdict judge_episode(const EpisodeTask&, const Value&,
                             const std::function<Result<Value>(const Value&)>&) {
  return {};
}
EpisodeVerdict score_own_turns(const Entry&, const Value&, const RunSettings&) { return {}; }
ExecutableVerdict judge_executable(const ExecutableTask&, Result<Value>) { return {}; }
std::string truth_failure(const ExecutableTask&) { return {}; }
std::string_view skip_name(Skip) { return {}; }
std::string_view skip_explanation(Skip) { return {}; }
Value decoded_turns(const EpisodeVerdict&) { return {}; }
Value execution_value(const std::vector<ExecutedTurn>&) { return {}; }
std::shared_ptr<const ExplainedEpisode> explain_episode(const ScoredResponse&, const RunSettings&,
                                                        Depth) {
  return {};
}
Value explanations::episode_json(const Explanation&) { return {}; }
Result<Value> episode_states(const ScoredResponse&, const RunSettings&, std::size_t,
                             std::ptrdiff_t) {
  return missing();
}

std::uint64_t ChoiceMemo::decoders_of(const Value&) { return 0; }
const std::vector<std::string>& ChoiceMemo::names_of(const Value&, const Decoder&,
                                                     const DecodeOptions&) {
  return last_.names;
}

Result<LongContext> LongContext::load(std::string_view) { return missing(); }

std::string_view wasm::lacking_full() { return was_lacking ? api::kinds::kFull : ""; }

}  // namespace bfclx
