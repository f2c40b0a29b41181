#include "core/benchmark/case_reader.h"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/benchmark/case_question.h"
#include "core/benchmark/function_docs.h"
#include "core/check/findings.h"
#include "core/checker/schema_doc.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/given_calls.h"
#include "core/dataset/own_rules.h"
#include "core/dataset/own_turns.h"
#include "core/python/syntax/parse_expression.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kTurns = "turns";
constexpr string_view kMembers[] = {"id",   "messages", "question", "tools", "expected",
                                    "tags", "order",    "match",    kTurns};
constexpr string_view kTurnMembers[] = {"question", "messages", "expected", kTurnResults};
constexpr std::size_t kMaxTags = 32;
constexpr std::size_t kMaxName = 200;  // bytes of an id or a tag

// What other programs call a member.
constexpr std::pair<string_view, string_view> kOtherNames[] = {
    {"answer", "expected"}, {"answers", "expected"}, {"ground_truth", "expected"},
    {"output", "expected"}, {"calls", "expected"},   {"tool_calls", "expected"},
    {"prompt", "question"}, {"input", "question"},   {"query", "question"},
    {"function", "tools"},  {"functions", "tools"}};

std::string unknown_case_member(string_view name, std::span<const string_view> members) {
  for (const auto& [other, member] : kOtherNames) {
    if (name != other) continue;
    return concat(
        {"unknown member ", brief_repr(Value::str(name)), ". Did you mean ", member, "?"});
  }
  return unknown_member(Value::str(name), members).message;
}

Status check_members(const Value& given) {
  for (const auto& [key, unused] : given.as_dict()) {
    BFCLX_RETURN_IF_ERROR(check_member_name(key.is_str() ? key.as_str() : string_view()));
  }
  return cannot_be_sent(given) ? cannot_send(given, "") : Status();
}

// An id or a tag: one line that can be shown.
Status check_name(const Value& given, const std::string& place) {
  if (!given.is_str()) return wrong_kind(place, &given, "text");
  const string_view text = given.as_str();
  const bool shows = std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) == 0x7F;
  });
  if (!text.empty() && text.size() <= kMaxName && shows) return {};
  return schema_error(
      place, concat({"expected 1 to ", std::to_string(kMaxName), " bytes of text in one line"}));
}

Result<std::string> read_id(const Value& given) {
  const Value* id = given_member(given, "id");
  if (id == nullptr) return std::string();
  if (id->is_small_int()) return std::to_string(id->as_int64());
  if (!id->is_str()) return wrong_kind("id", id, "text or an integer");
  BFCLX_RETURN_IF_ERROR(check_name(*id, "id"));
  return std::string(id->as_str());
}

Result<Value> read_tags(const Value& given) {
  const Value* tags = given_member(given, "tags");
  if (tags == nullptr) return Value();
  if (!tags->is_list()) return wrong_kind("tags", tags, "a list of strings");
  if (tags->items().size() > kMaxTags) {
    return schema_error("tags", concat({"more than ", std::to_string(kMaxTags), " tags"}));
  }
  for (std::size_t i = 0; i < tags->items().size(); ++i) {
    BFCLX_RETURN_IF_ERROR(check_name(tags->items()[i], place_of_item("tags", i)));
  }
  return *tags;
}

// ---- what is expected ----

const Category* category_of(std::size_t functions, std::size_t calls) {
  if (calls == 0) return find_category("irrelevance");
  if (calls == 1) return find_category(functions == 1 ? "simple_python" : "multiple");
  return find_category(functions == 1 ? "parallel" : "parallel_multiple");
}

// Positional arguments have no name in the official form, and of two with one name one would be
// lost.
Status check_call_node(const python::Node& node) {
  if (node.kind != python::NodeKind::kCall) return {};
  const auto& call = python::as<python::Call>(node);
  if (!call.arguments.empty()) {
    return schema_error("expected", "a call has a positional argument: write keywords, f(x=1)");
  }
  std::unordered_set<string_view> names;
  for (const python::Keyword& keyword : call.keywords) {
    if (keyword.unpacks()) {
      return schema_error("expected",
                          "a call unpacks arguments with **: write the call as JSON, "
                          "{\"name\": ..., \"arguments\": {...}}");
    }
    if (!names.insert(keyword.name).second) {
      return schema_error("expected", concat({"duplicate argument `", keyword.name, "`"}));
    }
  }
  return {};
}

