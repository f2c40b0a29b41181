#include "core/checker/own_match.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/checker/option_names.h"
#include "core/checker/schema_doc.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using Form = ExpectedValue::Form;

constexpr std::size_t kMaxShownValues = 100;  // of one with alternatives inside

template <typename Choice, std::size_t count>
Status read_option(const Value& object, std::string_view member,
                   const NamedOption<Choice> (&options)[count], Choice& choice) {
  const Value* given = given_member(object, member);
  if (given == nullptr) return {};
  const std::string name = given->is_str() ? std::string(given->as_str()) : brief_repr(*given);
  const Choice* found = given->is_str() ? find_option(options, name) : nullptr;
  if (found == nullptr) return schema_error(member, unknown_option(options, member, name));
  choice = *found;
  return {};
}

Value call_of(const Value& name, Value arguments) {
  Dict call;
  call.set(name, std::move(arguments));
  return Value::dict(std::move(call));
}

// "" says that an argument can be left out, so the text itself is written in another way.
Value as_alternative(const Value& value) {
  if (!value.is_str() || !value.as_str().empty()) return value;
  return dict_of({{"any_of", Value::list({value})}});
}

// Its depth is bounded: it was compiled.
bool has_alternatives(const ExpectedValue& expected) {
  const auto inside = [](const ExpectedMember& member) { return has_alternatives(member.value); };
  return expected.form == Form::kAnyOf ||
         std::any_of(expected.items.begin(), expected.items.end(), has_alternatives) ||
         std::any_of(expected.members.begin(), expected.members.end(), inside);
}

// The values that it stands for, first alternatives first.
std::vector<Value> values_of(const ExpectedValue& expected) {
  if (!has_alternatives(expected)) return {expected.value};
  std::vector<Value> values;
  if (expected.form == Form::kAnyOf) {
    for (const ExpectedValue& item : expected.items) {
      for (Value& value : values_of(item)) {
        if (values.size() < kMaxShownValues) values.push_back(std::move(value));
      }
    }
    return values;
  }
  const bool is_array = expected.form == Form::kArray;
  values.push_back(is_array ? Value::list() : Value::dict());
  // Each value so far goes on with each of `next`, and as it is where `can_end` says so.
  const auto combine = [&](const std::vector<Value>& next, bool can_end, const auto& with) {
    std::vector<Value> longer;
    for (const Value& begin : values) {
      for (const Value& value : next) {
        if (longer.size() < kMaxShownValues) longer.push_back(with(begin, value));
      }
    }
    for (const Value& begin : values) {
      if (can_end && longer.size() < kMaxShownValues) longer.push_back(begin);
    }
    values = std::move(longer);
  };
  for (const ExpectedValue& item : expected.items) {
    combine(values_of(item), false, [](const Value& begin, const Value& value) {
      List items = begin.items();
      items.push_back(value);
      return Value::list(std::move(items));
    });
  }
  for (const ExpectedMember& member : expected.members) {
    combine(values_of(member.value), member.can_be_absent,
            [&](const Value& begin, const Value& value) {
              Dict object = begin.as_dict();
              object.set(member.name, value);
              return Value::dict(std::move(object));
            });
  }
  return values;
}

// How alternatives inside a value are told: as they are written, or each value of its own.
enum class Inner { kWritten, kApart };

Value alternatives_of_member(const ExpectedMember& member, Inner inner) {
  List values;
  const auto add = [&](const ExpectedValue& one) {
    if (inner == Inner::kWritten) return values.push_back(as_alternative(one.value));
    for (const Value& value : values_of(one)) values.push_back(as_alternative(value));
  };
  if (member.value.form == Form::kAnyOf) {
    for (const ExpectedValue& one : member.value.items) add(one);
  } else {
    add(member.value);
  }
  if (member.can_be_absent) values.push_back(Value::str(""));
  return Value::list(std::move(values));
}

Value possible_answer_of(const ExpectedCall& call, const Value& name, Inner inner) {
  if (!call.possible_answer.is_none()) return call.possible_answer;
  Dict parameters;
  for (const ExpectedMember& member : call.arguments.members) {
    parameters.set(member.name, alternatives_of_member(member, inner));
  }
  return call_of(name, Value::dict(std::move(parameters)));
}

