#include "core/findings/diagnosis.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/utf8.h"
#include "core/dataset/finish_reason.h"
#include "core/findings/diagnosis_parts.h"
#include "core/findings/finding_effect.h"
#include "core/findings/finding_kinds.h"
#include "core/findings/finding_text.h"
#include "core/findings/run_diagnosis.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using Part = void (*)(const DiagnosisInput&, std::vector<Finding>&);
constexpr Part kParts[] = {
    diagnosis::find_id_problems,
    diagnosis::find_turn_count,
    diagnosis::find_other_dataset,
    diagnosis::find_manifest_facts,
    diagnosis::find_impossible,
    diagnosis::find_inference_errors,
    diagnosis::find_error_pages,
    diagnosis::find_empty_responses,
    diagnosis::find_hidden_text,
    diagnosis::find_credited,
    diagnosis::find_cut,
    diagnosis::find_loops,
    diagnosis::find_malformed_arguments,
    diagnosis::find_dots,
    diagnosis::find_not_text,
    diagnosis::find_values_as_text,
    diagnosis::find_other_language,
    diagnosis::find_wrapped,
    diagnosis::find_reasoning,
    diagnosis::find_other_decoder,
    diagnosis::find_not_decoded,  // behind those that tell why
    diagnosis::find_identical,
    diagnosis::find_only_first_call,
    diagnosis::find_token_limit,
    diagnosis::find_tools_not_shown,
    diagnosis::find_cut_prompts,
    diagnosis::find_held_out,
    diagnosis::find_repeated,
    diagnosis::find_model_name,
    diagnosis::find_same_in_backends,
    diagnosis::find_copied,
    diagnosis::find_long_messages,
    diagnosis::find_refused,
    diagnosis::find_refused_officially,
    diagnosis::find_skipped,
};

constexpr int kMaxLogDepth = 24;

const Value* member(const Value& object, std::string_view name) {
  return object.is_dict() ? object.as_dict().find(name) : nullptr;
}

bool is_empty_list(const Value* value) {
  return value != nullptr && value->is_list() && value->items().empty();
}

// The first text beside `tool_calls: []`, anywhere in the log.
std::string_view hidden_text_in(const Value& log, int depth) {
  if (depth > kMaxLogDepth) return {};
  if (log.is_list()) {
    for (const Value& item : log.items()) {
      if (const auto text = hidden_text_in(item, depth + 1); !text.empty()) return text;
    }
  } else if (log.is_dict()) {
    const Value* content = member(log, "content");
    if (is_empty_list(member(log, "tool_calls")) && content != nullptr && content->is_str() &&
        !content->as_str().empty()) {
      return content->as_str();
    }
    for (const auto& [key, value] : log.as_dict()) {
      if (const auto text = hidden_text_in(value, depth + 1); !text.empty()) return text;
    }
  }
  return {};
}

// Text of the last message of a list whose role is "user".
std::string_view user_text(const Value& messages) {
  std::string_view text;
  if (!messages.is_list()) return text;
  for (const Value& message : messages.items()) {
    const Value* role = member(message, "role");
    const Value* content = member(message, "content");
    if (role != nullptr && role->is_str() && role->as_str() == "user" && content != nullptr &&
        content->is_str()) {
      text = content->as_str();
    }
  }
  return text;
}

// The first item that is no list, however deep: counts are a number, or lists of turns and steps.
const Value* first_inside(const Value* value) {
  for (int depth = 0; value != nullptr && value->is_list(); ++depth) {
    if (depth > kMaxLogDepth || value->items().empty()) return nullptr;
    value = &value->items().front();
  }
  return value;
}

// A text that is not empty, in lists of turns and steps.
bool has_text(const Value& value, int depth) {
  if (value.is_str()) return !value.as_str().empty();
  if (!value.is_list() || depth > kMaxLogDepth) return false;
  return std::any_of(value.items().begin(), value.items().end(),
                     [depth](const Value& item) { return has_text(item, depth + 1); });
}

// [{state}, {"begin_of_turn_query": [...], "step_0": ...}, ...], as episodes are logged.
std::string_view first_question_in(const Value& log) {
  if (!log.is_list()) return {};
  for (const Value& turn : log.items()) {
    if (const Value* query = member(turn, "begin_of_turn_query")) return user_text(*query);
  }
  return {};
}

std::string without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

// Lone surrogates and broken paths, which not every reader of JSON takes, become U+FFFD.
Value readable(std::string_view text) { return Value::str(sanitize_utf8(text)); }

Value example_value(const FindingExample& example) {
  Dict object;
  object.set("id", readable(example.id));
  object.set("file", readable(example.file));
  object.set("line", example.line > 0 ? Value::integer(static_cast<std::int64_t>(example.line))
                                      : Value::none());
  object.set("text", readable(example.text));
  return Value::dict(std::move(object));
}

Value settings_value(const OtherSettings& settings) {
  Dict object;
  if (settings.decoder != nullptr) object.set("decoder", Value::str(settings.decoder->name));
  if (settings.underscore_to_dot) {
    object.set("underscore_to_dot", Value::boolean(*settings.underscore_to_dot));
  }
  return Value::dict(std::move(object));
}

Value points_value(const PointsEffect& points) {
  Dict object;
  object.set("estimate", points.estimate ? Value::real(*points.estimate) : Value::none());
  object.set("low", Value::real(points.low));
  object.set("high", Value::real(points.high));
  return Value::dict(std::move(object));
}

