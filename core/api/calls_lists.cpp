// What there is: version, decoders, categories, models, classes.
#include <utility>

#include "core/api/arguments.h"
#include "core/dataset/names.h"
#include "core/dataset/own_turns.h"
#include "core/statistics/composition.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

std::string_view mode_name(Decoder::Mode mode) {
  switch (mode) {
    case Decoder::Mode::kFunctionCalling:
      return "fc";
    case Decoder::Mode::kPrompting:
      return "prompting";
    case Decoder::Mode::kAny:
      break;
  }
  return "any";
}

Result<Value> version_call(Module&, const Value&, CallBytes&) {
  return dict_of({{"bfclx", version()}, {"dataset_format", "BFCL_v4"}});
}

Result<Value> decoders_call(Module&, const Value&, CallBytes&) {
  List list;
  for (const Decoder& decoder : decoders()) {
    list.push_back(dict_of({{"name", decoder.name},
                            {"official_class", decoder.handler},
                            {"mode", mode_name(decoder.mode)},
                            {"summary", decoder.response_form}}));
  }
  return Value::list(std::move(list));
}

// {own}: also those that only own benchmarks have.
Result<Value> categories_call(Module&, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::optional<bool> own, optional_flag(arguments, "own"));
  List list;
  for (const Category& category : own.value_or(false) ? all_categories() : categories()) {
    const bool counts = category.judging == Judging::kCalls;
    const bool executes = category.judging == Judging::kExecutable;
    const bool needs = category.gate != Gate::kNone;
    List keys;
    for (const std::string_view key : category.keys) keys.push_back(Value::str(key));
    list.push_back(
        dict_of({{"name", category.name},
                 {"group", category.group},
                 {"kind", name_of(category.judging)},
                 {"language", name_of(category.language)},
                 {"count", counts ? Value::str(name_of(category.count)) : Value()},
                 {"judged_by", judging_text(category)},
                 {"scored", is_own_turns(category) || counts_in(category, LeaderboardVersion::kV4)},
                 {"needs", name_of(category.gate)},
                 {"needed_for", needs ? Value::str(executes ? "scoring" : "generation") : Value()},
                 {"keys", Value::list(std::move(keys))},
                 {"supported", true}}));
  }
  return Value::list(std::move(list));
}

Result<Value> models_call(Module& module, const Value&, CallBytes&) {
  List list;
  for (const Model& model : module.models().models()) {
    const Decoder* decoder = find_decoder_for_handler(model.decode_ast_class, model.is_fc_model);
    list.push_back(dict_of({{"name", model.name},
                            {"display_name", model.display_name},
                            {"organisation", model.organisation},
                            {"license", model.license},
                            {"is_fc_model", model.is_fc_model},
                            {"decoder", decoder != nullptr ? Value::str(decoder->name) : Value()},
                            {"underscore_to_dot", model.underscore_to_dot}}));
  }
  return Value::list(std::move(list));
}

constexpr Call kCalls[] = {
    {"version", version_call},
    {"decoders", decoders_call},
    {"categories", categories_call},
    {"models", models_call},
};

}  // namespace

std::span<const Call> list_calls() { return kCalls; }

std::string_view version() { return BFCLX_VERSION; }

}  // namespace bfclx::api
