#include "core/benchmark/case_proposal.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/checker/own_match.h"
#include "core/dataset/own_benchmark.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

// Its entries ask the questions of others again.
constexpr string_view kFormatSensitivity = "format_sensitivity";

void set_question(Dict& given, const Entry& entry) {
  const List& turns = entry.question().items();
  if (turns.empty()) return;
  const List& messages = turns.front().items();
  const bool is_text = turns.size() == 1 && messages.size() == 1 &&
                       find_text(messages.front(), "role") == "user" &&
                       given_member(messages.front(), "content") != nullptr;
  if (is_text) {
    given.set("question", *given_member(messages.front(), "content"));
  } else {
    given.set("messages", turns.size() == 1 ? turns.front() : entry.question());
  }
}

Dict asked_part(const Entry& entry, const Value& functions) {
  Dict given;
  if (const string_view id = find_text(entry.data, kOwnId); !id.empty()) {
    given.set("id", Value::str(id));
  }
  set_question(given, entry);
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
  const bool is_judged_here = category.judging == Judging::kCalls ||
                              category.judging == Judging::kRelevance ||
                              category.judging == Judging::kIrrelevance;
  return is_judged_here && category.language == Language::kPython &&
         category.name != kFormatSensitivity;
}

Value case_of_entry(const Entry& entry, const Value& functions) {
  Dict given = asked_part(entry, functions);
  const bool is_none = entry.ground_truth.is_none();
  given.set("expected", is_none ? Value::str("none") : entry.ground_truth);
  set_rest(given, entry);
  return Value::dict(std::move(given));
}

Value proposed_case(const ScoredResponse& scored, const Value& functions, bool underscore_to_dot) {
  const Entry& entry = *scored.entry;
  Dict given = asked_part(entry, functions);
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