Value finding_value(const Finding& finding) {
  Dict categories;
  for (const auto& [category, count] : finding.categories) {
    if (category == nullptr) continue;
    categories.set(category->name, Value::integer(static_cast<std::int64_t>(count)));
  }
  List examples;
  for (const FindingExample& example : finding.examples) {
    examples.push_back(example_value(example));
  }
  List ids;
  for (const std::string& id : finding.ids) ids.push_back(readable(id));
  Dict object;
  object.set("code", Value::str(finding.code));
  object.set("severity", Value::str(severity_name(finding.severity)));
  object.set("title", Value::str(finding.title));
  object.set("count", Value::integer(static_cast<std::int64_t>(finding.count)));
  object.set("categories", Value::dict(std::move(categories)));
  object.set("examples", Value::list(std::move(examples)));
  object.set("ids", Value::list(std::move(ids)));
  object.set("right_change",
             finding.right_change ? Value::integer(*finding.right_change) : Value::none());
  object.set("places_text", Value::str(places_text(finding)));
  object.set("change_text", Value::str(change_text(finding)));
  object.set("counts_text", Value::str(counts_text(finding)));
  object.set("points", finding.points ? points_value(*finding.points) : Value::none());
  object.set("certainty", Value::str(certainty_name(finding_brief(finding.code).certainty)));
  object.set("fix", Value::str(fix_text(finding)));
  object.set("settings", finding.settings ? settings_value(*finding.settings) : Value::none());
  object.set("effect", Value::str(finding.effect));
  object.set("advice", Value::str(finding.advice));
  return Value::dict(std::move(object));
}

}  // namespace

LoggedTexts read_inference_log(const Value& log) {
  LoggedTexts texts;
  texts.hidden_text = diagnosis::excerpt_of(hidden_text_in(log, 0));
  texts.first_question = first_question_in(log);
  return texts;
}

LoggedTexts read_logged_entry(std::string_view entry_text) {
  static constexpr std::string_view kWanted[] = {"inference_log", "input_token_count",
                                                 "reasoning_content"};
  const bool any = std::any_of(std::begin(kWanted), std::end(kWanted), [&](std::string_view name) {
    return entry_text.find(name) != std::string_view::npos;
  });
  if (!any || entry_text.size() > kMaxLoggedEntry) return {};
  const Result<Value> object = json_loads_object_filtered(entry_text, kWanted);
  if (!object.ok()) return {};
  const Value* log = member(*object, kWanted[0]);
  LoggedTexts texts = log != nullptr ? read_inference_log(*log) : LoggedTexts();
  if (const Value* tokens = first_inside(member(*object, kWanted[1]))) {
    if (tokens->is_small_int()) texts.input_tokens = std::max<std::int64_t>(0, tokens->as_int64());
  }
  const Value* reasoning = member(*object, kWanted[2]);
  texts.has_reasoning = reasoning != nullptr && has_text(*reasoning, 0);
  return texts;
}

GenerationNote read_generation_note(std::string_view line) {
  static constexpr std::string_view kWanted[] = {"id", "steps", "served_by"};
  GenerationNote note;
  const Result<Value> object = json_loads_object_filtered(line, kWanted);
  const Value* id = object.ok() ? member(*object, "id") : nullptr;
  const Value* steps = object.ok() ? member(*object, "steps") : nullptr;
  if (id == nullptr || !id->is_str()) return note;
  note.id = id->as_str();
  const Value* served = member(*object, "served_by");
  if (served != nullptr && served->is_list() && served->items().size() == 1 &&
      served->items().front().is_str()) {
    note.served_by = served->items().front().as_str();
  }
  if (steps == nullptr || !steps->is_list()) return note;
  for (const Value& step : steps->items()) {
    const Value* reason = member(step, "finish_reason");
    if (reason == nullptr || !reason->is_str()) continue;
    note.at_limit = note.at_limit || is_token_limit(reason->as_str());
  }
  return note;
}

LogFacts log_facts(const LoggedTexts& texts, const Entry& entry) {
  LogFacts facts;
  facts.input_tokens = texts.input_tokens;
  facts.has_reasoning = texts.has_reasoning;
  if (!is_episode(*entry.category)) return facts;  // their logs have another form
  facts.hidden_text = texts.hidden_text;
  const Value& turns = entry.question();
  const std::string_view asked = texts.first_question;
  if (!asked.empty() && turns.is_list() && !turns.items().empty()) {
    const std::string_view expected = user_text(turns.items().front());
    if (!expected.empty() && without_blanks(expected) != without_blanks(asked)) {
      facts.other_question = diagnosis::excerpt_of(asked);
    }
  }
  return facts;
}

std::string_view severity_name(Severity severity) {
  static constexpr std::string_view kNames[] = {"info", "warning", "error"};
  return kNames[static_cast<std::size_t>(severity)];
}

std::vector<Finding> diagnose(const DiagnosisInput& input) {
  std::vector<Finding> findings;
  for (const Part part : kParts) part(input, findings);
  add_score_effects(input, findings);
  const auto weight = [](const Finding& finding) {
    return std::labs(finding.right_change.value_or(0));
  };
  std::stable_sort(findings.begin(), findings.end(), [&](const Finding& a, const Finding& b) {
    if (a.severity != b.severity) return a.severity > b.severity;
    if (weight(a) != weight(b)) return weight(a) > weight(b);
    return a.count > b.count;
  });
  return findings;
}

std::string findings_json(std::span<const Finding> findings) {
  List list;
  for (const Finding& finding : findings) list.push_back(finding_value(finding));
  std::string out;
  append_json(out, Value::list(std::move(list)));
  return out;
}

}  // namespace bfclx