Status check_calls_text(string_view text) {
  const Result<python::Tree> tree = python::parse_expression(text);
  if (!tree.ok()) return {};  // decoding says what is wrong
  const python::Node& root = tree->root();
  if (root.kind != python::NodeKind::kList && root.kind != python::NodeKind::kTuple) {
    return check_call_node(root);
  }
  for (const python::Node* node : static_cast<const python::Sequence&>(root).elements) {
    BFCLX_RETURN_IF_ERROR(check_call_node(*node));
  }
  return {};
}

// {"name", "arguments"} of each call of a text.
Result<Value> calls_as_text(const Value& text) {
  BFCLX_RETURN_IF_ERROR(check_calls_text(text.as_str()));
  const Decoder* reader = find_decoder("prompting");
  if (reader == nullptr) return schema_error("expected", "calls as text cannot be read");
  const Result<Value> calls = decode_given_calls(text, *reader);
  if (!calls.ok() || !calls->is_list() || calls->items().empty()) {
    return schema_error("expected",
                        "write \"none\", or calls with named arguments such as f(x=1), or calls "
                        "as JSON");
  }
  if (cannot_be_sent(*calls)) return cannot_send(*calls, "expected");
  List named;
  for (const Value& call : calls->items()) {
    for (const auto& [name, arguments] : call.as_dict()) {
      named.push_back(dict_of({{"name", name}, {"arguments", arguments}}));
    }
  }
  return Value::list(std::move(named));
}

// A single call and the calls of a message as a list; alternatives of calls as they are.
Value as_expected(const Value& expected) {
  if (expected.is_list() || find_member(expected, "any_of") != nullptr) return expected;
  const Value* calls = given_member(expected, "tool_calls");
  return calls != nullptr ? *calls : Value::list({expected});
}

// ---- several turns ----

Status check_turn_members(const Value& turn, const std::string& place) {
  if (!turn.is_dict()) {
    return wrong_kind(place, &turn, "a turn {\"question\", \"expected\"}");
  }
  for (const auto& [key, unused] : turn.as_dict()) {
    const string_view name = key.is_str() ? key.as_str() : string_view();
    if (std::find(std::begin(kTurnMembers), std::end(kTurnMembers), name) !=
        std::end(kTurnMembers)) {
      continue;
    }
    return schema_error(place, unknown_case_member(name, kTurnMembers));
  }
  return {};
}

// `calls`: what is expected, as it is kept.
Result<Value> read_results(const Value& turn, const Value& calls) {
  const Value* results = given_member(turn, kTurnResults);
  if (results == nullptr) return Value();
  if (!results->is_list()) {
    return wrong_kind(kTurnResults, results, "a list with what each expected call returns");
  }
  if (calls.is_dict()) {
    return schema_error(kTurnResults, "not possible with alternatives for whole calls");
  }
  const std::size_t count = calls.is_list() ? calls.items().size() : 0;
  if (results->items().size() != count) {
    return schema_error(kTurnResults,
                        concat({"has ", counted(results->items().size(), "result", "results"),
                                ", but ", counted(count, "call is", "calls are"), " expected"}));
  }
  return *results;
}

bool has_system_message(const Value& messages) {
  return std::any_of(messages.items().begin(), messages.items().end(),
                     [](const Value& one) { return find_text(one, "role") == "system"; });
}

bool is_name_list(const Value& tools) {
  return tools.is_list() && !tools.items().empty() &&
         std::all_of(tools.items().begin(), tools.items().end(),
                     [](const Value& item) { return item.is_str(); });
}

}  // namespace

Status check_member_name(string_view name) {
  if (std::find(std::begin(kMembers), std::end(kMembers), name) != std::end(kMembers)) return {};
  return Error{.kind = "SchemaError", .message = unknown_case_member(name, kMembers)};
}

Result<CaseReader> CaseReader::make(const Value& tools, string_view place, ValueMatching match) {
  BFCLX_ASSIGN_OR_RETURN(const Value functions, function_docs_of(tools, place, match));
  CaseReader reader;
  reader.match_ = match;
  BFCLX_ASSIGN_OR_RETURN(reader.all_, offered(functions));
  return reader;
}

