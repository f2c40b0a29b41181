// The simulated services, to try calls on.
#include <utility>

#include "core/api/arguments.h"
#include "core/dataset/own_turns.h"
#include "core/explain/method_docs.h"
#include "core/explain/playground.h"
#include "core/explain/replay.h"
#include "core/simulators/apis/cassette.h"
#include "core/value/dict_of.h"

namespace bfclx::api {

struct Playgrounds {
  std::map<std::uint32_t, Playground> by_handle;
};

namespace {

std::map<std::uint32_t, Playground>& playgrounds_of(Module& module) {
  if (module.playgrounds == nullptr) module.playgrounds = std::make_shared<Playgrounds>();
  return module.playgrounds->by_handle;
}

Result<Playground*> playground_argument(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t handle, number_argument(arguments, "handle", 0));
  std::map<std::uint32_t, Playground>& open = playgrounds_of(module);
  const auto place = open.find(static_cast<std::uint32_t>(handle));
  if (place != open.end()) return &place->second;
  return call_error(kinds::kHandle, "unknown playground handle " + std::to_string(handle));
}

// What an entry of the dataset sets up.
Status set_up_entry(Module& module, const std::string& id, EpisodeSetup& setup) {
  const Category* category = category_of_id(id);
  if (category == nullptr || !is_simulated(*category)) {
    return call_error(kinds::kUnknown, "`" + id + "` is not an episode id");
  }
  BFCLX_RETURN_IF_ERROR(load_for_scoring(module, *category));
  const Entry* entry = module.dataset().dataset().find(id);
  if (entry == nullptr) {
    return call_error(kinds::kUnknown, "the dataset has no entry `" + id + "`");
  }
  setup.id = entry->id;
  if (const Value* config = find_member(entry->data, "initial_config")) {
    setup.initial_config = *config;
  }
  if (const Value* classes = find_member(entry->data, "involved_classes")) {
    setup.involved_classes = *classes;
  }
  setup.long_context |= uses_long_context(*category);
  return {};
}

// Classes that the caller names.
Status set_up_classes(const Value& given, EpisodeSetup& setup) {
  const Value* classes = find_member(given, "classes");
  setup.id = "playground";
  if (classes == nullptr || classes->is_none()) {
    setup.involved_classes = list_of_texts(simulator_classes());
    return {};
  }
  bool texts = classes->is_list();
  if (texts) {
    for (const Value& name : classes->items()) texts = texts && name.is_str();
  }
  if (!texts) return wrong("`classes` must be a list of names");
  setup.involved_classes = *classes;
  return {};
}

Result<EpisodeSetup> setup_argument(Module& module, const Value& given) {
  EpisodeSetup setup;
  setup.initial_config = Value::dict();
  BFCLX_ASSIGN_OR_RETURN(const std::string model_name, optional_text(given, "model_name"));
  setup.model_name = folder_spelling(model_name);
  BFCLX_ASSIGN_OR_RETURN(const auto long_context, optional_flag(given, "long_context"));
  setup.long_context = long_context.value_or(false);
  BFCLX_ASSIGN_OR_RETURN(const std::string entry, optional_text(given, "entry"));
  if (entry.empty()) {
    BFCLX_RETURN_IF_ERROR(set_up_classes(given, setup));
  } else {
    BFCLX_RETURN_IF_ERROR(set_up_entry(module, entry, setup));
  }
  const Value* config = find_member(given, "initial_config");
  if (config != nullptr && !config->is_none()) {
    if (!config->is_dict()) {
      return wrong("`initial_config` must be an object");
    }
    setup.initial_config = *config;
  }
  if (setup.long_context) {
    if (const Status status = module.dataset().load_long_context(); !status.ok()) {
      return dataset_fault(status.error());
    }
  }
  return setup;
}

Value methods_of(Module& module, const Playground& playground) {
  List methods;
  for (const auto& instance : playground.episode().instances()) {
    // Without documentation names and defaults remain.
    static_cast<void>(module.dataset().load_function_docs(instance->table().name).ok());
    const Value of_class = method_docs(instance->table(), module.dataset().dataset());
    for (const Value& method : of_class.items()) methods.push_back(method);
  }
  return Value::list(std::move(methods));
}

// The answers of services: of a recording that the caller gives, or of the dataset's; nullptr for
// none.
Result<std::shared_ptr<EffectStore>> answers_argument(Module& module, const Value& given) {
  BFCLX_ASSIGN_OR_RETURN(const std::string own, optional_text(given, "cassette"));
  const std::string_view cassette = own.empty() ? module.cassette() : std::string_view(own);
  if (cassette.empty()) return std::shared_ptr<EffectStore>();
  Result<std::shared_ptr<EffectStore>> read = read_answers(cassette);
  if (!read.ok()) return wrong(read.error().message);
  return read;
}

Result<Value> open_call(Module& module, const Value& arguments, CallBytes&) {
  const Value* given = find_member(arguments, "setup");
  if (given == nullptr || !given->is_dict()) {
    return wrong("`setup` must be an object");
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string today, text_argument(*given, "today"));
  const std::optional<std::int64_t> day = day_of_date(today);
  if (!day) return wrong("`today` must be a date of the form YYYY-MM-DD");
  BFCLX_ASSIGN_OR_RETURN(EpisodeSetup setup, setup_argument(module, *given));
  BFCLX_ASSIGN_OR_RETURN(std::shared_ptr<EffectStore> recorded, answers_argument(module, *given));
  Result<Playground> opened = Playground::open(std::move(setup), module.dataset().long_context(),
                                               *day, std::move(recorded));
  if (!opened.ok()) {
    const Error& error = opened.error();
    if (error.kind == "class") return call_error(kinds::kUnknown, error.message);
    return call_error(kinds::kScenario, std::string(error.kind) + ": " + error.message);
  }
  const std::uint32_t handle = module.new_handle();
  const Playground& playground =
      playgrounds_of(module).emplace(handle, std::move(opened).value()).first->second;
  return dict_of({{"handle", std::size_t{handle}},
                  {"state", shown_state(playground.state())},
                  {"methods", methods_of(module, playground)}});
}

Result<Value> run_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(Playground * playground, playground_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::string text, text_argument(arguments, "text"));
  const std::string result = playground->execute(text);
  return dict_of({{"result", result}, {"state", shown_state(playground->state())}});
}

Result<Value> reset_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(Playground * playground, playground_argument(module, arguments));
  if (const Status status = playground->reset(); !status.ok()) {
    return call_error(kinds::kScenario, status.error().message);
  }
  return dict_of({{"state", shown_state(playground->state())}});
}

Result<Value> close_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t handle, number_argument(arguments, "handle", 0));
  playgrounds_of(module).erase(static_cast<std::uint32_t>(handle));
  return Value();
}

Result<Value> simulators_call(Module&, const Value&, CallBytes&) {
  return list_of_texts(all_simulator_classes());
}

constexpr Call kCalls[] = {
    {"simulators", simulators_call}, {"openPlayground", open_call},   {"call", run_call},
    {"reset", reset_call},           {"closePlayground", close_call},
};

}  // namespace

Result<std::shared_ptr<EffectStore>> read_answers(std::string_view cassette) {
  auto answers = std::make_shared<EffectStore>();
  BFCLX_RETURN_IF_ERROR(read_cassette(cassette, *answers));
  return answers;
}

std::span<const Call> playground_calls() { return kCalls; }

}  // namespace bfclx::api
