// Findings by reading the replies in another way and scoring them again.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/check/rules.h"
#include "core/decode/auto_decoder.h"
#include "core/findings/diagnosis_parts.h"
#include "core/findings/run_diagnosis.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::diagnosis {
namespace {

constexpr std::size_t kMaxTried = 60;  // replies on which every decoder is tried

bool offers_dots(const Entry& entry) {
  const std::vector<std::string_view> names = offered_names(entry);
  return std::any_of(names.begin(), names.end(), [](std::string_view name) {
    return name.find('.') != std::string_view::npos;
  });
}

std::string gained_text(std::size_t gained, std::size_t lost) {
  std::string text = counted(gained, "more entry would pass", "more entries would pass");
  if (lost > 0) text += ", " + counted(lost, "passed entry", "passed entries") + " would fail";
  return text;
}

}  // namespace

void find_dots(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector dots(
      "dots_in_names", Severity::kError,
      "The underscore_to_dot setting does not match the responses",
      input.underscore_to_dot
          ? "Score with underscore_to_dot off (--underscore-to-dot no), or set it to false in the "
            "model's registry entry."
          : "Score with underscore_to_dot on (--underscore-to-dot yes), or set it to true in the "
            "model's registry entry.");
  std::size_t lost = 0;
  for (const DiagnosedReply& reply : input.replies) {
    if (!judged_by_calls(reply) || !offers_dots(*reply.entry)) continue;
    const bool other =
        input.judge(*reply.entry, *reply.reply, *input.decoder, !input.underscore_to_dot).valid;
    if (other == reply.verdict->valid) continue;
    if (other) {
      dots.add(reply, excerpt_of(*reply.reply));
    } else {
      ++lost;
    }
  }
  const std::size_t gained = dots.count();
  if (gained <= lost) return;
  dots.mend_with({.underscore_to_dot = !input.underscore_to_dot});
  dots.grade(gained - lost, entries_of(input));
  dots.finish(findings,
              "With the other setting, " + gained_text(gained, lost) +
                  ". The official evaluator takes the setting from the registry.",
              static_cast<long>(gained) - static_cast<long>(lost));
}

namespace {

// The decoded calls with every argument that is not a string as source text; None when there is
// none.
Value with_text_arguments(const Value& decoded) {
  if (!decoded.is_list()) return {};
  bool changed = false;
  List calls;
  for (const Value& call : decoded.items()) {
    if (!call.is_dict() || call.as_dict().size() != 1) return {};
    const Dict::Entry& entry = call.as_dict().entry(0);
    if (!entry.value.is_dict()) return {};
    Dict arguments;
    for (const auto& [name, value] : entry.value.as_dict()) {
      std::string text;
      if (!value.is_str()) append_json(text, value);
      changed = changed || !value.is_str();
      arguments.set(name, value.is_str() ? value : Value::str(text));
    }
    Dict texts;
    texts.set(entry.key, Value::dict(std::move(arguments)));
    calls.push_back(Value::dict(std::move(texts)));
  }
  return changed ? Value::list(std::move(calls)) : Value();
}

}  // namespace

void find_not_text(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector found("arguments_no_text", Severity::kWarning,
                  "Non-string Java and JavaScript arguments",
                  "The official checker wants source text in these categories, \"5L\" or \"true\" "
                  "as strings. Tell the model so (the official prompt does), or treat these "
                  "accuracies as a test of the format.");
  const Decoder* plain = find_decoder("mistral_fc");  // takes calls as they are
  std::size_t gained = 0;
  for (const DiagnosedReply& reply : input.replies) {
    if (!judged_by_calls(reply) || reply.verdict->valid) continue;
    if (reply.entry->category->language == Language::kPython) continue;
    if (!reply.verdict->why || reply.verdict->why->rule != rules::kNotText) continue;
    found.add(reply, excerpt_of(*reply.reply));
    if (plain == nullptr || !reply.verdict->decoded) continue;
    const Value texts = with_text_arguments(*reply.verdict->decoded);
    if (texts.is_none()) continue;
    gained += input.judge(*reply.entry, texts, *plain, input.underscore_to_dot).valid ? 1 : 0;
  }
  found.finish(findings,
               "Non-string values always fail. With the same values as strings, " +
                   gained_text(gained, 0) + ".",
               static_cast<long>(gained));
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

// Scoring again what stands inside a response.
struct Reread {
  std::size_t gained = 0;
  std::size_t lost = 0;
  long change() const { return static_cast<long>(gained) - static_cast<long>(lost); }
  std::size_t effect() const { return gained > lost ? gained - lost : lost - gained; }
};

bool may_be_reread(const DiagnosedReply& reply) {
  return has_verdict(reply) && reply.entry->category->judging != Judging::kMultiTurn &&
         reply.entry->category->judging != Judging::kAgentic && !is_inference_error(*reply.reply);
}

}  // namespace

