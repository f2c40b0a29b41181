// The facade of the core: dataset and responses in, verdicts and a report out.
//
// What the command line, the wasm module, the tests and the benchmarks use. No input or output, no
// threads, no clock: the caller reads files and may score any part on any thread, because a verdict
// depends on its entry and its response alone.
//
//   Dataset dataset = ...;                                  // core/dataset/dataset.h
//   ResultFile file = read_results(bytes);                  // core/dataset/results.h
//   RunSettings settings = choose_settings(dataset, {&file}, {});
//   CategoryRun run = match_responses(dataset, *category, std::move(file));
//   for (ScoredResponse& response : run.responses) score_response(response, settings);
//   CategorySummary summary = summarize(run);
#ifndef BFCLX_CORE_RUN_SCORER_H_
#define BFCLX_CORE_RUN_SCORER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/check/agentic.h"
#include "core/check/executable.h"
#include "core/check/multi_turn.h"
#include "core/check/verdict.h"
#include "core/dataset/dataset.h"
#include "core/dataset/models.h"
#include "core/dataset/results.h"
#include "core/decode/decoder.h"

namespace bfclx {

class ChoiceMemo;

// How a run stands to services of the network.
enum class Network : std::uint8_t {
  kOff,     // none: what needs a service is skipped
  kReplay,  // a recording answers
  kLive,    // so does the network, where the recording does not
};

// For the executable categories.
struct ExecutableSettings {
  Network network = Network::kReplay;
  const EffectStore* answers = nullptr;  // nullptr: there are none
  Matching matching = Matching::kGreedy;
  bool official = false;  // what is skipped counts as a failure, as officially
  // Variables of the environment that hold no key, with kLive.
  std::vector<std::string_view> missing_keys;
};

// Where a setting comes from; the names reach the JSON of the module.
enum class SettingSource : std::uint8_t { kGiven, kManifest, kRegistry, kDetected };
constexpr std::string_view source_name(SettingSource source) {
  constexpr std::string_view kNames[] = {"given", "manifest", "registry", "detected"};
  return kNames[static_cast<std::size_t>(source)];
}

// How the responses of one model are read.
struct RunSettings {
  const Decoder* decoder = nullptr;
  bool underscore_to_dot = false;
  SettingSource decoder_from = SettingSource::kGiven;
  SettingSource underscore_from = SettingSource::kGiven;
  // The same, one sentence each for people: "registry: openai/gpt-oss-120b", "auto-detected: every
  // response parses as ...", "given".
  std::string decoder_reason;
  std::string underscore_reason;
  double confidence = 1.0;  // of an automatic choice, 0 to 1
  // For episodes: the model's name as the result folder spells it (it reaches verdicts through the
  // names of the instances), the long-context tables, and today in days since 1970-01-01 UTC.
  std::string model_name;
  const LongContext* long_context = nullptr;
  std::int64_t today = 0;
  ExecutableSettings executable;
  // Ids that score_response gives to set_out_of_memory, for drivers whose memory has ended with
  // them.
  std::vector<std::string> out_of_memory;
};

// What underscore_to_dot says of the responses: "function names use `_` for `.`".
std::string_view dots_text(bool underscore_to_dot);

// What the caller has fixed; what it has not is taken from the registry entry of the model, and
// failing that from the responses themselves.
struct SettingsRequest {
  const Decoder* decoder = nullptr;
  std::optional<bool> underscore_to_dot;
  const Model* model = nullptr;
  const Decoder* made_with = nullptr;  // of the run's manifest, which goes before the registry
  ChoiceMemo* memo = nullptr;          // of many models; the choice is the same with and without
};

// Reads the responses of one model (all its result files together, by category) and decides.
RunSettings choose_settings(const Dataset& dataset, std::span<const Response* const> responses,
                            const SettingsRequest& request);
RunSettings choose_settings(const Dataset& dataset, std::span<const ResultFile* const> files,
                            const SettingsRequest& request);

// How a model spells the dots of names: decodes its responses to entries with dotted names. The
// first ones are enough; those after them change nothing. Entries must outlive this.
class DotDetection {
 public:
  explicit DotDetection(const Decoder& decoder, ChoiceMemo* memo = nullptr)
      : decoder_(decoder), memo_(memo) {}
  // nullptr: of no entry.
  void add(const Entry* entry, const Value& response);
  bool underscore_to_dot() const;

