#include "core/benchmark/case_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/benchmark/function_docs.h"
#include "core/check/findings.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/given_calls.h"
#include "core/python/syntax/parse_expression.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kMembers[] = {"id",       "messages", "question", "tools",
                                    "expected", "tags",     "order",    "match"};
constexpr std::size_t kMaxMessages = 1000;
constexpr std::size_t kMaxTags = 32;
constexpr std::size_t kMaxName = 200;  // bytes of an id or a tag

Error wrong_kind(string_view place, const Value* found, string_view expected) {
  return schema_error(place, concat({"is ", kind_text(found), ", expected ", expected}));
}

Status check_members(const Value& given) {
  for (const auto& [key, unused] : given.as_dict()) {
    BFCLX_RETURN_IF_ERROR(check_member_name(key.is_str() ? key.as_str() : string_view()));
  }
  return {};
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

// ---- the question ----

Result<Value> read_message(const Value& given, bool is_first, const std::string& place) {
  if (!given.is_dict()) return wrong_kind(place, &given, "a message {\"role\", \"content\"}");
  const string_view role = find_text(given, "role");
  for (const string_view member : {"tool_calls", "tool_call_id", "function_call"}) {
    const Value* value = given_member(given, member);
    const bool any = value != nullptr && !(value->is_list() && value->items().empty());
    if (!any && role != "tool") continue;
    return schema_error(place,
                        "earlier calls and their results are not part of the official form: "
                        "a case is one response to messages with text");
  }
  if (role != "system" && role != "user" && role != "assistant") {
    return schema_error(place + ".role", "expected \"system\", \"user\" or \"assistant\"");
  }
  if (role == "system" && !is_first) {
    return schema_error(place + ".role", "a system message can only be the first");
  }
  const Value* content = given_member(given, "content");
  if (content == nullptr || !content->is_str()) {
    return wrong_kind(place + ".content", content, "text");
  }
  if (content->as_str().empty()) return schema_error(place + ".content", "the text is empty");
  return dict_of({{"role", role}, {"content", *content}});
}

Result<Value> read_messages(const List& given, const std::string& place) {
  if (given.size() > kMaxMessages) return schema_error(place, "too many messages");
  List messages;
  for (std::size_t i = 0; i < given.size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(Value message, read_message(given[i], i == 0, place_of_item(place, i)));
    messages.push_back(std::move(message));
  }
  if (messages.empty() || find_text(messages.back(), "role") != "user") {
    return schema_error(place, "the last message must be the user's");
  }
  return Value::list({Value::list(std::move(messages))});
}

Result<Value> read_question(const Value& given) {
  const Value* messages = given_member(given, "messages");
  const Value* question = given_member(given, "question");
  if (messages != nullptr && question != nullptr) {
    return schema_error("question", "give \"question\" or \"messages\", not both");
  }
  const std::string place = messages != nullptr ? "messages" : "question";
  const Value* found = messages != nullptr ? messages : question;
  if (found == nullptr) return schema_error("question", "is missing");
  if (found->is_str()) {
    const Value message = dict_of({{"role", "user"}, {"content", *found}});
    return read_messages({message}, place);
  }
  if (!found->is_list()) return wrong_kind(place, found, "text or a list of messages");
  const List& items = found->items();
  if (items.empty() || !items.front().is_list()) return read_messages(items, place);
  if (items.size() == 1) return read_messages(items.front().items(), place_of_item(place, 0));
  return schema_error(place, concat({"has ", std::to_string(items.size()),
                                     " turns, expected one: the official categories with several "
                                     "turns run on simulated services"}));
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
  for (std::size_t i = 0; i < call.keywords.size(); ++i) {
    const python::Keyword& keyword = call.keywords[i];
    if (keyword.unpacks()) return schema_error("expected", "a call unpacks arguments with **");
    for (std::size_t j = 0; j < i; ++j) {
      if (call.keywords[j].name == keyword.name) {
        return schema_error("expected", concat({"duplicate argument `", keyword.name, "`"}));
      }
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
                        "neither \"none\" nor Python calls as text, such as "
                        "f(x=1): write calls with keywords, or as JSON");
  }
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

// Numbers that overflow are no JSON when they are written again. `expected` is not nested too deep:
// it was read.
Status check_numbers(const Value& expected) {
  if (expected.is_float() && std::isinf(expected.as_float())) {
    return schema_error("expected", concat({brief_repr(expected), " is not a value of JSON"}));
  }
  if (expected.is_sequence()) {
    for (const Value& item : expected.items()) BFCLX_RETURN_IF_ERROR(check_numbers(item));
  }
  if (expected.is_dict()) {
    for (const auto& [key, item] : expected.as_dict()) BFCLX_RETURN_IF_ERROR(check_numbers(item));
  }
  return {};
}

bool is_name_list(const Value& tools) {
  return tools.is_list() && !tools.items().empty() &&
         std::all_of(tools.items().begin(), tools.items().end(),
                     [](const Value& item) { return item.is_str(); });
}

}  // namespace

Status check_member_name(string_view name) {
  if (std::find(std::begin(kMembers), std::end(kMembers), name) != std::end(kMembers)) return {};
  const bool is_short = name.size() < kMaxName;
  return schema_error(
      brief_repr(Value::str(name)),
      concat({"unknown member.", is_short ? did_you_mean(name, kMembers) : std::string()}));
}

Result<CaseReader> CaseReader::make(const Value& tools, string_view place, ValueMatching match) {
  BFCLX_ASSIGN_OR_RETURN(const Value functions, official_function_docs(tools, place));
  CaseReader reader;
  reader.match_ = match;
  BFCLX_ASSIGN_OR_RETURN(reader.all_, offered(functions));
  return reader;
}

Result<CaseReader::Offered> CaseReader::offered(const Value& functions) {
  Offered made;
  made.functions = functions;
  for (const auto& [match, place] : {std::pair(ValueMatching::kOfficial, &Offered::official),
                                     std::pair(ValueMatching::kSchema, &Offered::by_schema),
                                     std::pair(ValueMatching::kExact, &Offered::exact)}) {
    const CheckerOptions options{
        .dialect = SchemaDialect::kBfcl, .match = match, .strict_members = true};
    BFCLX_ASSIGN_OR_RETURN(Checker checker, Checker::make(functions, options));
    made.*place = std::make_shared<const Checker>(std::move(checker));
  }
  return made;
}

const Checker& CaseReader::Offered::of(ValueMatching match) const {
  switch (match) {
    case ValueMatching::kSchema:
      return *by_schema;
    case ValueMatching::kExact:
      return *exact;
    case ValueMatching::kOfficial:
      break;
  }
  return *official;
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

Result<CaseReader::Offered> CaseReader::offered_to(const Value& given) const {
  const Value* tools = given_member(given, "tools");
  if (tools == nullptr) return all_;
  BFCLX_ASSIGN_OR_RETURN(const Value functions, is_name_list(*tools)
                                                    ? functions_named(tools->items())
                                                    : official_function_docs(*tools, "tools"));
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
  BFCLX_RETURN_IF_ERROR(check_numbers(*expected));
  const bool is_official = read.rules.match == ValueMatching::kOfficial;
  BFCLX_ASSIGN_OR_RETURN(const Expectation wanted,
                         offered.of(read.rules.match).read_expected(*expected, "expected"));
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

Result<BenchmarkCase> CaseReader::read(const Value& given) const {
  BFCLX_RETURN_IF_ERROR(check_members(given));
  BenchmarkCase read;
  BFCLX_ASSIGN_OR_RETURN(read.own_id, read_id(given));
  BFCLX_ASSIGN_OR_RETURN(read.tags, read_tags(given));
  BFCLX_ASSIGN_OR_RETURN(read.question, read_question(given));
  BFCLX_ASSIGN_OR_RETURN(const Offered offered, offered_to(given));
  read.functions = offered.functions;
  BFCLX_ASSIGN_OR_RETURN(read.rules, read_match_rules(given, {.match = match_}));
  BFCLX_RETURN_IF_ERROR(read_expected(given, offered, read));
  return read;
}

}  // namespace bfclx
