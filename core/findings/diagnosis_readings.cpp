// Findings by reading the responses in another way and scoring them again.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/decode/auto_decoder.h"
#include "core/findings/diagnosis_parts.h"
#include "core/findings/name_spelling.h"
#include "core/findings/run_diagnosis.h"
#include "core/run/scorer.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::diagnosis {
namespace {

constexpr std::size_t kMaxTried = 60;  // responses on which every decoder is tried

}  // namespace

void find_dots(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector dots(
      "dots_in_names", Severity::kError,
      input.underscore_to_dot
          ? "Score with underscore_to_dot off (--underscore-to-dot no), or set it to false for the "
            "model in the registry."
          : "Score with underscore_to_dot on (--underscore-to-dot yes), or set it to true for the "
            "model in the registry.");
  SpellingChange change;
  for (const DiagnosedResponse& response : input.responses) {
    if (!judged_by_calls(response) || !depends_on_spelling(*response.entry)) continue;
    const bool other =
        input.judge(*response.entry, *response.response, *input.decoder, !input.underscore_to_dot)
            .valid;
    change.add(response.verdict->valid, other);
    if (other && !response.verdict->valid) dots.add(response, excerpt_of(*response.response));
  }
  if (!change.improves()) return;
  dots.mend_with({.underscore_to_dot = !input.underscore_to_dot});
  dots.set_flips(change.gained + change.lost);
  dots.grade(change.gained - change.lost, entries_of(input));
  dots.finish(findings, change.effect(),
              static_cast<long>(change.gained) - static_cast<long>(change.lost));
}

namespace {

constexpr std::string_view kThought = "</think>";

bool has_reasoning(const Value& value) {
  return value.is_str() && value.as_str().find(kThought) != std::string_view::npos;
}

// What stands behind the reasoning.
std::string_view without_reasoning(std::string_view text) {
  const std::size_t end = text.rfind(kThought);
  return end == std::string_view::npos ? text : text.substr(end + kThought.size());
}

// What stands inside the first fence, without its language tag; the text itself when it has none.
std::string_view without_fence(std::string_view text) {
  const std::size_t fence = text.find("```");
  if (fence == std::string_view::npos) return text;
  const std::size_t line = text.find('\n', fence);
  if (line == std::string_view::npos) return text;
  const std::size_t end = text.find("```", line);
  return text.substr(line + 1, end == std::string_view::npos ? end : end - line - 1);
}

// What stands inside one pair of quotes around the whole text; the text itself when there is none.
std::string_view without_quotes(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return text;
  const std::size_t last = text.find_last_not_of(kBlanks);
  const char quote = text[first];
  if (last <= first + 1 || (quote != '"' && quote != '\'') || text[last] != quote) return text;
  return text.substr(first + 1, last - first - 1);
}

// Calls of which each is a string of a list, ["f(x=1)", "g()"], as a list of them; empty for
// others.
std::string without_strings(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  text = text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
  if (text.size() < 4 || text.front() != '[' || text.back() != ']') return {};
  const char quote = text[1];
  if ((quote != '"' && quote != '\'') || text[text.size() - 2] != quote) return {};
  text = text.substr(2, text.size() - 4);
  std::string calls = "[";
  std::size_t begin = 0;  // of what is not copied yet
  for (std::size_t at = text.find(quote); at != std::string_view::npos; at = text.find(quote, at)) {
    std::size_t next = at + 1;
    if (next < text.size() && text[next] == ',') ++next;
    if (next > at + 1 && next < text.size() && text[next] == ' ') ++next;
    const bool is_between = next > at + 1 && next < text.size() && text[next] == quote;
    if (is_between) {
      calls.append(text, begin, at - begin).append(", ");
      begin = next + 1;
    }
    at = is_between ? begin : at + 1;
  }
  calls.append(text, begin);
  return calls + "]";
}

// The first line that is a list of calls, "[f(x=1)]", between others; the text itself when there is
// none.
std::string_view without_sentences(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t last = line.find_last_not_of(" \t\r");
    if (last == std::string_view::npos || line.front() != '[') continue;
    if (line[last] == ']' && line.find('(') != std::string_view::npos) return line;
  }
  return text;
}

// Scoring again what stands inside a response.
struct Reread {
  std::size_t gained = 0;
  std::size_t lost = 0;
  long change() const { return static_cast<long>(gained) - static_cast<long>(lost); }
  std::size_t effect() const { return gained > lost ? gained - lost : lost - gained; }
};

bool may_be_reread(const DiagnosedResponse& response) {
  return has_verdict(response) && response.entry->category->judging != Judging::kMultiTurn &&
         response.entry->category->judging != Judging::kAgentic &&
         !is_inference_error(*response.response);
}

}  // namespace

