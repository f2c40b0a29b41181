#include "core/findings/possible_calls.h"

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "core/check/ast_checker.h"
#include "core/check/findings.h"
#include "core/check/rules.h"
#include "core/checker/own_match.h"
#include "core/decode/call_items.h"
#include "core/findings/argument_check.h"
#include "core/run/scorer.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kLimit = 512;

bool lists_empty_text(const Value& alternatives) {
  return alternatives.is_list() && contains(alternatives.items(), Value::str(""));
}

std::vector<Value> put_together(const Value& alternative, std::size_t limit);

// What a key of a possible dictionary may hold: each alternative, and nothing when it is optional.
struct KeyChoice {
  Value key;
  std::vector<Value> values;
  bool optional = false;
};

std::vector<Value> dicts_of(const Dict& possible, std::size_t limit) {
  std::vector<KeyChoice> choices;
  for (const auto& [key, alternatives] : possible) {
    KeyChoice choice{.key = key, .values = {}, .optional = lists_empty_text(alternatives)};
    if (alternatives.is_list()) {
      for (const Value& value : alternatives.items()) {
        if (!is_empty_text(value)) choice.values.push_back(value);
      }
    }
    choice.values.push_back(alternatives);  // should it be meant as it stands
    choices.push_back(std::move(choice));
  }
  std::vector<Value> dicts = {Value::dict()};
  for (const KeyChoice& choice : choices) {
    std::vector<Value> longer;
    const auto room = [&] { return longer.size() < limit; };
    if (choice.optional) longer = dicts;
    for (const Value& value : choice.values) {
      for (const Value& dict : dicts) {
        if (!room()) break;
        Dict with = dict.as_dict();
        with.set(choice.key, value);
        longer.push_back(Value::dict(std::move(with)));
      }
    }
    dicts = std::move(longer);
  }
  return dicts;
}

std::vector<Value> lists_of(const List& possible, std::size_t limit) {
  std::vector<List> lists = {{}};
  for (const Value& item : possible) {
    std::vector<List> longer;
    for (const Value& value : put_together(item, limit)) {
      for (const List& list : lists) {
        if (longer.size() >= limit) break;
        longer.push_back(list);
        longer.back().push_back(value);
      }
    }
    lists = std::move(longer);
  }
  std::vector<Value> values;
  values.reserve(lists.size());
  for (List& list : lists) values.push_back(Value::list(std::move(list)));
  return values;
}

std::vector<Value> put_together(const Value& alternative, std::size_t limit) {
  std::vector<Value> values;
  if (alternative.is_dict()) values = dicts_of(alternative.as_dict(), limit);
  if (alternative.is_list()) values = lists_of(alternative.items(), limit);
  if (values.size() < limit) values.push_back(alternative);
  return values;
}

// The value with its numbers of the other type, where that is exact.
Value with_numbers(const Value& value, bool to_float) {
  if (to_float && value.is_small_int()) return Value::real(static_cast<double>(value.as_int64()));
  if (!to_float && value.is_float() && std::trunc(value.as_float()) == value.as_float() &&
      std::fabs(value.as_float()) < 1e15) {
    return Value::integer(static_cast<std::int64_t>(value.as_float()));
  }
  if (value.is_list()) {
    List items;
    for (const Value& item : value.items()) items.push_back(with_numbers(item, to_float));
    return Value::list(std::move(items));
  }
  if (value.is_dict()) {
    Dict dict;
    for (const auto& [key, item] : value.as_dict()) dict.set(key, with_numbers(item, to_float));
    return Value::dict(std::move(dict));
  }
  return value;
}

// How single values are spelled in source text: none, a suffix for numbers, quotes for text.
struct Spelling {
  std::string_view quote;
  std::string_view int_suffix;
  std::string_view float_suffix;
};
constexpr Spelling kSpellings[] = {
    {"\"", "", ""}, {"", "", ""}, {"'", "", ""}, {"\"", "L", "f"}, {"\"", "n", ""},
};

std::string source_text(const Value& value, const Spelling& spelling, bool java);

std::string joined(const List& items, const Spelling& spelling, bool java) {
  std::string text;
  for (const Value& item : items) {
    if (!text.empty()) text += ", ";
    text += source_text(item, spelling, java);
  }
  return text;
}

