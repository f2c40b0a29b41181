#include "core/audit/difference.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "core/audit/meaning.h"
#include "core/audit/schema.h"
#include "core/audit/spelling.h"
#include "core/check/ast_checker.h"
#include "core/check/rules.h"
#include "core/findings/argument_check.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

using Kind = ArgumentDifference::Kind;
using Shape = AnswerDifference::Shape;

constexpr std::size_t kShown = 160;
constexpr std::size_t kMaxExtra = 16;       // arguments of a call that the truth does not have
constexpr std::size_t kMaxLooked = 1000;    // parts of a value that are looked for in the question
constexpr std::size_t kMaxCalls = 200;      // of an answer that is compared call by call
constexpr std::size_t kLeastContained = 3;  // bytes of a text that another one holds
constexpr std::size_t kMaxContained = 200;  // texts that are looked for in each other

struct Call {
  std::string name;
  const Value* arguments = nullptr;
};

std::vector<Call> calls_of(const Value& calls) {
  std::vector<Call> out;
  for (const Value& call : calls.items()) {
    if (!call.is_dict()) continue;
    for (const auto& [name, arguments] : call.as_dict()) {
      if (name.is_str()) out.push_back({std::string(name.as_str()), &arguments});
    }
  }
  return out;
}

// The text of a value whatever its type, in the standard form.
std::string plain_text(const Value& value) {
  return standardize_string(value.is_str() ? std::string(value.as_str()) : canonical_value(value));
}

// Whether a value's literal parts are all in the text; values without any are. At most `parts` of
// them are looked for.
bool stands_in(const Value& value, const std::string& text, std::size_t& parts) {
  if (parts == 0) return false;
  --parts;
  if (value.is_str() || value.is_int() || value.is_float()) {
    return text.find(plain_text(value)) != std::string::npos;
  }
  if (value.is_sequence()) {
    return std::all_of(value.items().begin(), value.items().end(),
                       [&](const Value& item) { return stands_in(item, text, parts); });
  }
  if (value.is_dict()) {
    return std::all_of(value.as_dict().begin(), value.as_dict().end(),
                       [&](const auto& item) { return stands_in(item.value, text, parts); });
  }
  return true;
}

bool stands_in(const Value& value, const std::string& text) {
  std::size_t parts = kMaxLooked;
  return stands_in(value, text, parts);
}

bool is_omission(const Value& value) { return value.is_str() && value.as_str().empty(); }

// Whether the text of a value found holds one of an alternative, or the reverse: "San Diego" and
// "San Diego, CA", or lists and objects with a text in common. Shorter texts are in others by
// chance.
bool holds_text(const std::string& found, const Value& alternative, std::size_t& parts) {
  if (parts == 0) return false;
  --parts;
  if (alternative.is_sequence()) {
    return std::any_of(alternative.items().begin(), alternative.items().end(),
                       [&](const Value& item) { return holds_text(found, item, parts); });
  }
  if (alternative.is_dict()) {
    return std::any_of(
        alternative.as_dict().begin(), alternative.as_dict().end(), [&](const auto& item) {
          return holds_text(found, item.key, parts) || holds_text(found, item.value, parts);
        });
  }
  if (!alternative.is_str()) return false;
  const std::string text = plain_text(alternative);
  if (std::min(found.size(), text.size()) < kLeastContained || found == text) return false;
  return found.find(text) != std::string::npos || text.find(found) != std::string::npos;
}

// Whether a value is among the alternatives of a dict of alternatives, key by key.
bool matches(const Value& found, const Value& alternative) {
  if (canonical_value(found) == canonical_value(alternative)) return true;
  if (!alternative.is_dict() || !found.is_dict()) return false;
  for (const auto& [key, value] : found.as_dict()) {
    const Value* options = alternative.as_dict().find(key);
    if (options == nullptr || !options->is_list()) return false;
    if (std::none_of(options->items().begin(), options->items().end(),
                     [&, &its = value](const Value& one) { return matches(its, one); })) {
      return false;
    }
  }
  return std::all_of(
      alternative.as_dict().begin(), alternative.as_dict().end(), [&](const auto& item) {
        return found.as_dict().contains(item.key) || !item.value.is_list() ||
               std::any_of(item.value.items().begin(), item.value.items().end(), is_omission);
      });
}