 private:
  const Decoder& decoder_;
  ChoiceMemo* memo_;
  std::size_t tried_ = 0;
  std::vector<std::string> seen_;
  std::vector<std::string_view> known_;
};

// Whether a setting must be detected: it is neither given nor in the manifest or registry.
bool must_detect(const SettingsRequest& request);

// What an entry asks of the decoder.
DecodeOptions decode_options_of(const Entry& entry);

// The verdict of one single-turn response, and nothing else: the innermost thing that is measured
// and proved.
Verdict score(const Entry& entry, const Value& response, const Decoder& decoder,
              bool underscore_to_dot);

// The verdict of calls that are decoded, of an entry whose category is judged by calls: the one way
// from calls to a verdict, whatever the entry's match.
Verdict judge_entry_calls(const Entry& entry, Result<Value> calls, bool underscore_to_dot);

// score(...).valid of a response that is a text, for whoever wants to know no more: of responses in
// the plain form (python/evaluate/simple_calls.h) no calls are made.
bool is_valid(const Entry& entry, std::string_view response, const Decoder& decoder,
              bool underscore_to_dot);

// The verdict of one episode of the multi-turn categories.
EpisodeVerdict score_episode(const Entry& entry, const Value& response,
                             const RunSettings& settings);

// The verdict of one entry of the agentic categories.
AgenticVerdict score_agentic(const Entry& entry, const Value& response, const Decoder& decoder);

// The verdict of one entry of the executable categories.
ExecutableVerdict score_executable(const Entry& entry, const Value& response,
                                   const RunSettings& settings);

struct ScoredResponse {
  std::size_t line = 0;          // in its file, from 1
  std::string id;                // as the file spells it
  const Entry* entry = nullptr;  // nullptr: no such entry in this category
  Value response;
  bool superseded = false;  // a later response of the file has the same id; that one counts
  Verdict verdict;          // set by score_response
  // Set by score_response for episodes: what was decoded and what ran. Its own verdict is moved to
  // `verdict`.
  std::unique_ptr<EpisodeVerdict> episode;
  // Likewise for agentic entries: the message that was searched.
  std::unique_ptr<AgenticVerdict> agentic;
  // Likewise for executable entries: what ran and what came.
  std::unique_ptr<ExecutableVerdict> executable;

  // The entry has no verdict: it counts neither as right nor as wrong.
  bool skipped() const { return executable != nullptr && executable->skip != Skip::kNone; }
};

// The responses of one file set against the entries of one category.
struct CategoryRun {
  const Category* category = nullptr;
  std::vector<ScoredResponse> responses;  // in the file's order
  std::vector<const Entry*> missing;      // entries without a response, in the official order
  std::vector<ResultProblem> problems;    // lines that could not be used
  std::size_t left_out = 0;   // entries that were not asked for: no responses, not missing
  std::size_t malformed = 0;  // entries of the dataset, which cannot be scored
};

// The syntax of calls that the decoder reads for entries in this language.
ReturnFormat format_of_language(Language language);

CategoryRun match_responses(const Dataset& dataset, const Category& category, ResultFile file);
void score_response(ScoredResponse& response, const RunSettings& settings);
// For whoever finds that memory does not suffice for score_response (by std::bad_alloc, which
// passes through the core, or because a worker has died of it): a verdict of this error type.
inline constexpr std::string_view kOutOfMemory = "out_of_memory";
void set_out_of_memory(ScoredResponse& response);

// Counts of one category. `accuracy` is right / entries, where entries are the responses that
// count; missing, unknown and superseded ones are told apart, never silently zero and never
// dropped.
struct CategorySummary {
  const Category* category = nullptr;
  std::size_t total = 0;    // entries of the dataset that were asked for
  std::size_t entries = 0;  // scored
  std::size_t right = 0;
  std::size_t missing = 0;
  std::size_t unknown = 0;     // ids that the category does not have
  std::size_t duplicates = 0;  // responses that a later one supersedes
  std::size_t unusable = 0;    // lines that could not be read
  struct Failure {
    std::string error_type;
    std::size_t count;
  };
  std::vector<Failure> failures;  // the commonest first, ties by name
  Skips skipped{};                // by reason; not among `entries`
  std::size_t skipped_in_all() const;
};

CategorySummary summarize(const CategoryRun& run);

// One line of a verdicts file, without the line end: id, valid, on failure error_type and error,
// decoded or decode_error and decode_error_class, why. Valid UTF-8. What JSON cannot hold (tuples,
// complex numbers, keys that are no strings) is written as the recordings do, with `decoded_repr`;
// integers that are too long for Python's json, infinities and NaN are texts ("inf").
std::string verdict_json(const ScoredResponse& response);
// The same of calls that belong to no entry: without id.
std::string verdict_json(const Verdict& verdict);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_SCORER_H_