Result<CaseReader::Offered> CaseReader::offered(const Value& functions) {
  Offered made;
  made.functions = functions;
  const bool has_schema = find_json_schema(functions) != nullptr;
  for (const auto& [match, place] : {std::pair(ValueMatching::kOfficial, &Offered::official),
                                     std::pair(ValueMatching::kSchema, &Offered::by_schema),
                                     std::pair(ValueMatching::kExact, &Offered::exact)}) {
    if (match == ValueMatching::kOfficial && has_schema) continue;
    const CheckerOptions options{
        .dialect = SchemaDialect::kBfcl, .match = match, .strict_members = true};
    BFCLX_ASSIGN_OR_RETURN(Checker checker, Checker::make(functions, options));
    made.*place = std::make_shared<const Checker>(std::move(checker));
  }
  return made;
}

Result<const Checker*> CaseReader::Offered::of(ValueMatching match) const {
  switch (match) {
    case ValueMatching::kSchema:
      return by_schema.get();
    case ValueMatching::kExact:
      return exact.get();
    case ValueMatching::kOfficial:
      break;
  }
  if (official != nullptr) return official.get();
  return schema_error("match", needs_other_match(functions));
}

Result<Value> CaseReader::functions_named(const List& names) const {
  List chosen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string place = place_of_item("tools", i);
    const auto has_name = [&](const Value& doc) {
      return equal(*find_member(doc, "name"), names[i]);
    };
    const List& all = all_.functions.items();
    const auto found = std::find_if(all.begin(), all.end(), has_name);
    if (std::any_of(chosen.begin(), chosen.end(), has_name)) {
      return schema_error(place, concat({brief_repr(names[i]), " is a duplicate"}));
    }
    if (found != all.end()) {
      chosen.push_back(*found);
      continue;
    }
    std::vector<string_view> known;
    for (const Value& doc : all) known.push_back(find_text(doc, "name"));
    const bool is_short = names[i].as_str().size() < kMaxName;
    return schema_error(place, concat({"the benchmark has no tool ", brief_repr(names[i]), ".",
                                       is_short ? did_you_mean(names[i].as_str(), known) : ""}));
  }
  return Value::list(std::move(chosen));
}

Result<CaseReader::Offered> CaseReader::offered_to(const Value& given, ValueMatching match) const {
  const Value* tools = given_member(given, "tools");
  if (tools == nullptr) return all_;
  BFCLX_ASSIGN_OR_RETURN(const Value functions, is_name_list(*tools)
                                                    ? functions_named(tools->items())
                                                    : function_docs_of(*tools, "tools", match));
  return offered(functions);
}

Status CaseReader::read_expected(const Value& given, const Offered& offered, BenchmarkCase& read) {
  const Value* expected = given_member(given, "expected");
  Value calls_of_text;
  if (expected != nullptr && expected->is_str() && expected->as_str() != "none") {
    BFCLX_ASSIGN_OR_RETURN(calls_of_text, calls_as_text(*expected));
    expected = &calls_of_text;
  }
  if (expected == nullptr) {
    return schema_error("expected",
                        "is missing: write the expected calls, or \"none\" if no call passes");
  }
  BFCLX_ASSIGN_OR_RETURN(const Checker* const checker, offered.of(read.rules.match));
  const bool is_official = read.rules.match == ValueMatching::kOfficial;
  BFCLX_ASSIGN_OR_RETURN(const Expectation wanted, checker->read_expected(*expected, "expected"));
  std::size_t most = 0;  // calls
  for (const ExpectedCalls& calls : wanted.choices) most = std::max(most, calls.size());
  read.category = category_of(offered.functions.items().size(), most);
  if (most < 2) read.rules.order = CallOrder::kAny;  // there is no other
  if (!is_official) {
    if (most > 0) read.ground_truth = as_expected(*expected);
    return {};
  }
  // The official rules take possible answers of another type for names of variables.
  if (const auto fits = offered.by_schema->read_expected(*expected, "expected"); !fits.ok()) {
    return fits.error();
  }
  if (wanted.choices.size() != 1) {
    return schema_error(
        "expected",
        "the official rules do not support alternatives for whole calls: use `any_of` for "
        "the values of arguments, the match `schema` or `exact`, or write one case "
        "for each");
  }
  if (most == 0) return {};
  List answers;
  for (const auto& call : wanted.choices.front()) answers.push_back(call->possible_answer);
  read.ground_truth = Value::list(std::move(answers));
  return {};
}

Status CaseReader::check_turns(const Value& given) {
  for (const string_view member : {"question", "messages", "expected"}) {
    if (given_member(given, member) == nullptr) continue;
    return schema_error(member, "belongs in each turn if a case has \"turns\"");
  }
  const Value& turns = *given_member(given, kTurns);
  if (turns.is_list() && turns.items().empty()) return schema_error(kTurns, "the list is empty");
  if (!turns.is_list()) {
    return wrong_kind(kTurns, &turns, "a list of turns, each {\"question\", \"expected\"}");
  }
  if (turns.items().size() > kMaxOwnTurns) {
    return schema_error(kTurns, concat({"more than ", std::to_string(kMaxOwnTurns), " turns"}));
  }
  return {};
}

