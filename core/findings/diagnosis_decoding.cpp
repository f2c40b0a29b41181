// Findings about responses in which no call is found, or the same one everywhere.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/counted.h"
#include "core/base/fnv.h"
#include "core/decode/auto_decoder.h"
#include "core/findings/diagnosis_parts.h"
#include "core/value/json.h"

namespace bfclx::diagnosis {

std::size_t calls_of_step(const Decoder& decoder, const Value& step, Budget& budget) {
  DecodeOptions options;
  options.budget = &budget;
  const Result<Value> calls = decoder.decode_execute(step, options);
  return calls.ok() && calls->is_list() ? calls->items().size() : 0;
}

bool should_call(const DiagnosedResponse& response) {
  if (!counts(response) || is_inference_error(*response.response)) return false;
  const Judging judging = response.entry->category->judging;
  return judging == Judging::kMultiTurn || (judging == Judging::kCalls && has_verdict(response));
}

bool calls_nothing(const DiagnosedResponse& response, const Decoder& decoder) {
  if (!should_call(response)) return false;
  if (response.verdict != nullptr) {
    std::vector<std::string_view> names;
    if (response.verdict->decoded) append_call_names(*response.verdict->decoded, names);
    return names.empty();
  }
  Budget budget;
  const std::vector<const Value*> steps = steps_of(response);
  return std::none_of(steps.begin(), steps.end(),
                      [&](const Value* step) { return calls_of_step(decoder, *step, budget) > 0; });
}

bool is_not_decoded(std::size_t without_calls, std::size_t all) {
  constexpr std::size_t kFewest = 3;
  return without_calls >= kFewest && without_calls * 10 >= all * 9;
}

bool is_identical(std::size_t same, std::size_t all) {
  constexpr std::size_t kFewest = 10;
  return same >= kFewest && same * 10 >= all * 9;
}

std::uint64_t failed_text(const DiagnosedResponse& response) {
  if (!should_call(response) || (has_verdict(response) && response.verdict->valid)) return 0;
  std::string text;
  append_json(text, *response.response);
  return std::max<std::uint64_t>(fnv1a(text), 1);
}

namespace {

struct Part {
  std::size_t all = 0;
  std::vector<const DiagnosedResponse*> without_calls;
};

// Whether findings that tell the cause cover at least half of these responses.
bool is_explained(const std::vector<const DiagnosedResponse*>& responses,
                  const std::vector<Finding>& findings) {
  static constexpr std::string_view kCauses[] = {
      "other_decoder",    "unparsed_reasoning",  "wrapped_calls", "cut_replies",
      "repetition_loops", "malformed_arguments", "error_pages"};
  std::set<std::string_view> explained;
  for (const Finding& finding : findings) {
    if (std::find(std::begin(kCauses), std::end(kCauses), finding.code) == std::end(kCauses)) {
      continue;
    }
    explained.insert(finding.ids.begin(), finding.ids.end());
  }
  const auto count = std::count_if(
      responses.begin(), responses.end(),
      [&](const DiagnosedResponse* response) { return explained.count(response->id) != 0; });
  return static_cast<std::size_t>(count) * 2 >= responses.size();
}

}  // namespace

void find_not_decoded(const DiagnosisInput& input, std::vector<Finding>& findings) {
  std::map<const Category*, Part> parts;
  bool abstained = false;  // an entry passed without a call
  std::size_t expected = 0;
  for (const DiagnosedResponse& response : input.responses) {
    abstained = abstained || (is_irrelevance(response) && response.verdict->valid);
    if (!should_call(response)) continue;
    ++expected;
    Part& part = parts[response.entry->category];
    ++part.all;
    if (calls_nothing(response, *input.decoder)) part.without_calls.push_back(&response);
  }
  Collector found(
      "not_decoded", Severity::kError,
      "Look at a response. If it contains a call in another format, convert it to a format that "
      "`bfclx list decoders` lists. If it is prose, check that the requests included the functions "
      "(in `tools`, or in the official prompt).");
  std::size_t all = 0;
  std::vector<const DiagnosedResponse*> responses;
  for (const auto& [category, part] : parts) {
    if (!is_not_decoded(part.without_calls.size(), part.all)) continue;
    all += part.all;
    responses.insert(responses.end(), part.without_calls.begin(), part.without_calls.end());
  }
  if (responses.empty() || is_explained(responses, findings)) return;
  for (const DiagnosedResponse* response : responses)
    found.add(*response, excerpt_of(*response->response));
  found.grade(entries_of(input));
  found.finish(findings, grouped_digits(responses.size()) + " of " + grouped_digits(all) +
                             " responses in these categories contain no call that the decoder " +
                             std::string(input.decoder->name) + " can parse. They fail." +
                             // Not where a few categories alone have such responses.
                             (abstained && is_not_decoded(responses.size(), expected)
                                  ? " Irrelevance entries pass for the same reason."
                                  : ""));
}

// The same response to different questions cannot be an answer.
void find_identical(const DiagnosisInput& input, std::vector<Finding>& findings) {
  std::unordered_map<std::uint64_t, std::vector<const DiagnosedResponse*>> groups;  // by hash
  std::size_t all = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!should_call(response)) continue;
    ++all;
    if (const std::uint64_t text = failed_text(response)) groups[text].push_back(&response);
  }
  Collector same(
      "identical_responses", Severity::kError,
      "Send one of the requests yourself and look at the raw response. Typical causes: a "
      "proxy, mock or cache in front of the model, or a handler that stores the wrong "
      "field.");
  for (const auto& [hash, responses] : groups) {
    if (!is_identical(responses.size(), all)) continue;
    for (const DiagnosedResponse* response : responses)
      same.add(*response, excerpt_of(*response->response));
  }
  const std::size_t count = same.count();
  same.finish(findings,
              grouped_digits(count) + " of " + grouped_digits(all) +
                  " entries that expect calls have this response, and none of them passes.");
}

}  // namespace bfclx::diagnosis