void find_wrapped(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector wrapped("wrapped_calls", Severity::kWarning,
                    "Calls inside a code fence that the decoder does not strip",
                    "Strip the fence before the response is stored, as handlers of such models do, "
                    "or choose a decoder that does (`bfclx list decoders`).");
  Reread again;
  for (const DiagnosedReply& reply : input.replies) {
    if (!may_be_reread(reply) || !reply.reply->is_str() || !decoder_failed(reply)) continue;
    if (has_reasoning(*reply.reply)) continue;
    const std::string_view text = reply.reply->as_str();
    const std::string_view inner = without_fence(text);
    if (inner.size() == text.size()) continue;
    const Verdict verdict =
        input.judge(*reply.entry, Value::str(inner), *input.decoder, input.underscore_to_dot);
    if (verdict.valid && !reply.verdict->valid) wrapped.add(reply, excerpt_of(text));
    again.lost += !verdict.valid && reply.verdict->valid ? 1 : 0;
  }
  again.gained = wrapped.count();
  wrapped.grade(again.effect(), entries_of(input));
  wrapped.finish(findings, "Without the fence, " + gained_text(again.gained, again.lost) + ".",
                 again.change());
}

namespace {

// Of an episode: the decoder makes no calls of a step, and does without its reasoning.
bool hides_calls(const DiagnosisInput& input, const DiagnosedReply& reply) {
  Budget budget;
  DecodeOptions options;
  options.budget = &budget;
  const auto has_calls = [&](const Value& step) {
    const Result<Value> calls = input.decoder->decode_execute(step, options);
    return calls.ok() && calls->is_list() && !calls->items().empty();
  };
  const std::vector<const Value*> steps = steps_of(reply);
  return std::any_of(steps.begin(), steps.end(), [&](const Value* step) {
    return has_reasoning(*step) && !has_calls(*step) &&
           has_calls(Value::str(without_reasoning(step->as_str())));
  });
}

}  // namespace

// Reasoning that the server left in front of the answer.
void find_reasoning(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector found("unparsed_reasoning", Severity::kError, "Reasoning (`<think>`) before the calls",
                  "Serve the model with its reasoning parser (vLLM: --reasoning-parser), or strip "
                  "everything up to `</think>`, as handlers of such models do. Then score again.");
  Reread again;
  std::size_t episodes = 0;
  for (const DiagnosedReply& reply : input.replies) {
    if (!counts(reply)) continue;
    if (is_episode(*reply.entry->category)) {
      if (!hides_calls(input, reply)) continue;
      found.add(reply, "a step that begins with reasoning");
      ++episodes;
      continue;
    }
    if (!may_be_reread(reply) || !has_reasoning(*reply.reply) || !decoder_failed(reply)) continue;
    const std::string_view inner = without_reasoning(reply.reply->as_str());
    Verdict verdict =
        input.judge(*reply.entry, Value::str(inner), *input.decoder, input.underscore_to_dot);
    if (!verdict.decoded) {
      verdict = input.judge(*reply.entry, Value::str(without_fence(inner)), *input.decoder,
                            input.underscore_to_dot);
    }
    if (!verdict.decoded) continue;
    found.add(reply, excerpt_of(reply.reply->as_str()));
    again.gained += verdict.valid && !reply.verdict->valid ? 1 : 0;
    again.lost += !verdict.valid && reply.verdict->valid ? 1 : 0;
  }
  found.grade(std::max(again.effect(), episodes), entries_of(input));
  std::string effect =
      "The decoder cannot parse a response that begins with reasoning. Without the reasoning, " +
      gained_text(again.gained, again.lost) + ".";
  if (episodes > 0) {
    effect += " " + counted(episodes, "episode has", "episodes have") +
              " a step whose calls are not made for this reason.";
  }
  found.finish(findings, std::move(effect), again.change());
}