// The value has another type than the parameter takes.
bool is_type_rule(std::string_view rule) {
  return rule == rules::kType || rule == rules::kNestedType || rule == rules::kNotText;
}

class CallComparer {
 public:
  CallComparer(const Entry& entry, std::string literals)
      : entry_(entry), literals_(std::move(literals)) {}

  std::vector<ArgumentDifference> compare(const Call& truth, const Call& found) const {
    std::vector<ArgumentDifference> out;
    if (!truth.arguments->is_dict() || !found.arguments->is_dict()) return out;
    const Value* function = find_function(entry_, truth.name);
    for (const auto& [key, alternatives] : truth.arguments->as_dict()) {
      if (!key.is_str() || !alternatives.is_list()) continue;
      const Value* value = found.arguments->as_dict().find(key);
      add_argument(truth.name, function, key.as_str(), alternatives, value, out);
    }
    std::size_t extra = 0;
    for (const auto& [key, value] : found.arguments->as_dict()) {
      if (extra == kMaxExtra) break;
      if (!key.is_str() || truth.arguments->as_dict().contains(key)) continue;
      out.push_back(make(Kind::kExtra, truth.name, function, key.as_str(), &value));
      ++extra;
    }
    return out;
  }

 private:
  ArgumentDifference make(Kind kind, const std::string& name, const Value* function,
                          std::string_view parameter, const Value* found) const {
    ArgumentDifference one;
    one.kind = kind;
    one.function = name;
    one.parameter = short_text(parameter, kShown);
    one.optional = function != nullptr && !is_required(*function, parameter);
    if (found == nullptr) return one;
    one.found = short_value(*found, kShown);
    one.found_in_question = stands_in(*found, literals_);
    const Value* schema = function != nullptr ? parameter_schema(*function, parameter) : nullptr;
    const bool typed = entry_.category->language == Language::kPython;
    one.fits_schema = schema != nullptr && fits_enum(*found, *schema) &&
                      (!typed || (fits_type(*found, *schema) && fits_item_type(*found, *schema)));
    return one;
  }

  // Source text is read by the checker alone: "5L" is 5, and "5" is no long. Nothing where the
  // value passes.
  std::optional<Reason> refused(const std::string& name, const Value* function,
                                const Value& parameter, const Value& alternatives,
                                const Value& found) const {
    if (function == nullptr) return Reason{};
    const ArgumentCheck check(*function, Value::str(name), entry_.category->language);
    const Result<Verdict> verdict = check.check(parameter, found, alternatives);
    if (!verdict.ok()) return Reason{};
    if (verdict->valid) return std::nullopt;
    return verdict->why ? *verdict->why : Reason{};
  }

  bool is_source_text() const { return entry_.category->language != Language::kPython; }

  void add_argument(const std::string& name, const Value* function, std::string_view parameter,
                    const Value& alternatives, const Value* found,
                    std::vector<ArgumentDifference>& out) const {
    List stated;
    bool may_be_left_out = false;
    bool right = false;
    for (const Value& one : alternatives.items()) {
      if (is_omission(one)) {
        may_be_left_out = true;
        continue;
      }
      stated.push_back(one);
      right = right || (found != nullptr && matches(*found, one));
    }
    std::optional<Reason> refusal;
    if (found != nullptr && is_source_text()) {
      refusal = refused(name, function, Value::str(parameter), alternatives, *found);
      right = !refusal;
    }
    if (right || (found == nullptr && may_be_left_out)) return;
    const Kind kind = found == nullptr ? Kind::kMissing
                      : stated.empty() ? Kind::kExtra
                                       : Kind::kValue;
    ArgumentDifference one = make(kind, name, function, parameter, found);
    if (!stated.empty()) one.truth = short_value(Value::list(stated), kShown);
    if (refusal && is_type_rule(refusal->rule)) {
      one.fits_schema = false;
      one.reason = refusal->text;
    }
    std::size_t parts = kMaxContained;
    const std::string text = found != nullptr ? plain_text(*found) : std::string();
    for (const Value& value : stated) {
      one.contained = one.contained || holds_text(text, value, parts);
      one.truth_in_question = one.truth_in_question || stands_in(value, literals_);
      one.spelling = one.spelling || (found != nullptr && is_same_but_spelling(value, *found));
    }
    out.push_back(std::move(one));
  }

