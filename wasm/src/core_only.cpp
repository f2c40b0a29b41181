// Stands in for what the small module leaves out: the grammars of Java and JavaScript, the
// simulated services with all that runs on them, and the statistics of runs. Its calls refuse
// categories that need these before a reply is decoded (load_for_scoring), so that no verdict comes
// from here.
//
// The linker takes these functions first and therefore never opens the library files that have the
// real ones.
#include "core/check/executable.h"
#include "core/check/multi_turn.h"
#include "core/explain/explanation.h"
#include "core/languages/languages.h"
#include "wasm/src/arguments.h"

namespace bfclx {
namespace {

constexpr std::string_view kNeedsFull = "this needs the full module: loadScorer({full: true})";

Error missing() { return {.kind = wasm::kinds::kFull, .message = std::string(kNeedsFull)}; }

}  // namespace

Result<Value> parse_java_call(std::string_view) { return missing(); }
Result<Value> parse_javascript_call(std::string_view) { return missing(); }

EpisodeVerdict judge_episode(const EpisodeTask&, const Value&,
                             const std::function<Result<Value>(const Value&)>&) {
  return {};
}
ExecutableVerdict judge_executable(const ExecutableTask&, Result<Value>) { return {}; }
std::string truth_failure(const ExecutableTask&) { return {}; }
std::string_view skip_name(Skip) { return {}; }
std::string_view skip_explanation(Skip) { return {}; }
Value decoded_turns(const EpisodeVerdict&) { return {}; }
Value execution_value(const std::vector<ExecutedTurn>&) { return {}; }
Value explain_episode(const ScoredReply&, const RunSettings&) { return {}; }
Result<Value> episode_states(const ScoredReply&, const RunSettings&, std::size_t, std::ptrdiff_t) {
  return missing();
}

Result<LongContext> LongContext::load(std::string_view) { return missing(); }

namespace wasm {

Result<std::shared_ptr<EffectStore>> read_answers(std::string_view) {
  return std::shared_ptr<EffectStore>();
}

std::span<const Call> playground_calls() { return {}; }
std::span<const Call> diagnosis_calls() { return {}; }
std::span<const Call> statistics_calls() { return {}; }
std::span<const Call> audit_calls() { return {}; }
Error no_such_call() { return missing(); }

const bool kIsFull = false;

}  // namespace wasm
}  // namespace bfclx