namespace {

// Whether a decoder finds calls to offered functions in the reply.
bool reads_calls(const DiagnosisInput& input, const DiagnosedReply& reply, const Decoder& decoder) {
  const Verdict verdict = input.judge(*reply.entry, *reply.reply, decoder, input.underscore_to_dot);
  std::vector<std::string_view> names;
  if (verdict.decoded) append_call_names(*verdict.decoded, names);
  return !names.empty() && offers_one_of(*reply.entry, names);
}

// The decoder that reads most of the replies, evenly sampled, and how many; nullptr for none.
std::pair<const Decoder*, std::size_t> best_reader(
    const DiagnosisInput& input, const std::vector<const DiagnosedReply*>& replies) {
  const std::size_t tried = std::min(replies.size(), kMaxTried);
  std::pair<const Decoder*, std::size_t> best{nullptr, 0};
  std::vector<const Decoder*> done;
  for (const Decoder& decoder : decoders()) {
    const auto same = [&](const Decoder* other) { return other->decode_ast == decoder.decode_ast; };
    if (same(input.decoder) || std::any_of(done.begin(), done.end(), same)) continue;
    done.push_back(&decoder);
    std::size_t read = 0;
    for (std::size_t i = 0; i < tried; ++i) {
      read += reads_calls(input, *replies[i * replies.size() / tried], decoder) ? 1 : 0;
    }
    if (read > best.second) best = {&decoder, read};
  }
  return best;
}

}  // namespace

void find_other_decoder(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 3;
  Collector other("other_decoder", Severity::kError, "Responses in the format of another decoder",
                  "Score with the decoder that is named (--decoder), or split the run when it "
                  "mixes two formats; a model's registry entry decides in the official evaluator.");
  std::vector<const DiagnosedReply*> unread;
  for (const DiagnosedReply& reply : input.replies) {
    // With the wrong decoder irrelevance looks good, so that it is no evidence but pays the price.
    if (may_be_reread(reply) && decoder_failed(reply) && !is_irrelevance(reply)) {
      unread.push_back(&reply);
    }
  }
  if (unread.size() < kFewest) return;
  const auto [decoder, read] = best_reader(input, unread);
  if (decoder == nullptr || read < kFewest) return;
  std::size_t gained = 0;
  std::size_t lost = 0;
  for (const DiagnosedReply& reply : input.replies) {
    if (!may_be_reread(reply) || !decoder_failed(reply)) continue;
    const bool valid =
        input.judge(*reply.entry, *reply.reply, *decoder, input.underscore_to_dot).valid;
    gained += valid && !reply.verdict->valid ? 1 : 0;
    lost += !valid && reply.verdict->valid ? 1 : 0;
    if (!is_irrelevance(reply) && reads_calls(input, reply, *decoder)) {
      other.add(reply, excerpt_of(*reply.reply));
    }
  }
  if (gained == 0) return;
  const std::size_t count = other.count();
  other.mend_with({.decoder = decoder});
  other.grade(gained > lost ? gained - lost : lost - gained, entries_of(input));
  other.finish(findings,
               counted(count, "response", "responses") + " that " +
                   std::string(input.decoder->name) + " cannot parse " +
                   (count == 1 ? "is" : "are") + " parsed by " + std::string(decoder->name) + " (" +
                   std::string(decoder->reply_form) + "). With it, " + gained_text(gained, lost) +
                   ".",
               static_cast<long>(gained) - static_cast<long>(lost));
}

}  // namespace bfclx::diagnosis
