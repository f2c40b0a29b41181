#include "core/simulators/episode.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/python.h"
#include "core/simulators/binder.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

// re.sub(r'[-./:]', '_', name)
std::string instance_name(const EpisodeSetup& setup, std::string_view class_name) {
  std::string name =
      setup.model_name + "_eval_" + setup.id + "_" + std::string(class_name) + "_instance";
  for (char& c : name) {
    if (c == '-' || c == '.' || c == '/' || c == ':') c = '_';
  }
  return name;
}

// Quirk 13: the name is what stands before the first "(", and of that what stands between the first
// and the second "." if there is one.
Status refuse_forbidden_name(std::string_view call) {
  static constexpr std::array<std::string_view, 8> kForbidden = {
      "kill", "exit", "quit", "remove", "unlink", "popen", "Popen", "run"};
  std::string_view name = call.substr(0, call.find('('));
  if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
    name.remove_prefix(dot + 1);
    name = name.substr(0, name.find('.'));
  }
  if (std::find(kForbidden.begin(), kForbidden.end(), name) == kForbidden.end()) return {};
  return Error{"Exception", "Function call " + std::string(name) + " is not allowed."};
}

// eval() names its source "<string>" where ast.parse says "<unknown>".
Error as_eval_error(Error error) {
  static constexpr std::string_view kParsed = "(<unknown>, line ";
  const std::size_t place = error.message.rfind(kParsed);
  if (place != std::string::npos) error.message.replace(place, 10, "(<string>");
  return error;
}

std::string result_text(const Value& result) {
  if (result.is_str()) return std::string(result.as_str());
  if (result.is_dict()) {
    Result<std::string> json = json_dumps(result);
    if (json.ok()) return std::move(json).value();
  }
  return str(result);
}

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

Result<Episode> Episode::start(const EpisodeSetup& setup, EpisodeModules& modules) {
  Episode episode(modules);
  if (!setup.involved_classes.is_list() || !setup.initial_config.is_dict()) {
    return Error{"TypeError", "involved_classes is no list or initial_config is no object"};
  }
  for (const Value& item : setup.involved_classes.items()) {
    const std::string_view class_name = item.is_str() ? item.as_str() : std::string_view();
    std::unique_ptr<Simulator> instance = make_simulator(class_name, modules);
    if (instance == nullptr) return Error{"KeyError", repr(item)};
    if (!instance->table().stateless) {
      const Value* scenario = setup.initial_config.as_dict().find(class_name);
      BFCLX_RETURN_IF_ERROR(instance->load_scenario(
          scenario != nullptr ? scenario->deep_copy() : Value::dict(), setup.long_context));
    }
    for (const Method& method : instance->table().methods) {
      const std::size_t index = episode.instances_.size();
      auto known = std::find_if(episode.methods_.begin(), episode.methods_.end(),
                                [&](const NamedMethod& m) { return m.name == method.name; });
      if (known == episode.methods_.end()) {
        episode.methods_.push_back({method.name, index});
      } else {
        known->instance = index;
      }
    }
    episode.instances_.push_back(std::move(instance));
    episode.instance_names_.push_back(instance_name(setup, class_name));
  }
  return episode;
}

const Episode::NamedMethod* Episode::find_method(std::string_view name) const {
  for (const NamedMethod& method : methods_) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

// Quirk 12: re.sub(r"\b([a-zA-Z_]\w*)\s*(?=\()", ...) puts the instance's name before every method
// name that an opening bracket follows, inside strings too, and drops the white space between any
// name and its bracket.
std::string Episode::add_instance_names(std::string_view call) const {
  std::string named;
  named.reserve(call.size() + 64);
  std::size_t offset = 0;
  while (offset < call.size()) {
    const std::size_t begin = offset;
    std::size_t end = offset;  // of the run of word characters that begins here
    while (end < call.size()) {
      std::size_t next = end;
      if (!is_word(next_code_point(call, next))) break;
      end = next;
    }
    if (end == begin) {
      next_code_point(call, offset);
      named += call.substr(begin, offset - begin);
      continue;
    }
    const std::string_view word = call.substr(begin, end - begin);
    offset = end;
    std::size_t bracket = end;
    while (bracket < call.size()) {
      std::size_t next = bracket;
      if (!is_space(next_code_point(call, next))) break;
      bracket = next;
    }
    if (is_name_start(word[0]) && bracket < call.size() && call[bracket] == '(') {
      if (const NamedMethod* method = find_method(word); method != nullptr) {
        named += instance_names_[method->instance];
        named += '.';
      }
      offset = bracket;
    }
    named += word;
  }
  return named;
}

// Names and calls as the official executor's `eval` sees them, as far as they can be reached.
class EpisodeEnvironment final : public python::Environment {
 public:
  explicit EpisodeEnvironment(Episode& episode) : episode_(episode) {}

  Result<Value> call(const python::Node& function, const List& positional,
                     const Dict& keywords) override {
    if (function.kind != python::NodeKind::kAttribute) {
      return python::Environment::call(function, positional, keywords);
    }
    const auto& attribute = python::as<python::Attribute>(function);
    if (attribute.value->kind != python::NodeKind::kName) {
      return python::Environment::call(function, positional, keywords);
    }
    const std::string_view owner = python::as<python::Name>(*attribute.value).id;
    const auto& names = episode_.instance_names_;
    const auto place = std::find(names.begin(), names.end(), owner);
    if (place == names.end()) return python::Environment::call(function, positional, keywords);
    Simulator& instance = *episode_.instances_[static_cast<std::size_t>(place - names.begin())];
    const Method* method = instance.find_method(attribute.attr);
    if (method == nullptr) {
      return Error{"AttributeError", "'" + std::string(instance.table().name) +
                                         "' object has no attribute '" +
                                         std::string(attribute.attr) + "'"};
    }
    return call_method(instance, *method, positional, keywords, *episode_.modules_);
  }

 private:
  Episode& episode_;
};

Result<Value> Episode::evaluate(const std::string& call) {
  BFCLX_RETURN_IF_ERROR(refuse_forbidden_name(call));
  // eval() drops spaces and tabs before the expression, where ast.parse finds an indent.
  const std::size_t begin = call.find_first_not_of(" \t");
  const std::string_view source =
      begin == std::string::npos ? std::string_view() : std::string_view(call).substr(begin);
  Result<python::Tree> tree = python::parse_expression(source);
  if (!tree.ok()) return as_eval_error(std::move(tree).error());
  BFCLX_RETURN_IF_ERROR(python::check_compilable(*tree));
  EpisodeEnvironment environment(*this);
  return python::evaluate(tree->root(), environment);
}

std::string Episode::execute(std::string_view call) {
  Result<Value> result = evaluate(add_instance_names(call));
  if (result.ok()) return result_text(*result);
  return "Error during execution: " + result.error().message;
}

}  // namespace bfclx
