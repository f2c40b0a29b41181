// Findings about the responses themselves.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/counted.h"
#include "core/findings/diagnosis_parts.h"
#include "core/findings/meant_calls.h"
#include "core/value/dict.h"

namespace bfclx::diagnosis {
namespace {

bool is_blank(const Value& response) {
  return response.is_none() || (response.is_str() && response.as_str().find_first_not_of(
                                                         " \t\r\n") == std::string_view::npos);
}

bool is_empty_list(const Value& value) { return value.is_list() && value.items().empty(); }

// All texts of a response: its own, or those of its list.
std::string texts_of(const Value& response) {
  if (response.is_str()) return std::string(response.as_str());
  std::string texts;
  if (!response.is_list()) return texts;
  for (const Value& item : response.items()) {
    if (item.is_str()) texts.append(item.as_str()).append("\n");
  }
  return texts;
}

// Whether the decoder reads calls from texts in this run; where it takes them from a list of the
// API alone, a text is a message.
bool writes_calls_as_text(const DiagnosisInput& input) {
  return std::any_of(
      input.responses.begin(), input.responses.end(), [](const DiagnosedResponse& response) {
        return has_verdict(response) && response.response->is_str() && response.verdict->decoded &&
               response.verdict->decoded->is_list() && !response.verdict->decoded->items().empty();
      });
}

// What a response looks like that makes a call of an offered function and was not read so; empty
// for others. Where the decoder reads a word of its own for abstention, that is what was said.
std::string unread_call(const DiagnosedResponse& response, bool text_calls) {
  const Value& value = *response.response;
  const std::optional<Value>& decoded = response.verdict->decoded;
  if (decoded && !is_empty_list(*decoded)) return {};
  if (value.is_list() && decoder_failed(response)) {
    for (const Value& item : value.items()) {
      if (item.is_dict() && item.as_dict().size() > 0) return excerpt_of(value);
    }
  }
  const std::string text = texts_of(value);
  const std::optional<std::size_t> place = meant_call(*response.entry, text, text_calls);
  return place ? excerpt_around(text, *place) : std::string();
}

}  // namespace

void find_inference_errors(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector causes[] = {
      {"inference_errors", Severity::kError,
       "Regenerate only these entries: bfclx generate -o --run-ids FILE, with their ids in the "
       "file; or remove their lines from the result files and generate again. Check the "
       "endpoint's limits and timeouts. An error that recurs must be fixed at the endpoint."},
      {"context_errors", Severity::kError,
       "Serve the model with a larger context. With the same context these entries fail again."},
      {"harness_errors", Severity::kError,
       "Fix the program that generated the results (its handler or its version). The model and "
       "the endpoint did not raise these errors. Then generate these entries again."},
  };
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response) || !is_inference_error(*response.response)) continue;
    const ErrorCause cause = cause_of_error(response.response->as_str(), input.own_results);
    causes[static_cast<std::size_t>(cause)].add(response, excerpt_of(*response.response));
  }
  for (Collector& errors : causes) {
    errors.grade(entries_of(input));
    errors.finish_broken(findings,
                         "These entries have no response of the model. Their error messages are "
                         "scored as responses.");
  }
}

namespace {

bool begins_with(std::string_view text, std::string_view start) {
  return text.size() >= start.size() &&
         std::equal(start.begin(), start.end(), text.begin(), [](char a, char b) {
           return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
         });
}

// What servers, proxies and clients say in place of a model: a web page, the body of an API's
// error, or the text of a client's exception.
bool is_error_page(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (begins_with(text, "<!doctype html") || begins_with(text, "<html")) return true;
  constexpr std::string_view kCode = "error code: ";
  if (begins_with(text, kCode) && text.size() > kCode.size() + 3) {
    const char first = text[kCode.size()];
    return (first == '4' || first == '5') && text.find(" - ") == kCode.size() + 3;
  }
  // {"error": {"message": ...}} and {"object": "error", "message": ...}.
  if (text.empty() || text.front() != '{') return false;
  const std::size_t key = std::min(text.find_first_not_of(" \t\r\n", 1), text.size());
  const bool names_error = begins_with(text.substr(key), "\"error\"") ||
                           begins_with(text.substr(key), "\"object\": \"error\"") ||
                           begins_with(text.substr(key), "\"object\":\"error\"");
  return names_error && text.find("\"message\"") != std::string_view::npos;
}

}  // namespace