Status CaseReader::read_turn(const Value& turn, std::size_t index, const Offered& offered,
                             const MatchRules& rules, Turns& turns) {
  const std::string place = place_of_item(kTurns, index);
  BFCLX_RETURN_IF_ERROR(check_turn_members(turn, place));
  const auto in_turn = [&](const Error& error) {
    return Error{.kind = error.kind, .message = concat({place, ".", error.message})};
  };
  const Result<Value> question = read_question(turn);
  if (!question.ok()) return in_turn(question.error());
  turns.questions.push_back(question->items().front());
  if (index > 0 && has_system_message(turns.questions.back())) {
    return schema_error(place + ".messages", "a system message can only be in the first turn");
  }
  BenchmarkCase one;
  one.rules = rules;
  if (const Status expected = read_expected(turn, offered, one); !expected.ok()) {
    return in_turn(expected.error());
  }
  if (one.rules.order == CallOrder::kGiven) turns.order = CallOrder::kGiven;
  const Result<Value> returned = read_results(turn, one.ground_truth);
  if (!returned.ok()) return in_turn(returned.error());
  turns.any_results = turns.any_results || !returned->is_none();
  turns.results.push_back(*returned);
  turns.truths.push_back(one.ground_truth.is_none() ? Value::str("none") : one.ground_truth);
  return {};
}

Status CaseReader::read_turns(const Value& given, const Offered& offered, BenchmarkCase& read) {
  BFCLX_RETURN_IF_ERROR(check_turns(given));
  const List& all = given_member(given, kTurns)->items();
  Turns turns;
  for (std::size_t i = 0; i < all.size(); ++i) {
    BFCLX_RETURN_IF_ERROR(read_turn(all[i], i, offered, read.rules, turns));
  }
  read.rules.order = turns.order;
  read.category = find_category(kOwnTurns);
  read.question = Value::list(std::move(turns.questions));
  read.ground_truth = Value::list(std::move(turns.truths));
  if (turns.any_results) read.results = Value::list(std::move(turns.results));
  return {};
}

Result<BenchmarkCase> CaseReader::read(const Value& given) const {
  BFCLX_RETURN_IF_ERROR(check_members(given));
  BenchmarkCase read;
  BFCLX_ASSIGN_OR_RETURN(read.own_id, read_id(given));
  BFCLX_ASSIGN_OR_RETURN(read.tags, read_tags(given));
  const bool has_turns = given_member(given, kTurns) != nullptr;
  if (!has_turns) {
    BFCLX_ASSIGN_OR_RETURN(read.question, read_question(given));
  }
  BFCLX_ASSIGN_OR_RETURN(read.rules, read_match_rules(given, {.match = match_}));
  BFCLX_ASSIGN_OR_RETURN(const Offered offered, offered_to(given, read.rules.match));
  read.functions = offered.functions;
  BFCLX_RETURN_IF_ERROR(has_turns ? read_turns(given, offered, read)
                                  : read_expected(given, offered, read));
  return read;
}

std::vector<std::string> CaseReader::faults(const Value& given) const {
  std::vector<std::string> faults;
  const auto passes = [&](const auto& result) {
    if (!result.ok()) faults.push_back(result.error().message);
    return result.ok();
  };
  passes(check_members(given));
  passes(read_id(given));
  const bool has_turns = given_member(given, kTurns) != nullptr;
  if (!has_turns) passes(read_question(given));
  passes(read_tags(given));
  BenchmarkCase read;
  const Result<MatchRules> rules = read_match_rules(given, {.match = match_});
  if (passes(rules)) read.rules = *rules;
  const Result<Offered> offered = offered_to(given, read.rules.match);
  if (!passes(offered) || !rules.ok()) return faults;
  if (!has_turns) {
    passes(read_expected(given, *offered, read));
  } else if (passes(check_turns(given))) {
    const List& all = given_member(given, kTurns)->items();
    Turns turns;
    for (std::size_t i = 0; i < all.size(); ++i) {
      passes(read_turn(all[i], i, *offered, read.rules, turns));
    }
  }
  return faults;
}

}  // namespace bfclx