  const Entry& entry_;
  std::string literals_;
};

void add_texts(const Value& value, std::string& out, int depth) {
  if (depth > 8) return;
  if (value.is_str()) {
    out += value.as_str();
    out += '\n';
  } else if (value.is_sequence()) {
    for (const Value& item : value.items()) add_texts(item, out, depth + 1);
  } else if (value.is_dict()) {
    const Value* content = value.as_dict().find("content");
    if (content != nullptr) add_texts(*content, out, depth + 1);
  }
}

}  // namespace

bool AnswerDifference::only_values() const {
  return shape == Shape::kArguments &&
         std::all_of(arguments.begin(), arguments.end(),
                     [](const ArgumentDifference& one) { return one.kind == Kind::kValue; });
}

bool AnswerDifference::only_optional() const {
  return shape == Shape::kArguments && !arguments.empty() &&
         std::all_of(arguments.begin(), arguments.end(), [](const ArgumentDifference& one) {
           return one.kind != Kind::kValue && one.optional;
         });
}

bool AnswerDifference::only_spelling() const {
  return shape == Shape::kArguments && !arguments.empty() &&
         std::all_of(arguments.begin(), arguments.end(),
                     [](const ArgumentDifference& one) { return one.spelling; });
}

bool AnswerDifference::any_contained() const {
  return shape == Shape::kArguments &&
         std::any_of(arguments.begin(), arguments.end(),
                     [](const ArgumentDifference& one) { return one.contained; });
}

bool AnswerDifference::fits_schema() const {
  return shape == Shape::kArguments &&
         std::all_of(arguments.begin(), arguments.end(), [](const ArgumentDifference& one) {
           return one.fits_schema && (one.kind != Kind::kMissing || one.optional);
         });
}

bool AnswerDifference::keeps_literals() const {
  return std::all_of(arguments.begin(), arguments.end(), [](const ArgumentDifference& one) {
    return one.kind == Kind::kMissing || one.found_in_question || !one.truth_in_question;
  });
}

bool AnswerDifference::plausible() const { return fits_schema() && keeps_literals(); }

std::string question_literals(const Entry& entry) {
  std::string texts;
  add_texts(entry.question(), texts, 0);
  return standardize_string(texts);
}

AnswerDifference difference_of(const Entry& entry, const Value& calls) {
  AnswerDifference difference;
  const Value& answers = entry.possible_answers();
  if (entry.category->judging != Judging::kCalls || !answers.is_list() ||
      !is_function_calling_format(calls)) {
    return difference;
  }
  const std::vector<Call> truth = calls_of(answers);
  std::vector<Call> found = calls_of(calls);
  if (truth.size() != found.size() || found.size() > kMaxCalls) {
    difference.shape = Shape::kCount;
    return difference;
  }
  const CallComparer comparer(entry, question_literals(entry));
  for (const Call& one : truth) {
    std::optional<std::size_t> best;
    std::vector<ArgumentDifference> least;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (standardize_string(found[i].name) != standardize_string(one.name)) continue;
      std::vector<ArgumentDifference> its = comparer.compare(one, found[i]);
      if (best && least.size() <= its.size()) continue;
      best = i;
      least = std::move(its);
    }
    if (!best) {
      difference.shape = Shape::kFunction;
      difference.arguments.clear();
      return difference;
    }
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(*best));
    for (ArgumentDifference& its : least) difference.arguments.push_back(std::move(its));
  }
  difference.shape = Shape::kArguments;
  return difference;
}

}  // namespace bfclx