void find_error_pages(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector pages("error_pages", Severity::kError,
                  "Remove these lines and generate their entries again. Check the endpoint's "
                  "address, key and limits, and store failed requests as errors.");
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response)) continue;
    for (const Value* step : steps_of(response)) {
      if (!step->is_str() || !is_error_page(step->as_str())) continue;
      pages.add(response, excerpt_of(*step));
      break;
    }
  }
  pages.grade(entries_of(input));
  pages.finish_broken(
      findings,
      "A server or proxy wrote these texts, not the model. They are scored as responses.");
}

void find_empty_responses(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector empty("empty_replies", Severity::kWarning,
                  "Look at the raw responses. Typical causes: a truncated response of a "
                  "reasoning model, a content filter, or an endpoint that fails silently.");
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response) || !is_blank(*response.response)) continue;
    empty.add(response, response.response->is_none() ? "null" : "an empty text");
  }
  empty.finish_broken(findings, "An empty response fails where a call or a message is expected.");
}

// Handlers of chat APIs take `tool_calls` when it is there; an endpoint that sends an empty list
// beside the text makes them store [] and drop the text. Told by the log, or by a run in which
// every response without a call is [] and none is a text.
void find_hidden_text(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 5;
  Collector proved("empty_tool_calls", Severity::kError,
                   "Make the endpoint or the handler omit an empty `tool_calls`, and generate "
                   "again. The result file does not contain the text.");
  Collector likely = proved;
  std::size_t texts = 0;
  std::size_t agentic = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response)) continue;
    const std::vector<const Value*> steps = steps_of(response);
    bool empty = false;
    for (const Value* step : steps) {
      texts += step->is_str() && !is_inference_error(*step) ? 1 : 0;
      empty = empty || is_empty_list(*step);
    }
    const bool is_agentic = response.entry->category->judging == Judging::kAgentic;
    if (!response.log.hidden_text.empty()) {
      proved.add(response, response.log.hidden_text);
      agentic += is_agentic ? 1 : 0;
    } else if (empty) {
      likely.add(response, "[]");
      agentic += is_agentic ? 1 : 0;
    }
  }
  const bool sure = proved.count() > 0;
  if (!sure && (texts > 0 || likely.count() < kFewest)) return;
  Collector& found = sure ? proved : likely;
  std::string effect = sure ? "The logs contain text that is missing from the results."
                            : "No response of the run is text: every response without a call is "
                              "`[]`.";
  effect += agentic > 0
                ? " Agentic entries are judged by the last message that is not a call, so they "
                  "cannot pass."
                : " Single-turn and multi-turn verdicts are not affected. But you cannot see why "
                  "the model made no call, and agentic entries could not pass.";
  if (agentic == 0) found.set_severity(Severity::kInfo);
  found.finish(findings, std::move(effect));
}

void find_credited(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector credited("credited_calls", Severity::kError,
                     "Choose the decoder that parses the responses, or correct the model's output "
                     "format; then these entries are scored as calls.");
  const bool text_calls = writes_calls_as_text(input);
  std::size_t right = 0;
  std::size_t all = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!is_irrelevance(response)) continue;
    ++all;
    right += response.verdict->valid ? 1 : 0;
    if (!response.verdict->valid || is_inference_error(*response.response)) continue;
    const std::string call = unread_call(response, text_calls);
    if (!call.empty()) credited.add(response, call);
  }
  const std::size_t count = credited.count();
  credited.grade(all);
  credited.finish(findings,
                  "In the irrelevance categories " + grouped_digits(right) + " of " +
                      grouped_digits(all) + " passed; without these it would be " +
                      grouped_digits(right - count) +
                      ". A model that breaks the format is rewarded here.",
                  -static_cast<long>(count));
}

