#include "core/vectors/vector_builder.h"

#include <utility>

#include "core/base/text.h"
#include "core/run/scorer.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::probes {
namespace {

constexpr std::string_view kTextDecoder = "prompting";
constexpr std::string_view kCallDecoder = "openai_fc";

const Value& member(const Value& value, std::string_view name) {
  static const Value kNone;
  const Value* found = value.as_dict().find(name);
  return found != nullptr ? *found : kNone;
}

// A function doc as the dataset has it.
Value function_doc(std::string_view name, const Value& properties, List required) {
  Value described = Value::dict();
  for (const auto& [parameter, schema] : properties.as_dict()) {
    Value doc = schema.deep_copy();
    doc.mutable_dict().set("description", Value::str("A value."));
    described.mutable_dict().set(parameter, std::move(doc));
  }
  return dict_of({{"name", Value::str(name)},
                  {"description", Value::str("Does what its name says.")},
                  {"parameters", dict_of({{"type", Value::str("dict")},
                                          {"properties", std::move(described)},
                                          {"required", Value::list(std::move(required))}})}});
}

Value text_parameter() { return dict_of({{"type", Value::str("string")}}); }

// A turn for each of `turns`, all of the same words: no verdict depends on them.
Value question(std::size_t turns) {
  List list;
  for (std::size_t i = 0; i < turns; ++i) {
    list.push_back(Value::list({dict_of(
        {{"role", Value::str("user")}, {"content", Value::str("Use the functions for this.")}})}));
  }
  return Value::list(std::move(list));
}

// "f(x=1, y='a')"
std::string call_text(const Value& call) {
  const Dict::Entry& named = call.as_dict().entry(0);
  std::string text = std::string(named.key.as_str()) + "(";
  bool first = true;
  for (const auto& [parameter, value] : named.value.as_dict()) {
    if (!first) text += ", ";
    first = false;
    text += concat({parameter.as_str(), "=", repr(value)});
  }
  return text + ")";
}

Value text_of_calls(const Value& calls) {
  std::string text = "[";
  for (const Value& call : calls.items()) {
    if (text.size() > 1) text += ", ";
    text += call_text(call);
  }
  return Value::str(text + "]");
}

Value messages_of_calls(const Value& calls) {
  List list;
  for (const Value& call : calls.items()) {
    const Dict::Entry& named = call.as_dict().entry(0);
    Value message = Value::dict();
    const Result<std::string> json = json_dumps(named.value);
    message.mutable_dict().set(named.key, Value::str(json.ok() ? *json : std::string("{}")));
    list.push_back(std::move(message));
  }
  return Value::list(std::move(list));
}

// A step of an episode: a list of calls, or a text as it is.
Value step_as(const Value& step, Value (*write)(const Value&)) {
  return step.is_list() ? write(step) : step;
}

Value decoded_step(const Value& step, const Decoder& decoder) {
  Result<Value> calls = decoder.decode_ast(step, {});
  return calls.ok() && calls->is_list() && !calls->items().empty() ? std::move(calls).value()
                                                                   : Value();
}

Value decoded_turns_of(const Value& response, const Decoder& decoder) {
  List turns;
  for (const Value& turn : response.items()) {
    List steps;
    for (const Value& step : turn.items()) steps.push_back(decoded_step(step, decoder));
    turns.push_back(Value::list(std::move(steps)));
  }
  return Value::list(std::move(turns));
}

// Of the kind that the official program reads categories from.
std::string entry_id(const Category& category, std::size_t number) {
  std::string id = concat({category.name, "_", std::to_string(number)});
  if (category.group == "live") id += "-0-0";
  if (category.judging == Judging::kAgentic && category.name.starts_with("memory")) {
    id += "-customer-0";
  }
  return id;
}

void set_verdict(ConformanceVector& vector, Verdict verdict) {
  vector.passes = verdict.valid;
  if (verdict.valid) return;
  vector.error_type = std::move(verdict.error_type);
  if (verdict.why.has_value()) vector.reason = std::move(verdict.why->text);
}

void judge(ConformanceVector& vector) {
  const Judging judging = vector.entry.category->judging;
  if (judging == Judging::kMultiTurn) {
    RunSettings settings;
    settings.decoder = vector.decoder;
    settings.model_name = "conformance";
    vector.calls = decoded_turns_of(vector.response, *vector.decoder);
    set_verdict(vector, score_episode(vector.entry, vector.response, settings).verdict);
  } else if (judging == Judging::kAgentic) {
    vector.calls = decoded_turns_of(vector.response, *vector.decoder);
    set_verdict(vector, score_agentic(vector.entry, vector.response, *vector.decoder).verdict);
  } else {
    Verdict verdict =
        score(vector.entry, vector.response, *vector.decoder, vector.underscore_to_dot);
    if (verdict.decoded.has_value()) vector.calls = *verdict.decoded;
    set_verdict(vector, std::move(verdict));
  }
}

const ConformanceRule* rule_named(std::string_view name) {
  for (const ConformanceRule& rule : conformance_rules()) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

}  // namespace

std::string with_names(std::string_view probe, const Names& names) {
  std::string text;
  text.reserve(probe.size());
  for (std::size_t i = 0; i < probe.size(); ++i) {
    if (probe[i] != '@' || i + 1 == probe.size()) {
      text += probe[i];
      continue;
    }
    const char which = probe[++i];
    if (which == 'F') {
      text += upper_ascii(names.functions[0]);
    } else {
      text += which < 'x' ? names.functions[which - 'f'] : names.parameters[which - 'x'];
    }
  }
  return text;
}

void VectorBuilder::add(const Situation& situation, Form form) {
  ConformanceVector vector;
  vector.rule = rule_named(member(situation.probe, "rule").as_str());
  vector.situation = situation.text;
  vector.entry.category = find_category(situation.category);
  vector.entry.id = entry_id(*vector.entry.category, vectors_.size());
  vector.entry.data = situation.data;
  vector.entry.ground_truth = situation.ground_truth;
  vector.response = std::move(form.response);
  vector.decoder = form.decoder;
  vector.underscore_to_dot = truthy(member(situation.probe, "underscore_to_dot"));
  judge(vector);
  // Where the official evaluator itself stops, it is no measure for others.
  if (vector.error_type.starts_with("official_evaluator_error")) return;
  const auto which = static_cast<std::size_t>(vector.rule - conformance_rules().data());
  vector.id = concat({vector.rule->name, "_", std::to_string(counts_[which]++)});
  vectors_.push_back(std::move(vector));
}

void VectorBuilder::add_calls(const Situation& situation, const Value& calls) {
  const bool is_text = calls.is_str();
  add(situation, {find_decoder(kTextDecoder), is_text ? calls : text_of_calls(calls)});
  add(situation, {find_decoder(kCallDecoder), is_text ? calls : messages_of_calls(calls)});
}

// The probed parameter alone, among other functions, in the second of two calls, or optional.
void VectorBuilder::add_value_probe(const Value& probe, const Names& names, std::size_t placement) {
  enum { kAlone, kAmongFunctions, kSecondCall, kOptional };
  const Value f = Value::str(names.functions[0]);
  const Value g = Value::str(names.functions[1]);
  const Value x = Value::str(names.parameters[0]);
  const Value y = Value::str(names.parameters[1]);
  const Value blue = Value::str("blue");
  const auto one = [](const Value& name, const Value& value) {
    Value dict = Value::dict();
    dict.mutable_dict().set(name, value);
    return dict;
  };

  Value properties = one(x, member(probe, "schema"));
  Value possible = one(x, member(probe, "allowed"));
  List required = {x};
  if (placement == kOptional) {
    properties.mutable_dict().set(y, text_parameter());
    List allowed = member(probe, "allowed").items();
    allowed.push_back(Value::str(""));
    possible = one(x, Value::list(std::move(allowed)));
    possible.mutable_dict().set(y, Value::list({blue}));
    required = {y};
  }
  List functions = {function_doc(f.as_str(), properties, std::move(required))};
  List truth = {one(f, possible)};
  if (placement == kAmongFunctions || placement == kSecondCall) {
    functions.insert(functions.begin(), function_doc(g.as_str(), one(y, text_parameter()), {y}));
  }
  if (placement == kSecondCall) {
    truth.insert(truth.begin(), one(g, one(y, Value::list({blue}))));
  }
  static constexpr std::string_view kCategories[] = {"simple_python", "live_multiple",
                                                     "parallel_multiple", "live_simple"};
  const Value data = dict_of({{"question", question(1)}, {"function", Value::list(functions)}});
  for (const auto& [text, value] : member(probe, "tries").as_dict()) {
    Value arguments = one(x, value);
    if (placement == kOptional) arguments.mutable_dict().set(y, blue);
    List calls = {one(f, arguments)};
    if (placement == kSecondCall) calls.insert(calls.begin(), one(g, one(y, blue)));
    add_calls({probe, text.as_str(), kCategories[placement], data, Value::list(truth)},
              Value::list(std::move(calls)));
  }
}

void VectorBuilder::add_call_probe(const Value& probe) {
  List functions;
  for (const Value& function : member(probe, "functions").items()) {
    functions.push_back(function_doc(member(function, "name").as_str(),
                                     member(function, "properties"),
                                     member(function, "required").items()));
  }
  const Value data =
      dict_of({{"question", question(1)}, {"function", Value::list(std::move(functions))}});
  for (const Value& category : member(probe, "categories").items()) {
    const auto situation = [&](const Value& text) {
      return Situation{probe, text.as_str(), category.as_str(), data, member(probe, "truth")};
    };
    const Value nothing = Value::dict();
    const auto tries = [&](std::string_view name) -> const Dict& {
      const Value& found = member(probe, name);
      return found.is_dict() ? found.as_dict() : nothing.as_dict();
    };
    for (const auto& [text, calls] : tries("responses")) add_calls(situation(text), calls);
    for (const auto& [text, response] : tries("texts")) {
      add(situation(text), {find_decoder(kTextDecoder), response});
    }
    for (const auto& [text, response] : tries("messages")) {
      add(situation(text), {find_decoder(kCallDecoder), response});
    }
  }
}

void VectorBuilder::add_language_probe(const Value& probe, const Names& names) {
  const std::string function(names.functions[0]);
  const std::string parameter(names.parameters[0]);
  const Value schema = dict_of({{parameter, member(probe, "schema")}});
  const Value data = dict_of(
      {{"question", question(1)},
       {"function", Value::list({function_doc(function, schema, {Value::str(parameter)})})}});
  const Value truth =
      Value::list({dict_of({{function, dict_of({{parameter, member(probe, "allowed")}})}})});
  for (const auto& [text, source] : member(probe, "tries").as_dict()) {
    const Situation situation{probe, text.as_str(), member(probe, "category").as_str(), data,
                              truth};
    add(situation, {find_decoder(kTextDecoder),
                    Value::str(concat({function, "(", parameter, "=", source.as_str(), ")"}))});
    const Value calls = Value::list({dict_of({{function, dict_of({{parameter, source}})}})});
    add(situation, {find_decoder(kCallDecoder), messages_of_calls(calls)});
  }
}

void VectorBuilder::add_episode_probe(const Value& probe) {
  List truth;
  for (const Value& turn : member(probe, "truth").items()) {
    List calls;
    for (const Value& call : turn.items()) calls.push_back(Value::str(call_text(call)));
    truth.push_back(Value::list(std::move(calls)));
  }
  const Value data = dict_of({{"question", question(truth.size())},
                              {"initial_config", member(probe, "config")},
                              {"involved_classes", member(probe, "classes")}});
  for (const auto& [text, turns] : member(probe, "responses").as_dict()) {
    const Situation situation{probe, text.as_str(), "multi_turn_base", data, Value::list(truth)};
    const auto written = [&turns = turns](Value (*write)(const Value&)) {
      List all;
      for (const Value& turn : turns.items()) {
        List steps;
        for (const Value& step : turn.items()) steps.push_back(step_as(step, write));
        all.push_back(Value::list(std::move(steps)));
      }
      return Value::list(std::move(all));
    };
    add(situation, {find_decoder(kTextDecoder), written(text_of_calls)});
    add(situation, {find_decoder(kCallDecoder), written(messages_of_calls)});
  }
}

void VectorBuilder::add_answer_probe(const Value& probe) {
  const Value data = dict_of({{"question", question(1)}});
  const Value search = Value::list(
      {dict_of({{"search_engine_query", dict_of({{"keywords", Value::str("garden")}})}})});
  for (const std::string_view category : {"web_search_base", "memory_kv"}) {
    for (const auto& [text, message] : member(probe, "messages").as_dict()) {
      const Situation situation{probe, text.as_str(), category, data, member(probe, "answers")};
      const auto response = [&message = message](List steps) {
        steps.push_back(message);
        return Value::list({Value::list(std::move(steps))});
      };
      add(situation, {find_decoder(kTextDecoder), response({})});
      add(situation, {find_decoder(kTextDecoder), response({text_of_calls(search)})});
      add(situation, {find_decoder(kCallDecoder), response({messages_of_calls(search)})});
    }
  }
}

}  // namespace bfclx::probes
