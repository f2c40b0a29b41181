// Problems that distort a score: findings about a run's responses, with counts, examples and what
// to do.
//
// A score can be low because the model is weak, or because its responses were cut, read by the
// wrong decoder or given for other questions; and it can be high because what nobody could read
// counts as abstention. Here the responses are looked at for that. Verdicts stay as they are.
#ifndef BFCLX_CORE_FINDINGS_DIAGNOSIS_H_
#define BFCLX_CORE_FINDINGS_DIAGNOSIS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/check/executable.h"
#include "core/check/verdict.h"
#include "core/dataset/dataset.h"
#include "core/dataset/results.h"
#include "core/decode/decoder.h"

namespace bfclx {

// What a result entry says beside its result, its inference log above all, what our own generation
// noted beside the file, and what an official score file says of it.
struct LogFacts {
  // Text of an assistant's message that also has `tool_calls: []`, which the official handlers
  // drop.
  std::string hidden_text;
  // The first question that the log shows, where it is not the entry's.
  std::string other_question;
  std::int64_t input_tokens = 0;  // of the first request; 0: not known
  bool has_reasoning = false;     // reasoning_content that is not empty
  bool at_limit = false;          // an answer ended at the limit of tokens
  std::string official_error;     // that an official score file gives
  bool empty() const {
    return hidden_text.empty() && other_question.empty() && input_tokens == 0 && !has_reasoning &&
           !at_limit && official_error.empty();
  }
};

// The same before it is set against an entry of a dataset.
struct LoggedTexts {
  std::string hidden_text;     // as LogFacts has it
  std::string first_question;  // the user's first message, whole
  std::int64_t input_tokens = 0;
  bool has_reasoning = false;
  bool empty() const {
    return hidden_text.empty() && first_question.empty() && input_tokens == 0 && !has_reasoning;
  }
};
// `log` is the member `inference_log` of a result entry, in any form; nothing is found in a form
// that is not known.
LoggedTexts read_inference_log(const Value& log);
// The same of a result entry's text, a JSON object, its token counts and reasoning included;
// nothing when it is broken or longer than kMaxLoggedEntry bytes.
inline constexpr std::size_t kMaxLoggedEntry = std::size_t{16} << 20;
LoggedTexts read_logged_entry(std::string_view entry_text);
LogFacts log_facts(const LoggedTexts& texts, const Entry& entry);

// A line of bfclx_entries.jsonl, which `bfclx generate` writes beside its results.
struct GenerationNote {
  std::string id;  // empty: the line cannot be read
  bool at_limit = false;
  std::string served_by;  // id of the only server that gave its responses; empty: not known
};
GenerationNote read_generation_note(std::string_view line);

// One response of the run. What it points to must outlive the diagnosis.
struct DiagnosedResponse {
  std::string_view id;  // as the file has it
  std::string_view file;
  std::size_t line = 0;
  const Entry* entry = nullptr;        // nullptr: the category has no such entry
  const Category* category = nullptr;  // also for unknown ids
  const Value* response = nullptr;
  const Verdict* verdict = nullptr;  // nullptr: not judged (episodes need not be)
  // Of executable entries that were judged: what was asked and what came.
  const ExecutableVerdict* executable = nullptr;
  bool right = false;       // of those
  bool superseded = false;  // a later response of the same id counts
  LogFacts log;
};

// A line that could not be used, or was used with a reservation.
struct UnusableLine {
  const Category* category = nullptr;  // of its file, where the line tells none
  const ResultProblem* problem = nullptr;
};

// What the run's manifest says of how its results were generated (core/findings/run_warnings.h).
struct ManifestFact {
  std::string_view code;  // one of those of manifest_facts (run_warnings.h)
  std::size_t count = 0;  // of results; 0: it does not say, or it concerns all
  std::string text;       // without a full stop
  std::string_view advice;
};

struct DiagnosisInput {
  const Decoder* decoder = nullptr;
  bool underscore_to_dot = false;
  bool detects_names = false;  // that setting was detected, and is again with another decoder
  std::span<const DiagnosedResponse> responses;
  std::span<const Entry* const> missing;     // entries without a response that were asked for
  std::span<const UnusableLine> unusable{};  // lines that gave no response
  std::span<const ManifestFact> manifest{};
  bool own_results = false;          // `bfclx generate` made them, its manifest says
  std::string_view model_name = {};  // as it reaches verdicts of episodes
  // The verdict of a single-turn response under another reading: `score` of core/run/scorer.h.
  std::function<Verdict(const Entry&, const Value&, const Decoder&, bool underscore_to_dot)> judge;
  // Why no response at all can pass the entry (core/findings/possible_calls.h); empty when one can.
  std::function<std::string(const Entry&)> impossible;
};

enum class Severity : std::uint8_t {
  kInfo,     // worth knowing; the score is what it seems to be
  kWarning,  // a part of the score does not measure the model
  kError,    // the score as a whole is not what it seems to be
};
std::string_view severity_name(Severity severity);  // "info", "warning", "error"

struct FindingExample {
  std::string id;
  std::string file;
  std::size_t line = 0;  // 0: none
  std::string text;      // an excerpt or a reason, at most about 160 bytes of UTF-8; may be empty
};

// Settings of a run other than its own; absent ones stay.
struct OtherSettings {
  const Decoder* decoder = nullptr;
  std::optional<bool> underscore_to_dot = std::nullopt;
};

// Change of the accuracy over all entries of the run, in points, if a finding were fixed.
struct PointsEffect {
  std::optional<double> estimate;  // none: only the limits are known
  double low = 0;                  // 95 % interval, or the limits
  double high = 0;
};

struct Finding {
  std::string_view code;  // stable, see finding_kinds()
  Severity severity = Severity::kInfo;
  std::string_view title;  // "Truncated responses"
  std::size_t count = 0;
  std::map<const Category*, std::size_t> categories;  // counts; the official order
  std::vector<FindingExample> examples;               // at most kMaxFindingExamples
  std::vector<std::string> ids;                       // of all of them, each once, as files go
  // Right entries if it were mended, less those right now, where that can be told by scoring again.
  std::optional<long> right_change;
  std::size_t flips = 0;                  // entries whose verdict would change; 0: |right_change|
  std::optional<PointsEffect> points;     // none: unknown
  std::optional<OtherSettings> settings;  // scoring again with these would mend it
  std::string effect;                     // what it does to the score, sentences with numbers
  std::string_view advice;
};

inline constexpr std::size_t kMaxFindingExamples = 5;

// All findings, the gravest first. None: nothing was found.
std::vector<Finding> diagnose(const DiagnosisInput& input);

// A JSON array of {"code", "severity", "title", "count", "categories": {name: count}, "examples":
// [{"id", "file", "line", "text"}], "ids": [id], "right_change", "places_text", "change_text",
// "counts_text" (finding_text.h), "points": null or {"estimate", "low", "high"}, "certainty" and
// "fix" (finding_kinds.h), "settings": null or {"decoder", "underscore_to_dot"}, one of
// them, "effect", "advice"}; valid UTF-8 without lone surrogates,
// which become U+FFFD.
std::string findings_json(std::span<const Finding> findings);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_DIAGNOSIS_H_
