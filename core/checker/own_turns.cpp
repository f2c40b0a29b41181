// Entries of own benchmarks that have several turns with expected calls in each.
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/checker/own_match.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::string_view kResults = "results";
constexpr std::string_view kNeutralResult = R"({"status": "ok"})";

// `found` with its noun: "2 results".
Error wrong_count(const std::string& place, const std::string& found, std::size_t expected,
                  std::string_view of) {
  return schema_error(place, concat({"has ", found, ", expected ", std::to_string(expected),
                                     ", one for each ", of}));
}

std::string as_text(const Value& result) {
  if (result.is_str()) return std::string(result.as_str());
  std::string text;
  append_json(text, result);
  return text;
}

// `expected` is what turn.match was made of.
Status add_results(const Value& results, const Value& expected, const std::string& place,
                   CallOrder order, OwnTurn& turn) {
  if (results.is_none()) return {};
  if (!results.is_list()) return schema_error(place, "expected a list of results, or null");
  if (find_member(expected, "any_of") != nullptr) {
    return schema_error(place, "a turn with alternatives for whole calls cannot have results");
  }
  static const List kNone;
  const bool is_none = expected.is_none() || expected.is_str();
  const List one = {expected};
  const List& calls = is_none ? kNone : expected.is_list() ? expected.items() : one;
  if (results.items().size() != calls.size()) {
    return wrong_count(place, counted(results.items().size(), "result", "results"), calls.size(),
                       "expected call");
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(
        auto call, OwnMatch::make(turn.match->checker(), calls[i], order, place_of_item(place, i)));
    turn.calls.push_back(std::move(call));
    turn.results.push_back(Value::str(as_text(results.items()[i])));
  }
  return {};
}

// {"f": {"x": [1, 2], "y": [1, ""]}} as "f(x=1 or 2, y=1 or omitted)".
Value call_text(const Value& call) {
  std::string text;
  for (const auto& [name, parameters] : call.as_dict()) {
    text += str(name) + "(";
    if (!parameters.is_dict()) continue;
    std::string_view separator;
    for (const auto& [parameter, values] : parameters.as_dict()) {
      text += std::string(separator) + str(parameter) + "=";
      separator = ", ";
      std::string_view or_;
      if (!values.is_list()) continue;
      for (const Value& value : values.items()) {
        text += std::string(or_) + (is_empty_text(value) ? "omitted" : repr(value));
        or_ = " or ";
      }
    }
    text += ")";
  }
  return Value::str(text);
}

// Of a list of such calls; none for "none".
List call_texts(const Value& calls) {
  List texts;
  if (!calls.is_list()) return texts;
  for (const Value& call : calls.items()) texts.push_back(call_text(call));
  return texts;
}

// What a turn expects, each call as text. `shown` is OwnMatch::shown.
List expected_calls(const Value& shown) {
  List calls;
  const Value* alternatives = find_member(shown, "any_of");
  if (alternatives == nullptr) return call_texts(shown);
  std::string text;
  for (const Value& alternative : alternatives->items()) {
    std::string one;
    for (const Value& call : call_texts(alternative)) {
      one += (one.empty() ? "" : ", ") + str(call);
    }
    text += (text.empty() ? "" : " or ") + (one.empty() ? "no call" : one);
  }
  calls.push_back(Value::str(text));
  return calls;
}

}  // namespace

Result<std::shared_ptr<const OwnMatch>> OwnMatch::make_turns(std::shared_ptr<const Checker> checker,
                                                             const Value& expected,
                                                             const Value* results, CallOrder order,
                                                             std::string_view place) {
  if (!expected.is_list() || expected.items().empty()) {
    return schema_error(place, "expected a list of turns, with the calls of each or \"none\"");
  }
  const List& turns = expected.items();
  if (turns.size() > kMaxOwnTurns) {
    return schema_error(place, concat({"more than ", std::to_string(kMaxOwnTurns), " turns"}));
  }
  const bool has_results = results != nullptr && !results->is_none();
  if (has_results && !results->is_list()) {
    return schema_error(kResults, "expected a list with the results of each turn");
  }
  if (has_results && results->items().size() != turns.size()) {
    return wrong_count(std::string(kResults), counted(results->items().size(), "turn", "turns"),
                       turns.size(), "turn");
  }
  std::shared_ptr<OwnMatch> made(new OwnMatch);
  List shown, answers;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    OwnTurn turn;
    BFCLX_ASSIGN_OR_RETURN(turn.match, make(checker, turns[i], order, place_of_item(place, i)));
    if (has_results) {
      BFCLX_RETURN_IF_ERROR(
          add_results(results->items()[i], turns[i], place_of_item(kResults, i), order, turn));
    }
    shown.push_back(Value::list(expected_calls(turn.match->shown())));
    if (turn.match->possible_answers().is_list()) {
      const List& calls = turn.match->possible_answers().items();
      answers.insert(answers.end(), calls.begin(), calls.end());
    }
    made->turns_.push_back(std::move(turn));
  }
  made->checker_ = std::move(checker);
  made->order_ = order;
  made->shown_ = Value::list(std::move(shown));
  made->possible_answers_ = Value::list(std::move(answers));
  return std::shared_ptr<const OwnMatch>(std::move(made));
}

std::vector<Value> results_of_calls(const OwnTurn& turn, const List& calls) {
  std::vector<Value> results;
  std::vector<bool> taken(turn.calls.size(), false);
  for (const Value& call : calls) {
    Value result = Value::str(kNeutralResult);
    for (std::size_t i = 0; i < turn.calls.size(); ++i) {
      // Names may have `_` for `.`, as the request had them.
      const OwnMatch& expected = *turn.calls[i];
      const Value alone = Value::list({call});
      if (taken[i] || !(expected.judge(alone, false).valid || expected.judge(alone, true).valid)) {
        continue;
      }
      taken[i] = true;
      result = turn.results[i];
      break;
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace bfclx