std::string source_text(const Value& value, const Spelling& spelling, bool java) {
  switch (value.kind()) {
    case Value::Kind::kBool:
      return value.as_bool() ? "true" : "false";
    case Value::Kind::kNone:
      return "null";
    case Value::Kind::kInt:
      return repr(value) + std::string(spelling.int_suffix);
    case Value::Kind::kFloat:
      return repr(value) + std::string(spelling.float_suffix);
    case Value::Kind::kStr:
      return std::string(spelling.quote) + std::string(value.as_str()) +
             std::string(spelling.quote);
    case Value::Kind::kList:
      return java ? "new Object[]{" + joined(value.items(), spelling, java) + "}"
                  : "[" + joined(value.items(), spelling, java) + "]";
    case Value::Kind::kDict: {
      std::string text;
      for (const auto& [key, item] : value.as_dict()) {
        const std::string inner = source_text(item, spelling, java);
        if (java) {
          text += "put(\"" + str(key) + "\", " + inner + "); ";
        } else {
          text += (text.empty() ? "" : ", ") + str(key) + ": " + inner;
        }
      }
      return java ? "new HashMap<String, Object>() {{ " + text + "}}" : "{" + text + "}";
    }
    default:
      return repr(value);
  }
}

// Every way to write the value.
void add_source_texts(const Value& value, Language language, std::vector<Value>& out) {
  const bool java = language == Language::kJava;
  for (const Spelling& spelling : kSpellings) {
    out.push_back(Value::str(source_text(value, spelling, java)));
    if (java && value.is_list()) {
      const std::string items = joined(value.items(), spelling, java);
      out.push_back(Value::str("new ArrayList<>(Arrays.asList(" + items + "))"));
      if (items.empty()) out.push_back(Value::str("new ArrayList<>()"));
    }
  }
}

const Value* member(const Value& object, std::string_view name) {
  return object.is_dict() ? object.as_dict().find(name) : nullptr;
}

// One call of the ground truth, set against its function's doc.
class CallBuilder {
 public:
  CallBuilder(const Value& function, const Value& name, const Dict& possible, Language language)
      : possible_(possible), check_(function, name, language) {}

  // Sets rule and reason of `response` when a parameter cannot be passed.
  Dict build(PossibleResponse& response) {
    Dict arguments;
    arguments.reserve(possible_.size());
    for (const Value& name : check_.required()) {
      if (!possible_.contains(name)) {
        response.rule = "missing_required";
        response.reason = "the parameter " + repr(name) +
                          " is required, but the ground truth has no answer for it";
      }
    }
    for (const auto& [name, alternatives] : possible_) {
      const bool required = contains(check_.required(), name);
      if (lists_empty_text(alternatives)) {
        if (required) {
          set_trap(response, "missing_required",
                   "the ground truth allows " + repr(name) +
                       " to be omitted, but the function requires it");
        } else {
          look_at_optional(name, alternatives, response);
          continue;
        }
      }
      Attempt attempt = attempt_all(name, alternatives);
      if (!attempt.value) {
        if (response.rule.empty()) {
          response.rule = attempt.rule;
          response.reason = "parameter " + repr(name) + ": " + attempt.reason;
        }
        continue;
      }
      // Source text can be written in many ways, so that only Python has "the" first one.
      if (!attempt.rule.empty() && check_.language() == Language::kPython) {
        set_trap(response, attempt.rule, attempt.reason);
      }
      arguments.set(name, *std::move(attempt.value));
    }
    return arguments;
  }

 private:
  struct Attempt {
    std::optional<Value> value;  // the first candidate that passes
    std::string rule;            // why the first candidate does not; empty when it does
    std::string reason;
  };

  Attempt attempt_all(const Value& name, const Value& alternatives) {
    Attempt attempt;
    for (Value& value : candidates(alternatives, check_.language(), kLimit)) {
      Result<Verdict> verdict = check_.check(name, value, alternatives);
      if (verdict.ok() && verdict->valid) {
        attempt.value = std::move(value);
        return attempt;
      }
      if (!attempt.rule.empty()) continue;
      if (!verdict.ok()) {
        attempt.rule = "evaluator_error";
        attempt.reason = std::string(verdict.error().kind) + ": " + verdict.error().message;
      } else if (verdict->why) {
        attempt.rule = verdict->why->rule;
        attempt.reason = verdict->why->text;
      }
    }
    if (attempt.rule.empty()) {
      attempt.rule = "no_answer";
      attempt.reason = "the ground truth has no alternative";
    }
    return attempt;
  }

  // A parameter that may be left out, with alternatives that must not be given.
  void look_at_optional(const Value& name, const Value& alternatives, PossibleResponse& response) {
    List values;
    for (const Value& value : alternatives.items()) {
      if (!is_empty_text(value)) values.push_back(value);
    }
    if (values.empty()) return;
    const Attempt attempt = attempt_all(name, Value::list(std::move(values)));
    if (attempt.value) return;
    set_trap(response, attempt.rule,
             attempt.rule == rules::kUnexpectedParam
                 ? "the ground truth lists " + repr(name) + ", which the function does not have"
                 : "the ground truth lists " + repr(name) +
                       ", but none of its values passes: " + attempt.reason);
  }