void find_wrapped(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector wrapped("wrapped_calls", Severity::kWarning,
                    "Remove the text around the calls before the response is stored, as the "
                    "handlers of such models do. Or choose a decoder that removes it (`bfclx list "
                    "decoders`).");
  Reread again;
  std::size_t in_text = 0;  // of those that would pass
  for (const DiagnosedResponse& response : input.responses) {
    if (!may_be_reread(response) || !response.response->is_str() || !decoder_failed(response))
      continue;
    if (has_reasoning(*response.response)) continue;
    const std::string_view text = response.response->as_str();
    std::string_view inner = without_fence(text);
    if (inner.size() == text.size()) inner = without_quotes(text);
    const std::string of_strings = without_strings(text);
    if (!of_strings.empty()) inner = of_strings;
    const bool is_in_text = inner.size() == text.size();
    // Sentences around a call where none is wanted can say that it does not fit.
    if (is_in_text && !is_irrelevance(response)) inner = without_sentences(text);
    if (inner.size() == text.size()) continue;
    const Verdict verdict =
        input.judge(*response.entry, Value::str(inner), *input.decoder, input.underscore_to_dot);
    if (verdict.valid == response.verdict->valid) continue;
    wrapped.add(response, excerpt_of(text));
    ++(verdict.valid ? again.gained : again.lost);
    in_text += is_in_text && verdict.valid ? 1 : 0;
  }
  if (again.gained == 0) return;  // fenced samples alone, where no call is wanted
  wrapped.set_flips(again.gained + again.lost);
  // Sentences are the model's own, against the official prompt.
  const std::size_t kept = again.gained - in_text;
  wrapped.grade(kept > again.lost ? kept - again.lost : again.lost - kept, entries_of(input));
  wrapped.finish(findings, "With the calls alone, " + gained_text(again.gained, again.lost) + ".",
                 again.change());
}

namespace {

// Of an episode: the decoder makes no calls of a step, and does without its reasoning.
bool hides_calls(const DiagnosisInput& input, const DiagnosedResponse& response) {
  Budget budget;
  DecodeOptions options;
  options.budget = &budget;
  const auto has_calls = [&](const Value& step) {
    const Result<Value> calls = input.decoder->decode_execute(step, options);
    return calls.ok() && calls->is_list() && !calls->items().empty();
  };
  const std::vector<const Value*> steps = steps_of(response);
  return std::any_of(steps.begin(), steps.end(), [&](const Value* step) {
    return has_reasoning(*step) && !has_calls(*step) &&
           has_calls(Value::str(without_reasoning(step->as_str())));
  });
}

}  // namespace

// Reasoning that the server left in front of the answer.
void find_reasoning(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector found("unparsed_reasoning", Severity::kError,
                  "Serve the model with its reasoning parser (vLLM: --reasoning-parser), or strip "
                  "everything up to `</think>`, as handlers of such models do. Then score again.");
  if (input.own_results) {
    found.set_advice(
        "Generate the run again with `--reasoning parse`, which separates the reasoning from the "
        "response, or serve the model with its reasoning parser (vLLM: --reasoning-parser).");
  }
  Reread again;
  std::size_t episodes = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response)) continue;
    if (is_episode(*response.entry->category)) {
      if (!hides_calls(input, response)) continue;
      found.add(response, "a step that begins with reasoning");
      ++episodes;
      continue;
    }
    if (!may_be_reread(response) || !has_reasoning(*response.response) || !decoder_failed(response))
      continue;
    const std::string_view inner = without_reasoning(response.response->as_str());
    Verdict verdict =
        input.judge(*response.entry, Value::str(inner), *input.decoder, input.underscore_to_dot);
    if (!verdict.decoded) {
      verdict = input.judge(*response.entry, Value::str(without_fence(inner)), *input.decoder,
                            input.underscore_to_dot);
    }
    if (!verdict.decoded) continue;
    found.add(response, excerpt_of(response.response->as_str()));
    again.gained += verdict.valid && !response.verdict->valid ? 1 : 0;
    again.lost += !verdict.valid && response.verdict->valid ? 1 : 0;
  }
  found.set_flips(again.gained + again.lost);
  found.grade(std::max(again.effect(), episodes), entries_of(input));
  std::string effect =
      "The decoder cannot parse a response that begins with reasoning. Without the reasoning, " +
      gained_text(again.gained, again.lost) + ".";
  if (episodes > 0) {
    effect += " " + counted(episodes, "episode has", "episodes have") +
              " a step whose calls are not executed for this reason.";
  }
  found.finish(findings, std::move(effect), again.change());
}

