#include "core/findings/diagnosis.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/utf8.h"
#include "core/findings/diagnosis_parts.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::string_view kCodes[] = {
    "unknown_ids",    "missing_entries",   "duplicate_ids",      "old_ids",
    "unusable_lines", "other_dataset",     "impossible_answers", "inference_errors",
    "empty_replies",  "empty_tool_calls",  "credited_calls",     "cut_replies",
    "dots_in_names",  "arguments_no_text", "wrapped_calls",      "other_decoder",
};

using Part = void (*)(const DiagnosisInput&, std::vector<Finding>&);
constexpr Part kParts[] = {
    diagnosis::find_id_problems,      diagnosis::find_other_dataset, diagnosis::find_impossible,
    diagnosis::find_inference_errors, diagnosis::find_empty_replies, diagnosis::find_hidden_text,
    diagnosis::find_credited,         diagnosis::find_cut,           diagnosis::find_dots,
    diagnosis::find_not_text,         diagnosis::find_wrapped,       diagnosis::find_other_decoder,
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

// [{state}, {"begin_of_turn_query": [...], "step_0": ...}, ...], as episodes are logged.
std::string_view first_question_in(const Value& log) {
  if (!log.is_list()) return {};
  for (const Value& turn : log.items()) {
    if (const Value* query = member(turn, "begin_of_turn_query")) return user_text(*query);
  }
  return {};
}

std::string without_ends(std::string_view text) {
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
  object.set("settings", finding.settings ? settings_value(*finding.settings) : Value::none());
  object.set("effect", Value::str(finding.effect));
  object.set("advice", Value::str(finding.advice));
  return Value::dict(std::move(object));
}

}  // namespace

LoggedTexts read_inference_log(const Value& log) {
  return {diagnosis::excerpt_of(hidden_text_in(log, 0)), std::string(first_question_in(log))};
}

LoggedTexts read_logged_entry(std::string_view entry_text) {
  static constexpr std::string_view kWanted[] = {"inference_log"};
  if (entry_text.size() > kMaxLoggedEntry) return {};
  if (entry_text.find("\"inference_log\"") == std::string_view::npos) return {};
  const Result<Value> object = json_loads_object_filtered(entry_text, kWanted);
  const Value* log = object.ok() ? member(*object, kWanted[0]) : nullptr;
  return log != nullptr ? read_inference_log(*log) : LoggedTexts();
}

LogFacts log_facts(const LoggedTexts& texts, const Entry& entry) {
  LogFacts facts;
  facts.hidden_text = texts.hidden_text;
  const Value& turns = entry.question();
  const std::string_view asked = texts.first_question;
  if (!asked.empty() && turns.is_list() && !turns.items().empty()) {
    const std::string_view expected = user_text(turns.items().front());
    if (!expected.empty() && without_ends(expected) != without_ends(asked)) {
      facts.other_question = diagnosis::excerpt_of(asked);
    }
  }
  return facts;
}

std::string_view severity_name(Severity severity) {
  static constexpr std::string_view kNames[] = {"note", "warning", "error"};
  return kNames[static_cast<std::size_t>(severity)];
}

std::span<const std::string_view> finding_codes() { return kCodes; }

std::vector<Finding> diagnose(const DiagnosisInput& input) {
  std::vector<Finding> findings;
  for (const Part part : kParts) part(input, findings);
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
