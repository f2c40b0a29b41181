// Findings about the replies themselves.
#include <optional>
#include <string>
#include <vector>

#include "core/findings/diagnosis_parts.h"
#include "core/value/dict.h"

namespace bfclx::diagnosis {
namespace {

bool is_blank(const Value& reply) {
  return reply.is_none() ||
         (reply.is_str() && reply.as_str().find_first_not_of(" \t\r\n") == std::string_view::npos);
}

bool is_empty_list(const Value& value) { return value.is_list() && value.items().empty(); }

// What a reply that is meant as a call of an offered function looks like; empty for others.
std::string meant_call(const DiagnosedReply& reply) {
  const auto in_text = [&](std::string_view text) {
    const std::optional<std::size_t> place = mentioned_call(*reply.entry, text);
    return place ? excerpt_around(text, *place) : std::string();
  };
  const Value& value = *reply.reply;
  if (value.is_str()) return in_text(value.as_str());
  if (!value.is_list() || !decoder_failed(reply)) return {};
  for (const Value& item : value.items()) {
    if (item.is_dict() && item.as_dict().size() > 0) return excerpt_of(value);
    std::string text = item.is_str() ? in_text(item.as_str()) : std::string();
    if (!text.empty()) return text;
  }
  return {};
}

// "7 of them stand in irrelevance categories and count as right."
std::string credited_text(std::size_t credited) {
  if (credited == 0) return {};
  return " " + counted(credited, "of them counts", "of them count") +
         " as right, because an irrelevance category takes whatever holds no call for abstention.";
}

}  // namespace

void find_inference_errors(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector errors("inference_errors", Severity::kError,
                   "Replies that are error messages of the generation",
                   "Remove these lines from the result files and run the generation again for "
                   "them; check limits of the endpoint and its time-outs.");
  std::size_t credited = 0;
  for (const DiagnosedReply& reply : input.replies) {
    if (!counts(reply) || !is_inference_error(*reply.reply)) continue;
    errors.add(reply, excerpt_of(*reply.reply));
    credited += is_irrelevance(reply) && reply.verdict->valid ? 1 : 0;
  }
  errors.grade(input.replies.size());
  errors.finish(findings,
                "The model never answered these entries. They are scored like answers and fail." +
                    credited_text(credited),
                credited > 0 ? std::optional<long>(-static_cast<long>(credited)) : std::nullopt);
}

void find_empty_replies(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector empty("empty_replies", Severity::kWarning, "Replies without any text or call",
                  "Look at the raw responses: a reasoning model whose answer was cut, a content "
                  "filter and an endpoint that fails silently look like this.");
  std::size_t credited = 0;
  for (const DiagnosedReply& reply : input.replies) {
    if (!counts(reply) || !is_blank(*reply.reply)) continue;
    empty.add(reply, reply.reply->is_none() ? "null" : "an empty text");
    credited += is_irrelevance(reply) && reply.verdict->valid ? 1 : 0;
  }
  empty.finish(findings, "An empty reply fails where a call is wanted." + credited_text(credited),
               credited > 0 ? std::optional<long>(-static_cast<long>(credited)) : std::nullopt);
}

// Handlers of chat APIs take `tool_calls` when it is there; an endpoint that sends an empty list
// beside the text makes them store [] and drop the text. Told by the log, or by a run in which
// every reply without a call is [] and none is a text.
void find_hidden_text(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 5;
  Collector proved("empty_tool_calls", Severity::kError,
                   "`tool_calls: []` beside a text answer hides the text",
                   "Make the endpoint, or the handler, turn an empty `tool_calls` into none, and "
                   "generate again: the text is not in the result file.");
  Collector likely = proved;
  std::size_t texts = 0;
  std::size_t agentic = 0;
  for (const DiagnosedReply& reply : input.replies) {
    if (!counts(reply)) continue;
    const std::vector<const Value*> steps = steps_of(reply);
    bool empty = false;
    for (const Value* step : steps) {
      texts += step->is_str() && !is_inference_error(*step) ? 1 : 0;
      empty = empty || is_empty_list(*step);
    }
    const bool is_agentic = reply.entry->category->judging == Judging::kAgentic;
    if (!reply.log.hidden_text.empty()) {
      proved.add(reply, reply.log.hidden_text);
      agentic += is_agentic ? 1 : 0;
    } else if (empty) {
      likely.add(reply, "[]");
      agentic += is_agentic ? 1 : 0;
    }
  }
  const bool sure = proved.count() > 0;
  if (!sure && (texts > 0 || likely.count() < kFewest)) return;
  Collector& found = sure ? proved : likely;
  std::string effect = sure ? "The logs hold texts that the results lack."
                            : "No reply of the run is a text, every one without a call is `[]`.";
  effect += agentic > 0
                ? " Agentic entries are judged by the last message that is no call, so they "
                  "cannot pass."
                : " Single-turn and multi-turn verdicts do not change by it, but why the "
                  "model made no call cannot be seen, and agentic entries could not pass.";
  if (agentic == 0) found.set_severity(Severity::kNote);
  found.finish(findings, std::move(effect));
}

void find_credited(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector credited("credited_calls", Severity::kError,
                     "Calls that could not be read count as abstention",
                     "Choose the decoder that reads the replies, or correct the format of the "
                     "model; then these entries count as the calls that they are.");
  std::size_t right = 0;
  std::size_t all = 0;
  for (const DiagnosedReply& reply : input.replies) {
    if (!is_irrelevance(reply)) continue;
    ++all;
    right += reply.verdict->valid ? 1 : 0;
    if (!reply.verdict->valid || is_inference_error(*reply.reply)) continue;
    if (const std::string call = meant_call(reply); !call.empty()) credited.add(reply, call);
  }
  const std::size_t count = credited.count();
  credited.grade(all);
  credited.finish(findings,
                  "In the irrelevance categories " + std::to_string(right) + " of " +
                      std::to_string(all) + " count as right; without these it would be " +
                      std::to_string(right - count) +
                      ". A model that breaks the format is rewarded here.",
                  -static_cast<long>(count));
}

void find_cut(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector cut("cut_replies", Severity::kError, "Replies whose end is missing",
                "Raise the limit of generated tokens (reasoning counts too) and generate these "
                "entries again.");
  std::size_t credited = 0;
  const auto is_cut = [](const Value& step) {
    if (step.is_str()) return !is_inference_error(step) && looks_cut(step.as_str());
    if (!step.is_list()) return false;
    for (const Value& call : step.items()) {
      if (!call.is_dict()) continue;
      for (const auto& [name, arguments] : call.as_dict()) {
        if (arguments.is_str() && looks_cut(arguments.as_str())) return true;
      }
    }
    return false;
  };
  for (const DiagnosedReply& reply : input.replies) {
    if (!counts(reply)) continue;
    // A reply that passes where calls are wanted was read to its end.
    if (judged_by_calls(reply) && reply.verdict->valid) continue;
    for (const Value* step : steps_of(reply)) {
      if (!is_cut(*step)) continue;
      cut.add(reply, excerpt_of(*step));
      credited += is_irrelevance(reply) && reply.verdict->valid ? 1 : 0;
      break;
    }
  }
  cut.grade(input.replies.size());
  cut.finish(findings,
             "A call that ends in the middle cannot be read and fails, which looks like "
             "lack of ability." +
                 credited_text(credited));
}

}  // namespace bfclx::diagnosis