  static void set_trap(PossibleResponse& response, std::string rule, std::string reason) {
    if (!response.trap_rule.empty()) return;
    response.trap_rule = std::move(rule);
    response.trap = std::move(reason);
  }

  const Dict& possible_;
  ArgumentCheck check_;
};

// As an entry with a match of its own is judged.
void check_by_own_match(const Entry& entry, PossibleResponse& response) {
  const Verdict verdict = judge_entry_calls(entry, response.calls, false);
  response.passes = verdict.valid;
  if (!verdict.why || !response.rule.empty()) return;
  response.rule = verdict.why->rule;
  response.reason = verdict.why->text;
}

void check_whole(const Entry& entry, PossibleResponse& response) {
  if (entry.own_match != nullptr) return check_by_own_match(entry, response);
  const AstCheck check{entry.category->language, entry.call_count(), false};
  Result<Verdict> verdict =
      check_calls(entry.functions(), response.calls, entry.ground_truth, check);
  response.passes = verdict.ok() && verdict->valid;
  if (response.passes || !response.rule.empty()) return;
  if (!verdict.ok()) {
    response.rule = "evaluator_error";
    response.reason = std::string(verdict.error().kind) + ": " + verdict.error().message;
  } else if (verdict->why) {
    response.rule = verdict->why->rule;
    response.reason = verdict->why->text;
  }
}

}  // namespace

std::vector<Value> candidates(const Value& alternatives, Language language, std::size_t limit) {
  std::vector<Value> values;
  if (!alternatives.is_list()) return values;
  for (const Value& alternative : alternatives.items()) {
    if (is_empty_text(alternative)) continue;
    for (Value& value : put_together(alternative, limit)) values.push_back(std::move(value));
  }
  const std::size_t plain = values.size();
  for (const bool to_float : {false, true}) {
    for (std::size_t i = 0; i < plain && values.size() < 3 * limit; ++i) {
      values.push_back(with_numbers(values[i], to_float));
    }
  }
  // Last, the mark of an optional parameter taken as a value.
  if (lists_empty_text(alternatives)) values.push_back(Value::str(""));
  if (language == Language::kPython) return values;
  std::vector<Value> texts;
  for (const Value& value : values) add_source_texts(value, language, texts);
  return texts;
}

// ast_checker.py:find_description
const Value* function_of(const Entry& entry, const Value& name) {
  const Value& functions = entry.functions();
  if (!functions.is_list() || functions.items().empty()) return nullptr;
  if (entry.call_count() == CallCount::kSimple) return &functions.items().front();
  for (const Value& function : functions.items()) {
    const Value* own = member(function, "name");
    if (own != nullptr && equal(*own, name)) return &function;
  }
  return nullptr;
}

PossibleResponse possible_response(const Entry& entry) {
  PossibleResponse response;
  response.calls = Value::list();
  const Value& answers = entry.possible_answers();
  if (!answers.is_list()) {
    response.rule = "no_answer";
    response.reason = "the entry has no ground truth";
    return response;
  }
  const OwnMatch* own = entry.own_match.get();
  if (own != nullptr && own->rules().match != ValueMatching::kOfficial) {
    response.calls = own->example();
    check_whole(entry, response);
    return response;
  }
  for (const Value& truth : answers.items()) {
    // The checker of single calls looks at the first one only.
    const bool enough = entry.call_count() == CallCount::kSimple && !response.calls.items().empty();
    if (enough || !truth.is_dict() || truth.as_dict().empty()) continue;
    const Dict::Entry& row = truth.as_dict().entry(0);
    const Value* function = function_of(entry, row.key);
    Dict arguments;
    if (function != nullptr && row.value.is_dict()) {
      arguments = CallBuilder(*function, row.key, row.value.as_dict(), entry.category->language)
                      .build(response);
    }
    response.calls.mutable_list().push_back(
        one_call(row.key, std::move(arguments)).items().front());
  }
  check_whole(entry, response);
  return response;
}

std::string python_text(const Value& calls) {
  std::string text = "[";
  for (const Value& call : calls.items()) {
    const Dict::Entry& entry = call.as_dict().entry(0);
    if (text.size() > 1) text += ", ";
    text += call_text(entry.key, entry.value, ", ").value();  // arguments are a dict
  }
  return text + "]";
}

}  // namespace bfclx
