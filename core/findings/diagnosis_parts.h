// The parts of the diagnosis, one function a finding; private to core/findings/diagnosis*.
#ifndef BFCLX_CORE_FINDINGS_DIAGNOSIS_PARTS_H_
#define BFCLX_CORE_FINDINGS_DIAGNOSIS_PARTS_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/findings/diagnosis.h"
#include "core/findings/finding_kinds.h"

namespace bfclx::diagnosis {

// Whether so many entries of all move an accuracy by more than its 95 % confidence interval allows
// for (half of it, where it is widest), or by 5 points of a hundred where that is less.
bool is_more_than_chance(std::size_t affected, std::size_t all);

// Collects a finding; adds it at the end when there is anything.
class Collector {
 public:
  // `code`: one of finding_kinds().
  Collector(std::string_view code, Severity severity, std::string_view advice) {
    finding_.code = code;
    finding_.severity = severity;
    finding_.title = finding_brief(code).title;
    assert(!finding_.title.empty());
    finding_.advice = advice;
  }
  void add(const DiagnosedResponse& response, std::string_view text = {});
  void add(const Category* category, FindingExample example);
  std::size_t count() const { return finding_.count; }
  // Scoring again with these settings would mend it.
  void mend_with(const OtherSettings& settings) { finding_.settings = settings; }
  // How many verdicts that would change, beside how many more would pass.
  void set_flips(std::size_t flips) { finding_.flips = flips; }
  void set_advice(std::string_view advice) { finding_.advice = advice; }
  void set_severity(Severity severity) { finding_.severity = severity; }
  // Error or warning by what it does to an accuracy over `all` entries, of which it concerns
  // `affected`; without, those that were collected.
  void grade(std::size_t affected, std::size_t all) {
    set_severity(is_more_than_chance(affected, all) ? Severity::kError : Severity::kWarning);
  }
  void grade(std::size_t all) { grade(finding_.count, all); }
  // With what it does to the score; nothing is added when nothing was found.
  void finish(std::vector<Finding>& findings, std::string effect,
              std::optional<long> right_change = std::nullopt);
  // The same of responses that are broken: those that pass in an irrelevance category pass by their
  // fault alone.
  void finish_broken(std::vector<Finding>& findings, std::string effect);

