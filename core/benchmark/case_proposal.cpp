#include "core/benchmark/case_proposal.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/checker/own_match.h"
#include "core/dataset/own_benchmark.h"
#include "core/dataset/own_turns.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

// Its entries ask the questions of others again.
constexpr string_view kFormatSensitivity = "format_sensitivity";

void set_question(Dict& given, const Value& turn) {
  const List& messages = turn.items();
  const bool is_text = messages.size() == 1 && messages.front().as_dict().size() == 2 &&
                       find_text(messages.front(), "role") == "user" &&
                       given_member(messages.front(), "content") != nullptr;
  if (is_text) {
    given.set("question", *given_member(messages.front(), "content"));
  } else {
    given.set("messages", turn);
  }
}

Dict asked_part(const Entry& entry, const Value& functions) {
  Dict given;
  if (const string_view id = find_text(entry.data, kOwnId); !id.empty()) {
    given.set("id", Value::str(id));
  }
  const List& turns = entry.question().items();
  if (turns.size() == 1 && !is_own_turns(*entry.category)) set_question(given, turns.front());
  if (Value tools = case_tools(entry.functions(), functions, entry.functions()); !tools.is_none()) {
    given.set("tools", std::move(tools));
  }
  return given;
}

void set_rest(Dict& given, const Entry& entry) {
  for (const string_view member : {kMatchMember, kOrderMember, kTags}) {
    const Value* value = given_member(entry.data, member);
    if (value != nullptr) given.set(member, *value);
  }
}

// The name of a function doc, where names of calls have underscores for dots.
Value doc_name(const Entry& entry, const Value& name, bool underscore_to_dot) {
  if (!underscore_to_dot || !name.is_str()) return name;
  for (const Value& doc : entry.functions().items()) {
    std::string spelled(find_text(doc, "name"));
    std::replace(spelled.begin(), spelled.end(), '.', '_');
    if (spelled == name.as_str()) return Value::str(find_text(doc, "name"));
  }
  return name;
}

// The turns of an entry, each with its messages and what `expected` gives for it.
template <typename Expected>
Value turns_of(const Entry& entry, const Value& results, const Expected& expected) {
  List turns;
  const List& asked = entry.question().items();
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Dict turn;
    set_question(turn, asked[i]);
    turn.set("expected", expected(i));
    const bool has_results = results.is_list() && i < results.items().size();
    if (has_results && !results.items()[i].is_none()) turn.set(kTurnResults, results.items()[i]);
    turns.push_back(Value::dict(std::move(turn)));
  }
  return Value::list(std::move(turns));
}

// The calls of a turn as text: "[f(x=1), g()]".
Value calls_of_turn(const Entry& entry, const EpisodeVerdict& episode, std::size_t turn,
                    bool underscore_to_dot) {
  std::string text;
  if (turn >= episode.turns.size()) return Value::str("none");
  for (const DecodedStep& step : episode.turns[turn]) {
    if (!step.has_calls) continue;
    for (const Value& call : step.calls.items()) {
      if (!call.is_str()) continue;
      const string_view all = call.as_str();
      const string_view name = all.substr(0, all.find('('));
      const Value spelled = doc_name(entry, Value::str(name), underscore_to_dot);
      text += concat({text.empty() ? "" : ", ", spelled.as_str(), all.substr(name.size())});
    }
  }
  return Value::str(text.empty() ? "none" : concat({"[", text, "]"}));
}

// Results of the benchmark are of the calls that it expects.
Value results_for(const Entry& entry, const ScoredResponse& scored) {
  List results;
  const std::vector<OwnTurn>& turns = entry.own_match->turns();
  for (std::size_t i = 0; i < turns.size(); ++i) {
    std::size_t calls = 0;
    if (i < scored.episode->turns.size()) {
      for (const DecodedStep& step : scored.episode->turns[i]) {
        if (step.has_calls) calls += step.calls.items().size();
      }
    }
    const bool fits = !turns[i].results.empty() && turns[i].results.size() == calls;
    results.push_back(fits ? Value::list(List(turns[i].results)) : Value());
  }
  return Value::list(std::move(results));
}

}  // namespace

Value case_tools(const Value& docs, const Value& functions, const Value& given) {
  if (!functions.is_list()) return given;
  if (equal(docs, functions)) return {};
  List names;
  for (const Value& doc : docs.items()) {
    const List& all = functions.items();
    const auto is_doc = [&](const Value& other) { return equal(other, doc); };
    if (std::none_of(all.begin(), all.end(), is_doc)) return given;
    names.push_back(Value::str(find_text(doc, "name")));
  }
  return Value::list(std::move(names));
}

bool can_be_case(const Category& category) {
  if (is_own_turns(category)) return true;
  const bool is_judged_here = category.judging == Judging::kCalls ||
                              category.judging == Judging::kRelevance ||
                              category.judging == Judging::kIrrelevance;
  return is_judged_here && category.language == Language::kPython &&
         category.name != kFormatSensitivity;
}

Value case_of_entry(const Entry& entry, const Value& functions, const Value& results) {
  Dict given = asked_part(entry, functions);
  if (is_own_turns(*entry.category)) {
    const auto truth = [&](std::size_t turn) {
      const List& truths = entry.ground_truth.items();
      return turn < truths.size() && !truths[turn].is_none() ? truths[turn] : Value::str("none");
    };
    given.set("turns", turns_of(entry, results, truth));
    set_rest(given, entry);
    return Value::dict(std::move(given));
  }
  const bool is_none = entry.ground_truth.is_none();
  given.set("expected", is_none ? Value::str("none") : entry.ground_truth);
  set_rest(given, entry);
  return Value::dict(std::move(given));
}

Value proposed_case(const ScoredResponse& scored, const Value& functions, bool underscore_to_dot) {
  const Entry& entry = *scored.entry;
  Dict given = asked_part(entry, functions);
  if (is_own_turns(*entry.category)) {
    const auto said = [&](std::size_t turn) {
      if (scored.episode == nullptr) return Value::str("none");
      return calls_of_turn(entry, *scored.episode, turn, underscore_to_dot);
    };
    const bool is_read = scored.episode != nullptr && entry.own_match != nullptr;
    given.set("turns", turns_of(entry, is_read ? results_for(entry, scored) : Value(), said));
    set_rest(given, entry);
    return Value::dict(std::move(given));
  }
  List calls;
  if (scored.verdict.decoded && scored.verdict.decoded->is_list()) {
    for (const Value& call : scored.verdict.decoded->items()) {
      if (!call.is_dict()) continue;
      for (const auto& [name, arguments] : call.as_dict()) {
        calls.push_back(dict_of(
            {{"name", doc_name(entry, name, underscore_to_dot)}, {"arguments", arguments}}));
      }
    }
  }
  given.set("expected", calls.empty() ? Value::str("none") : Value::list(std::move(calls)));
  set_rest(given, entry);
  return Value::dict(std::move(given));
}

}  // namespace bfclx
