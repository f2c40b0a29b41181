#include "core/leaderboard/diagnosis.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/utf8.h"
#include "core/leaderboard/diagnosis_parts.h"
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
constexpr std::size_t kMaxExcerptBytes = 160;

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

Value example_value(const FindingExample& example) {
  Dict object;
  object.set("id", Value::str(example.id));
  object.set("file", Value::str(example.file));
  object.set("line", example.line > 0 ? Value::integer(static_cast<std::int64_t>(example.line))
                                      : Value::none());
  object.set("text", Value::str(example.text));
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
  Dict object;
  object.set("code", Value::str(finding.code));
  object.set("severity", Value::str(severity_name(finding.severity)));
  object.set("title", Value::str(finding.title));
  object.set("count", Value::integer(static_cast<std::int64_t>(finding.count)));
  object.set("categories", Value::dict(std::move(categories)));
  object.set("examples", Value::list(std::move(examples)));
  object.set("right_change",
             finding.right_change ? Value::integer(*finding.right_change) : Value::none());
  object.set("effect", Value::str(finding.effect));
  object.set("advice", Value::str(finding.advice));
  return Value::dict(std::move(object));
}

}  // namespace

LogFacts read_inference_log(const Value& log, const Entry& entry) {
  LogFacts facts;
  facts.hidden_text = diagnosis::excerpt_of(hidden_text_in(log, 0));
  const Value& turns = entry.question();
  const std::string_view asked = first_question_in(log);
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

// --- What the parts share -----------------------------------------------------------------------

namespace diagnosis {

void Collector::add(const DiagnosedReply& reply, std::string_view text) {
  add(reply.entry != nullptr ? reply.entry->category : reply.category,
      {std::string(reply.id), std::string(reply.file), reply.line, std::string(text)});
}

void Collector::add(const Category* category, FindingExample example) {
  ++finding_.count;
  if (category != nullptr) ++finding_.categories[category];
  if (finding_.examples.size() < kMaxFindingExamples) {
    finding_.examples.push_back(std::move(example));
  }
}

void Collector::finish(std::vector<Finding>& findings, std::string effect,
                       std::optional<long> right_change) {
  if (finding_.count == 0) return;
  finding_.effect = std::move(effect);
  finding_.right_change = right_change;
  findings.push_back(std::move(finding_));
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

std::string excerpt_of(std::string_view text) {
  const bool whole = text.size() <= kMaxExcerptBytes;
  if (!whole) {
    text = text.substr(0, kMaxExcerptBytes);
    // Not inside a character: continuation bytes, and the byte that they continue, go.
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) {
      text.remove_suffix(1);
    }
    if (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80) != 0) {
      text.remove_suffix(1);
    }
  }
  std::string out(text);
  std::replace(out.begin(), out.end(), '\n', ' ');
  std::replace(out.begin(), out.end(), '\r', ' ');
  return whole ? out : out + "...";
}

std::string excerpt_of(const Value& reply) {
  if (reply.is_str()) return excerpt_of(reply.as_str());
  std::string text;
  append_json(text, reply);
  return excerpt_of(text);
}

bool counts(const DiagnosedReply& reply) {
  return reply.entry != nullptr && !reply.superseded && reply.reply != nullptr;
}

bool has_verdict(const DiagnosedReply& reply) { return counts(reply) && reply.verdict != nullptr; }

bool judged_by_calls(const DiagnosedReply& reply) {
  return has_verdict(reply) && reply.entry->category->judging == Judging::kCalls;
}

bool is_irrelevance(const DiagnosedReply& reply) {
  return has_verdict(reply) && reply.entry->category->judging == Judging::kIrrelevance;
}

bool decoder_failed(const DiagnosedReply& reply) {
  return has_verdict(reply) && reply.verdict->decode_error.has_value();
}

bool is_inference_error(const Value& reply) {
  constexpr std::string_view kStart = "Error during inference:";
  return reply.is_str() && reply.as_str().substr(0, kStart.size()) == kStart;
}

std::vector<const Value*> steps_of(const DiagnosedReply& reply) {
  const Judging judging = reply.entry->category->judging;
  const bool episode = judging == Judging::kMultiTurn || judging == Judging::kAgentic;
  std::vector<const Value*> steps;
  if (!episode || !reply.reply->is_list()) return {reply.reply};
  for (const Value& turn : reply.reply->items()) {
    if (!turn.is_list()) continue;
    for (const Value& step : turn.items()) steps.push_back(&step);
  }
  return steps;
}

std::string loose_name(std::string_view name) {
  std::string loose(name);
  for (char& c : loose) {
    if (c == '.' || c == '-' || c == ' ') c = '_';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return loose;
}

std::vector<std::string_view> offered_names(const Entry& entry) {
  std::vector<std::string_view> names;
  const Value& functions = entry.functions();
  if (!functions.is_list()) return names;
  for (const Value& function : functions.items()) {
    const Value* name = member(function, "name");
    if (name != nullptr && name->is_str() && !name->as_str().empty()) {
      names.push_back(name->as_str());
    }
  }
  return names;
}

bool offers_one_of(const Entry& entry, const std::vector<std::string_view>& names) {
  for (const std::string_view offered : offered_names(entry)) {
    const std::string loose = loose_name(offered);
    for (const std::string_view name : names) {
      if (loose_name(name) == loose) return true;
    }
  }
  return false;
}

namespace {

bool is_name_char(char c) {
  return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

// f(x=1) or f("x"), and not f() or f(momentum), which sentences about a function have too.
bool is_called_at(std::string_view text, std::size_t end) {
  constexpr std::size_t kLongestArgument = 80;
  while (end < text.size() && text[end] == ' ') ++end;
  if (end >= text.size() || text[end] != '(') return false;
  const std::string_view arguments = text.substr(end + 1, kLongestArgument);
  return arguments.substr(0, arguments.find(')')).find_first_of("=\"'") != std::string_view::npos;
}

// "name": "f", or {"f": ...}; `at` is where f stands between quotes.
bool is_member_at(std::string_view text, std::size_t at, std::size_t end) {
  constexpr std::string_view kKeys[] = {"name", "function", "tool_name"};
  const std::size_t before = text.find_last_not_of(" \n", at - 2);
  if (at < 2 || before == std::string_view::npos) return false;
  if (text[before] == ':') {
    const std::string_view key = text.substr(0, text.find_last_not_of(" \n\"'", before - 1) + 1);
    for (const std::string_view one : kKeys) {
      if (key.size() >= one.size() && key.substr(key.size() - one.size()) == one) return true;
    }
    return false;
  }
  const std::size_t after = text.find_first_not_of(" \n", end + 1);
  return text[before] == '{' && after != std::string_view::npos && text[after] == ':';
}

// Where `name` is called in the text; npos when it is not.
std::size_t call_of(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const char before = at > 0 ? text[at - 1] : ' ';
    const std::size_t end = at + name.size();
    const bool quoted =
        (before == '"' || before == '\'') && end < text.size() && text[end] == before;
    if (quoted ? is_member_at(text, at, end) : !is_name_char(before) && is_called_at(text, end)) {
      return at;
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<std::size_t> mentioned_call(const Entry& entry, std::string_view text) {
  for (const std::string_view name : offered_names(entry)) {
    std::string underscored(name);
    std::replace(underscored.begin(), underscored.end(), '.', '_');
    for (const std::string_view spelling : {name, std::string_view(underscored)}) {
      const std::size_t at = call_of(text, spelling);
      if (at != std::string_view::npos) return at;
    }
  }
  return std::nullopt;
}

std::string excerpt_around(std::string_view text, std::size_t place) {
  constexpr std::size_t kBefore = 24;
  if (text.size() <= kMaxExcerptBytes || place <= kBefore) return excerpt_of(text);
  std::size_t begin = place - kBefore;
  while (begin < place && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80) ++begin;
  return "..." + excerpt_of(text.substr(begin));
}

namespace {

std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

struct Tag {
  std::string_view open;
  std::string_view close;
};
constexpr Tag kTags[] = {
    {"<tool_call>", "</tool_call>"},
    {"<TOOLCALL>", "</TOOLCALL>"},
    {"<think>", "</think>"},
    {"<|tool_call_start|>", "<|tool_call_end|>"},
};

// Calls or an object begin here: brackets and quotes are code, not prose.
bool begins_as_code(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n`");
  return first != std::string_view::npos && (text[first] == '[' || text[first] == '{');
}

// A text that ends with a closing bracket was written to its end, if badly.
bool ends_inside_brackets(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n`");
  if (last == std::string_view::npos || text[last] == ']' || text[last] == '}' ||
      text[last] == ')') {
    return false;
  }
  std::size_t open = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\') {
        ++i;
      } else if (c == quote) {
        quote = 0;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{' || c == '(') {
      ++open;
    } else if ((c == ']' || c == '}' || c == ')') && open > 0) {
      --open;
    }
  }
  return open > 0;
}

}  // namespace

bool looks_cut(std::string_view text) {
  for (const Tag& tag : kTags) {
    if (occurrences(text, tag.open) > occurrences(text, tag.close)) return true;
  }
  return begins_as_code(text) && ends_inside_brackets(text);
}

}  // namespace diagnosis
}  // namespace bfclx
