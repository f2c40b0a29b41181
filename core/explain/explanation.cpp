#include "core/explain/explanation.h"

#include <optional>
#include <utility>

#include "core/check/rules.h"
#include "core/dataset/names.h"
#include "core/explain/explanation_parts.h"
#include "core/explain/json_view.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace explain {

// Texts and numbers as they are, anything else by its repr.
Value path_value(const std::vector<Value>& path) {
  List parts;
  for (const Value& part : path) {
    parts.push_back(part.is_str() || part.is_small_int() ? part : Value::str(repr(part)));
  }
  return Value::list(std::move(parts));
}

Value decode_error_value(const Error& error) {
  return dict_of({{"kind", error.kind}, {"message", error.message}});
}

namespace {

Value why_value(const std::optional<Reason>& why) {
  if (!why) return Value();
  const Rule* rule = find_rule(why->rule);
  return dict_of({{"rule", why->rule},
                  {"explanation", rule != nullptr ? rule->explanation : std::string_view()},
                  {"path", path_value(why->path)},
                  {"expected", json_view(why->expected)},
                  {"expected_repr", repr(why->expected)},
                  {"found", json_view(why->found)},
                  {"found_repr", repr(why->found)},
                  {"text", why->text},
                  {"more", json_view(why->more)}});
}

}  // namespace

// What the explanations of both kinds begin with.
Dict base_of(const ScoredReply& reply, const RunSettings& settings, std::string_view type) {
  const Verdict& verdict = reply.verdict;
  const Value base =
      dict_of({{"type", type},
               {"id", reply.entry->id},
               {"category", reply.entry->category->name},
               {"valid", verdict.valid},
               {"error_type", verdict.error_type},
               {"error", json_view(verdict.error)},
               {"why", why_value(verdict.why)},
               {"superseded", reply.superseded},
               {"line", verdict_json(reply)},
               {"raw", reply_text(reply.reply)},
               {"settings", dict_of({{"decoder", settings.decoder->name},
                                     {"underscore_to_dot", settings.underscore_to_dot}})}});
  return base.as_dict();
}

}  // namespace explain

namespace {

using explain::base_of;
using explain::decode_error_value;

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

Value explain_calls(const ScoredReply& reply, const RunSettings& settings) {
  const Verdict& verdict = reply.verdict;
  Dict explanation = base_of(reply, settings, "calls");
  explanation.set("calls", calls_value(verdict.decoded));
  explanation.set("decoded_repr", verdict.decoded ? Value::str(repr(*verdict.decoded)) : Value());
  explanation.set("decode_error",
                  verdict.decode_error ? decode_error_value(*verdict.decode_error) : Value());
  explanation.set("last_message",
                  reply.agentic != nullptr ? json_view(reply.agentic->last_message) : Value());
  explanation.set("possible_answers", json_view(reply.entry->ground_truth));
  return Value::dict(std::move(explanation));
}

}  // namespace

std::string reply_text(const Value& reply) {
  if (reply.is_str()) return std::string(reply.as_str());
  std::string text;
  append_json(text, reply);
  return text;
}

Value explanation_of(const ScoredReply& reply, const RunSettings& settings) {
  if (reply.episode == nullptr) return explain_calls(reply, settings);
  return explain_episode(reply, settings);
}

Value entry_detail(const Entry& entry) {
  const Category& category = *entry.category;
  Dict detail = dict_of({{"id", entry.id},
                         {"category", category.name},
                         {"language", name_of(category.language)},
                         {"kind", name_of(category.judging)},
                         {"question", json_view(entry.question())},
                         {"functions", json_view(entry.functions())},
                         {"ground_truth", json_view(entry.ground_truth)}})
                    .as_dict();
  for (const std::string_view name : {"initial_config", "involved_classes", "missed_function"}) {
    if (const Value* value = find_member(entry.data, name)) detail.set(name, json_view(*value));
  }
  return Value::dict(std::move(detail));
}

}  // namespace bfclx