namespace {

// Whether a decoder finds calls to offered functions in the response.
bool reads_calls(const DiagnosisInput& input, const DiagnosedResponse& response,
                 const Decoder& decoder) {
  const Verdict verdict =
      input.judge(*response.entry, *response.response, decoder, input.underscore_to_dot);
  std::vector<std::string_view> names;
  if (verdict.decoded) append_call_names(*verdict.decoded, names);
  return !names.empty() && offers_one_of(*response.entry, names);
}

// The decoder that reads most of the responses, evenly sampled, and how many; nullptr for none.
std::pair<const Decoder*, std::size_t> best_reader(
    const DiagnosisInput& input, const std::vector<const DiagnosedResponse*>& responses) {
  const std::size_t tried = std::min(responses.size(), kMaxTried);
  std::pair<const Decoder*, std::size_t> best{nullptr, 0};
  std::vector<const Decoder*> done;
  for (const Decoder& decoder : decoders()) {
    const auto same = [&](const Decoder* other) { return other->decode_ast == decoder.decode_ast; };
    if (same(input.decoder) || std::any_of(done.begin(), done.end(), same)) continue;
    done.push_back(&decoder);
    std::size_t read = 0;
    for (std::size_t i = 0; i < tried; ++i) {
      read += reads_calls(input, *responses[i * responses.size() / tried], decoder) ? 1 : 0;
    }
    if (read > best.second) best = {&decoder, read};
  }
  return best;
}

using Responses = std::vector<const DiagnosedResponse*>;

// How the names of these responses spell dots with this decoder, where that is detected.
bool dots_with(const DiagnosisInput& input, const Decoder& decoder, const Responses& responses) {
  if (!input.detects_names) return input.underscore_to_dot;
  DotDetection dots(decoder);
  for (const DiagnosedResponse* response : responses)
    dots.add(response->entry, *response->response);
  return dots.underscore_to_dot();
}

Reread read_with(const DiagnosisInput& input, const Decoder& decoder, const Responses& responses) {
  const bool underscore_to_dot = dots_with(input, decoder, responses);
  Reread again;
  for (const DiagnosedResponse* response : responses) {
    const bool valid =
        input.judge(*response->entry, *response->response, decoder, underscore_to_dot).valid;
    again.gained += valid && !response->verdict->valid ? 1 : 0;
    again.lost += !valid && response->verdict->valid ? 1 : 0;
  }
  return again;
}

}  // namespace

void find_other_decoder(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 3;
  Responses all;
  Responses unread;
  Responses evidence;
  for (const DiagnosedResponse& response : input.responses) {
    if (!may_be_reread(response)) continue;
    all.push_back(&response);
    if (!decoder_failed(response)) continue;
    unread.push_back(&response);
    // With the wrong decoder irrelevance looks good, so that it is no evidence but pays the price.
    if (!is_irrelevance(response)) evidence.push_back(&response);
  }
  if (evidence.size() < kFewest) return;
  const auto [decoder, read] = best_reader(input, evidence);
  if (decoder == nullptr || read < kFewest) return;
  Responses parsed;  // that are counted and listed, and read apart
  for (const DiagnosedResponse* response : unread) {
    if (reads_calls(input, *response, *decoder)) parsed.push_back(response);
  }
  const Reread apart = read_with(input, *decoder, parsed);
  if (apart.gained == 0) return;
  const Reread whole = read_with(input, *decoder, all);
  const bool mixed = apart.change() > whole.change();
  const Reread& again = mixed ? apart : whole;
  Collector other(
      "other_decoder", Severity::kError,
      mixed ? "The run mixes two formats. Split it, and score each part with its own decoder "
              "(--decoder)."
            : "Score with this decoder (--decoder). The official evaluator takes the decoder from "
              "the model registry.");
  for (const DiagnosedResponse* response : parsed)
    other.add(*response, excerpt_of(*response->response));
  const std::size_t count = other.count();
  const std::string name(decoder->name);
  if (!mixed) other.mend_with({.decoder = decoder});
  other.set_flips(again.gained + again.lost);
  other.grade(again.effect(), entries_of(input));
  std::string effect = counted(count, "response", "responses") + " that " +
                       std::string(input.decoder->name) + " cannot parse " +
                       (count == 1 ? "is" : "are") + " parsed by " + name + " (" +
                       std::string(decoder->response_form) + "). ";
  effect += mixed ? "With it for these responses only, " : "With it for the whole run, ";
  effect += gained_text(again.gained, again.lost) + ".";
  other.finish(findings, std::move(effect), again.change());
}

}  // namespace bfclx::diagnosis