namespace {

// What a text of a response is.
enum class TextKind : std::uint8_t {
  kMessage,
  kArguments,      // of a call that others follow
  kLastArguments,  // of the last call: these alone can be truncated
};

// JSON text of an object inside another JSON string: no decoder parses that twice.
bool is_encoded_twice(std::string_view text) {
  const std::size_t quote = text.find_first_not_of(" \t\r\n");
  const std::size_t first = text.find_first_not_of(" \t\r\n", quote + 1);
  return text[quote] == '"' && first != std::string_view::npos && text[first] == '{';
}

// The arguments of a call of an API, {name: json text}; nothing for others.
std::string_view arguments_of(const Value& call) {
  if (!call.is_dict() || call.as_dict().size() != 1) return {};
  const Value& arguments = call.as_dict().entry(0).value;
  if (!arguments.is_str()) return {};
  const std::string_view text = arguments.as_str();
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_object =
      first != std::string_view::npos && (text[first] == '{' || is_encoded_twice(text));
  return is_object ? text : std::string_view();
}

// Whether a text of the step, or the arguments of one of its calls, look so.
template <typename Looks>
bool any_text(const Value& step, const Looks& looks) {
  if (step.is_str()) return !is_inference_error(step) && looks(step.as_str(), TextKind::kMessage);
  if (!step.is_list()) return false;
  const List& calls = step.items();
  return std::any_of(calls.begin(), calls.end(), [&](const Value& call) {
    const std::string_view arguments = arguments_of(call);
    const bool last = &call == &calls.back();
    return !arguments.empty() &&
           looks(arguments, last ? TextKind::kLastArguments : TextKind::kArguments);
  });
}

// The first step of a response that looks so; nullptr: none does, or the response does not count.
template <typename Looks>
const Value* step_where(const DiagnosedResponse& response, const Looks& looks) {
  // A response that passes where calls are wanted was parsed to its end.
  if (!counts(response) || (judged_by_calls(response) && response.verdict->valid)) return nullptr;
  for (const Value* step : steps_of(response)) {
    if (any_text(*step, looks)) return step;
  }
  return nullptr;
}

// Adds the responses of which a step looks so.
template <typename Looks>
void add_where(const DiagnosisInput& input, Collector& found, const Looks& looks) {
  for (const DiagnosedResponse& response : input.responses) {
    const Value* step = step_where(response, looks);
    if (step == nullptr) continue;
    found.add(response, excerpt_of(*step));
  }
}

bool are_malformed(std::string_view text, TextKind kind) {
  if (kind == TextKind::kMessage) return false;
  if (is_encoded_twice(text)) return true;
  const JsonEnd end = json_end(text);
  const bool malformed = end == JsonEnd::kMalformed ||
                         (end == JsonEnd::kTruncated && kind != TextKind::kLastArguments);
  return malformed && !ends_in_a_loop(text);
}

}  // namespace

void find_cut(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector cut(
      "cut_replies", Severity::kError,
      "Raise the limit of generated tokens (reasoning counts too) and generate a new run.");
  add_where(input, cut, [](std::string_view text, TextKind kind) {
    // No limit is so low that it ends a response after a few characters.
    constexpr std::size_t kShortest = 7;
    if (text.size() < kShortest || kind == TextKind::kArguments) return false;
    if (kind == TextKind::kLastArguments && is_encoded_twice(text)) return false;
    const bool is_cut =
        kind == TextKind::kLastArguments ? json_end(text) == JsonEnd::kTruncated : looks_cut(text);
    return is_cut && !ends_in_a_loop(text);
  });
  cut.grade(entries_of(input));
  cut.finish_broken(findings,
                    "A truncated call cannot be parsed. Entries that need it fail, even if the "
                    "model can solve them.");
}

// A longer limit makes a longer loop.
void find_loops(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector loops("repetition_loops", Severity::kError,
                  "Check the chat template, the quantization and the sampling (temperature, "
                  "repetition penalty). A higher token limit does not end a loop.");
  add_where(input, loops, [](std::string_view text, TextKind) { return ends_in_a_loop(text); });
  loops.grade(entries_of(input));
  // A single one can be what its entry asks for, such as a long list of zeros.
  constexpr std::size_t kFew = 3;
  if (loops.count() < kFew) loops.set_severity(Severity::kInfo);
  loops.finish_broken(
      findings,
      "At least the second half of each response repeats the same passages over and over.");
}

bool has_malformed_arguments(const DiagnosedResponse& response) {
  return step_where(response, are_malformed) != nullptr;
}

// A higher token limit does not help: the fault comes before the end.
void find_malformed_arguments(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector malformed("malformed_arguments", Severity::kError,
                      "Look at the raw responses. Typical causes: a tool parser or chat template "
                      "that does not fit the model, reasoning that leaks into the arguments, "
                      "or coarse quantization.");
  add_where(input, malformed, are_malformed);
  malformed.grade(entries_of(input));
  malformed.finish_broken(
      findings,
      "The decoder cannot parse these calls, so entries that need them fail. The arguments are not "
      "truncated. Their JSON is invalid, another call follows it, or it is inside a JSON string.");
}

}  // namespace bfclx::diagnosis
