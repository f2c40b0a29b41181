#include "core/explain/explanation_json.h"

#include <optional>
#include <utility>

#include "core/check/judge.h"
#include "core/check/short_reason.h"
#include "core/dataset/earlier_calls.h"
#include "core/dataset/names.h"
#include "core/dataset/own_benchmark.h"
#include "core/explain/explanation_json_parts.h"
#include "core/explain/json_view.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace explanations {

// Texts and numbers as they are, anything else by its repr.
Value path_value(const std::vector<Value>& path) {
  List parts;
  for (const Value& part : path) {
    parts.push_back(part.is_str() || part.is_small_int() ? part : Value::str(repr(part)));
  }
  return Value::list(std::move(parts));
}

Value decode_error_value(const Error& error, std::string_view response) {
  const std::string_view text = sentence_without_call(response);
  return dict_of({{"kind", error.kind},
                  {"message", error.message},
                  {"text", text.empty() ? Value() : Value::str(text)}});
}

namespace {

Value why_value(const Explanation& explanation) {
  const std::optional<Reason>& why = explanation.response->verdict.why;
  if (!why) return Value();
  const Rule* rule = explanation.rule;
  return dict_of({{"rule", why->rule},
                  {"explanation", rule != nullptr ? rule->explanation : std::string_view()},
                  {"path", path_value(why->path)},
                  {"expected", json_view(why->expected)},
                  {"expected_repr", repr(why->expected)},
                  {"found", json_view(why->found)},
                  {"found_repr", repr(why->found)},
                  {"text", why->text},
                  {"short", short_reason(*why).text},
                  {"more", json_view(why->more)}});
}

}  // namespace

Dict base_of(const Explanation& explanation, std::string_view type) {
  const ScoredResponse& response = *explanation.response;
  const RunSettings& settings = *explanation.settings;
  const Value base =
      dict_of({{"type", type},
               {"id", response.entry->id},
               {"category", response.entry->category->name},
               {"valid", response.verdict.valid},
               {"error_type", response.verdict.error_type},
               {"error", json_view(response.verdict.error)},
               {"why", why_value(explanation)},
               {"superseded", response.superseded},
               {"line", verdict_json(response)},
               {"raw", explanation.raw},
               {"settings", dict_of({{"decoder", settings.decoder->name},
                                     {"underscore_to_dot", settings.underscore_to_dot}})}});
  return base.as_dict();
}

}  // namespace explanations

namespace {

using explanations::base_of;
using explanations::decode_error_value;

// {name, arguments, text} of {name: {parameter: value}}; None for anything else.
Value call_value(const Value& call) {
  if (!call.is_dict() || call.as_dict().size() != 1) return Value();
  const Dict::Entry& entry = call.as_dict().entry(0);
  if (!entry.value.is_dict()) return Value();
  const std::string name = str(entry.key);
  std::string text = name + "(";
  List arguments;
  for (const auto& [parameter, value] : entry.value.as_dict()) {
    const std::string value_repr = repr(value);
    text += (arguments.empty() ? "" : ", ") + str(parameter) + "=" + value_repr;
    arguments.push_back(
        dict_of({{"name", str(parameter)}, {"repr", value_repr}, {"value", json_view(value)}}));
  }
  return dict_of(
      {{"name", name}, {"arguments", Value::list(std::move(arguments))}, {"text", text + ")"}});
}

Value calls_value(const std::optional<Value>& decoded) {
  if (!decoded || !decoded->is_list()) return Value();
  List calls;
  for (const Value& call : decoded->items()) {
    calls.push_back(call_value(call));
    if (calls.back().is_none()) return Value();
  }
  return Value::list(std::move(calls));
}

Value calls_json(const Explanation& explanation) {
  const ScoredResponse& response = *explanation.response;
  const Verdict& verdict = response.verdict;
  Dict out = base_of(explanation, "calls");
  out.set("calls", calls_value(verdict.decoded));
  out.set("decoded_repr", verdict.decoded ? Value::str(repr(*verdict.decoded)) : Value());
  out.set("decode_error", verdict.decode_error
                              ? decode_error_value(*verdict.decode_error, explanation.raw)
                              : Value());
  out.set("last_message",
          response.agentic != nullptr ? json_view(response.agentic->last_message) : Value());
  out.set("possible_answers", json_view(response.entry->shown_answers()));
  return Value::dict(std::move(out));
}

}  // namespace

Value explanation_json(const Explanation& explanation) {
  return explanation.episode ? explanations::episode_json(explanation) : calls_json(explanation);
}

Value entry_detail(const Entry& entry) {
  const Category& category = *entry.category;
  Dict detail = dict_of({{"id", entry.id},
                         {"category", category.name},
                         {"language", name_of(category.language)},
                         {"kind", name_of(category.judging)},
                         {"question", json_view(shown_messages(entry.question()))},
                         {"functions", json_view(entry.functions())},
                         {"ground_truth", json_view(entry.shown_answers())}})
                    .as_dict();
  for (const std::string_view name :
       {std::string_view("initial_config"), std::string_view("involved_classes"),
        std::string_view("missed_function"), kOwnId, kTags}) {
    if (const Value* value = find_member(entry.data, name)) detail.set(name, json_view(*value));
  }
  return Value::dict(std::move(detail));
}

}  // namespace bfclx