 private:
  Finding finding_;
  std::size_t credited_ = 0;  // of the collected, those that pass in an irrelevance category
};

// Entries of the run, each counted once.
std::size_t entries_of(const DiagnosisInput& input);

// At most about 160 bytes, line ends as spaces, cut between characters.
std::string excerpt_of(std::string_view text);
std::string excerpt_of(const Value& response);
// The same from shortly before `place`, bytes.
std::string excerpt_around(std::string_view text, std::size_t place);

// A response that counts: of a known entry, and no later one takes its place.
bool counts(const DiagnosedResponse& response);
bool has_verdict(const DiagnosedResponse& response);  // and counts
bool judged_by_calls(const DiagnosedResponse& response);
bool is_irrelevance(const DiagnosedResponse& response);
bool decoder_failed(const DiagnosedResponse& response);
bool is_inference_error(const Value& response);
// A response to an entry that wants calls, other than an error of the generation.
bool should_call(const DiagnosedResponse& response);
// Such a response in which the decoder finds no call.
bool calls_nothing(const DiagnosedResponse& response, const Decoder& decoder);
// Whether so many responses of all in a category without any call mean that the form cannot be
// read: nine in ten, and three at least.
bool is_not_decoded(std::size_t without_calls, std::size_t all);
// Whether so many of all responses to entries that want calls are the same failing one: nine in
// ten, and ten at least.
bool is_identical(std::size_t same, std::size_t all);
// A hash of a response that should call and does not pass, never 0; 0 for others.
std::uint64_t failed_text(const DiagnosedResponse& response);
// Whether the arguments of a call are not JSON and would not be with more text either.
bool has_malformed_arguments(const DiagnosedResponse& response);
// How many calls a step of an episode holds; what cannot be read has none. `budget` is that of the
// whole response.
std::size_t calls_of_step(const Decoder& decoder, const Value& step, Budget& budget);
// The steps of an episode's response, or the response itself.
std::vector<const Value*> steps_of(const DiagnosedResponse& response);
// Name with '.', '-' and ' ' as '_', in lower case.
std::string loose_name(std::string_view name);
std::vector<std::string_view> offered_names(const Entry& entry);
// Whether one of the names is that of an offered function, loosely.
bool offers_one_of(const Entry& entry, const std::vector<std::string_view>& names);
// What a response calls of what its entry offers; kNone where it calls nothing, or offers do not
// tell. kForeign: none of it, and nothing in it is about the entry's own functions or question.
enum class OfferedCalls : std::uint8_t { kNone, kSome, kForeign };
OfferedCalls offered_calls(const DiagnosedResponse& response);
// The function that a response calls first; empty where it calls none by name.
std::string_view first_called(const DiagnosedResponse& response);
// Whether so many of a category's responses say that it was generated for another dataset: a third,
// of ten at least.
constexpr bool is_a_third(std::size_t affected, std::size_t all) {
  return all >= 10 && affected * 3 >= all;
}
// Whether so many responses with calls, of which so many call foreign functions alone, were made
// for another dataset. `commonest`: of the foreign ones, those that call the commonest function
// first.
bool is_of_other_dataset(std::size_t calling, std::size_t foreign, std::size_t commonest);

// "3 more entries would pass, 1 passed entry would fail".
std::string gained_text(std::size_t gained, std::size_t lost);

// diagnosis_texts.cpp
// The text ends in the middle of a call or of its reasoning.
bool looks_cut(std::string_view text);
// At least the second half of the text repeats one passage, four times or more, or a few passages
// that vary a little. Linear time.
bool ends_in_a_loop(std::string_view text);
// How a text that should be JSON ends. kTruncated: more text could make it whole.
enum class JsonEnd : std::uint8_t { kWhole, kTruncated, kMalformed };
JsonEnd json_end(std::string_view text);

// "timed out" of an error message that the generation stored; why the request failed.
enum class ErrorCause : std::uint8_t { kEndpoint, kContext, kHarness };
// `own`: stored by `bfclx generate`, whose exceptions say that the endpoint's response has not the
// form of its API.
ErrorCause cause_of_error(std::string_view message, bool own);

// diagnosis_ids.cpp
void find_id_problems(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_turn_count(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_other_dataset(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_manifest_facts(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_impossible(const DiagnosisInput& input, std::vector<Finding>& findings);
// diagnosis_responses.cpp
void find_inference_errors(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_error_pages(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_empty_responses(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_hidden_text(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_credited(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_cut(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_loops(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_malformed_arguments(const DiagnosisInput& input, std::vector<Finding>& findings);
// diagnosis_decoding.cpp
void find_not_decoded(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_identical(const DiagnosisInput& input, std::vector<Finding>& findings);
// diagnosis_generation.cpp
void find_only_first_call(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_token_limit(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_tools_not_shown(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_cut_prompts(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_held_out(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_repeated(const DiagnosisInput& input, std::vector<Finding>& findings);
// diagnosis_copied.cpp
void find_copied(const DiagnosisInput& input, std::vector<Finding>& findings);
// diagnosis_services.cpp
void find_refused(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_refused_officially(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_skipped(const DiagnosisInput& input, std::vector<Finding>& findings);
// diagnosis_agentic.cpp
void find_model_name(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_same_in_backends(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_long_messages(const DiagnosisInput& input, std::vector<Finding>& findings);
// diagnosis_values.cpp
void find_not_text(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_values_as_text(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_other_language(const DiagnosisInput& input, std::vector<Finding>& findings);
// diagnosis_readings.cpp
void find_reasoning(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_dots(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_wrapped(const DiagnosisInput& input, std::vector<Finding>& findings);
void find_other_decoder(const DiagnosisInput& input, std::vector<Finding>& findings);

}  // namespace bfclx::diagnosis

#endif  // BFCLX_CORE_FINDINGS_DIAGNOSIS_PARTS_H_