Value first_value(const ExpectedValue& expected) {
  switch (expected.form) {
    case Form::kAnyOf:
      return first_value(expected.items.front());
    case Form::kArray: {
      List items;
      for (const ExpectedValue& item : expected.items) items.push_back(first_value(item));
      return Value::list(std::move(items));
    }
    case Form::kObject: {
      Dict object;
      for (const ExpectedMember& member : expected.members) {
        if (!member.can_be_absent) object.set(member.name, first_value(member.value));
      }
      return Value::dict(std::move(object));
    }
    case Form::kScalar:
      break;
  }
  return expected.value;
}

}  // namespace

Result<MatchRules> read_match_rules(const Value& object, MatchRules otherwise) {
  BFCLX_RETURN_IF_ERROR(read_option(object, kMatchMember, kMatchNames, otherwise.match));
  BFCLX_RETURN_IF_ERROR(read_option(object, kOrderMember, kOrderNames, otherwise.order));
  return otherwise;
}

Result<std::shared_ptr<const OwnMatch>> OwnMatch::make(std::shared_ptr<const Checker> checker,
                                                       const Value& expected, CallOrder order,
                                                       std::string_view place) {
  std::shared_ptr<OwnMatch> made(new OwnMatch);
  BFCLX_ASSIGN_OR_RETURN(made->expected_, checker->read_expected(expected, place));
  made->checker_ = std::move(checker);
  made->order_ = order;
  const auto name_of = [&](const ExpectedCall& call) {
    return Value::str(made->checker_->functions()[call.function].name);
  };
  List shown;
  for (const ExpectedCalls& choice : made->expected_.choices) {
    const bool is_first = !choice.empty() && made->possible_answers_.is_none();
    List answers, apart, calls;
    for (const auto& call : choice) {
      const Value name = name_of(*call);
      answers.push_back(possible_answer_of(*call, name, Inner::kWritten));
      if (!is_first) continue;
      apart.push_back(possible_answer_of(*call, name, Inner::kApart));
      calls.push_back(call_of(name, first_value(call->arguments)));
    }
    if (is_first) {
      made->possible_answers_ = Value::list(std::move(apart));
      made->example_ = Value::list(std::move(calls));
    }
    shown.push_back(choice.empty() ? Value::str("none") : Value::list(std::move(answers)));
  }
  made->shown_ =
      shown.size() == 1 ? shown.front() : dict_of({{"any_of", Value::list(std::move(shown))}});
  return std::shared_ptr<const OwnMatch>(std::move(made));
}

Verdict OwnMatch::judge(const Result<Value>& calls, bool underscore_to_dot) const {
  return checker_->check(calls, expected_, order_, underscore_to_dot);
}

Result<std::shared_ptr<const Checker>> EntryCheckers::of(const Value& functions,
                                                         ValueMatching match) {
  std::string text;
  append_json(text, functions);
  if (checker_ != nullptr && checker_->options().match == match && functions_ == text) {
    return checker_;
  }
  // What is not BFCL's form has none of its types either.
  BFCLX_ASSIGN_OR_RETURN(const std::vector<FunctionDoc> docs, read_function_list(functions));
  for (const FunctionDoc& doc : docs) {
    if (!is_json_schema(doc.parameters)) continue;
    const Result<Schema> schema =
        compile_parameters(doc.parameters, doc.parameters_place, SchemaDialect::kJsonSchema);
    if (!schema.ok()) return schema.error();
  }
  const CheckerOptions options{
      .dialect = SchemaDialect::kBfcl, .match = match, .strict_members = true};
  BFCLX_ASSIGN_OR_RETURN(Checker made, Checker::make(functions, options));
  checker_ = std::make_shared<const Checker>(std::move(made));
  functions_ = std::move(text);
  return checker_;
}

std::string needs_other_match(const Value& functions) {
  const Value* doc = find_json_schema(functions);
  return concat({"the official rules cannot check the JSON Schema of ",
                 brief_repr(Value::str(doc != nullptr ? find_text(*doc, "name") : "")),
                 ": use the match `schema` or `exact`"});
}

std::string match_text(MatchRules rules) {
  if (rules.are_official()) return {};
  const std::string match = concat({"match ", option_name(kMatchNames, rules.match)});
  return rules.order == CallOrder::kGiven ? match + ", calls in the given order" : match;
}

}  // namespace bfclx
