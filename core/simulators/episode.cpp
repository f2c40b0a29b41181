#include "core/simulators/episode.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/python.h"
#include "core/python/simple_calls.h"
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

bool is_forbidden(std::string_view name) {
  static constexpr std::array<std::string_view, 8> kForbidden = {
      "kill", "exit", "quit", "remove", "unlink", "popen", "Popen", "run"};
  return std::find(kForbidden.begin(), kForbidden.end(), name) != kForbidden.end();
}

// Quirk 13: the name is what stands before the first "(", and of that what stands between the first
// and the second "." if there is one.
Status refuse_forbidden_name(std::string_view call) {
  std::string_view name = call.substr(0, call.find('('));
  if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
    name.remove_prefix(dot + 1);
    name = name.substr(0, name.find('.'));
  }
  if (!is_forbidden(name)) return {};
  return Error{"Exception", "Function call " + std::string(name) + " is not allowed."};
}

Result<std::string> result_text(const Value& result, const EpisodeModules& modules) {
  if (result.is_str()) return std::string(result.as_str());
  if (result.is_dict()) {
    Result<std::string> json = modules.json_text(result);
    if (json.ok()) return json;
  }
  BFCLX_RETURN_IF_ERROR(check_digits(result));
  return str(result);
}

// The two functions of Python's json module that calls are seen to use; the official executor's own
// module has it imported.
Result<Value> call_json(std::string_view function, const List& positional, const Dict& keywords) {
  const bool plain = positional.size() == 1 && keywords.empty();
  if (plain && function == "dumps") {
    BFCLX_ASSIGN_OR_RETURN(const std::string text, json_dumps(positional[0]));
    return Value::str(text);
  }
  if (plain && function == "loads" && positional[0].is_str()) {
    return json_loads(positional[0].as_str());
  }
  return Error{"Limit", "json." + std::string(function) + "() is not supported here"};
}

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Whether the text is a name to Python's parser, and of ASCII.
bool is_plain_name(std::string_view text) {
  return !text.empty() && is_name_start(text[0]) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_name_start(c) || (c >= '0' && c <= '9'); });
}

// Longer calls may come near a bound of the evaluation.
constexpr std::size_t kMaxSimpleCall = 16 * 1024;

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
    episode.instances_.push_back(std::move(instance));
    episode.instance_names_.push_back(instance_name(setup, class_name));
  }
  return episode;
}

// Of methods that several classes have, the last class's counts.
Episode::Target Episode::find_method(std::string_view name) const {
  for (std::size_t i = instances_.size(); i-- > 0;) {
    if (const Method* method = instances_[i]->find_method(name)) return {i, method};
  }
  return {};
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
      if (const Target target = find_method(word); target.method != nullptr) {
        named += instance_names_[target.instance];
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

  // A callee that does not exist is an error before its arguments are evaluated.
  Status check_callee(const python::Node& function) override {
    const Callee callee = resolve(function);
    if (callee.owner == "json") return {};
    if (callee.instance == nullptr) {
      BFCLX_RETURN_IF_ERROR(name(callee.owner));
      return {};
    }
    if (callee.method != nullptr) return {};
    return Error{"AttributeError", "'" + std::string(callee.instance->table().name) +
                                       "' object has no attribute '" +
                                       std::string(callee.attribute) + "'"};
  }

  Result<Value> call(const python::Node& function, const List& positional,
                     const Dict& keywords) override {
    const Callee callee = resolve(function);
    if (callee.owner == "json" && !callee.attribute.empty()) {
      return call_json(callee.attribute, positional, keywords);
    }
    if (callee.method == nullptr) {
      return python::Environment::call(function, positional, keywords);
    }
    return call_method(*callee.instance, *callee.method, positional, keywords, *episode_.modules_);
  }

 private:
  // What a callee is: `owner.attribute`, or the name at its root alone.
  struct Callee {
    std::string_view owner;
    std::string_view attribute;  // empty unless the callee is exactly owner.attribute
    Simulator* instance = nullptr;
    const Method* method = nullptr;
  };

  Callee resolve(const python::Node& function) const {
    Callee callee;
    const python::Node* root = &function;
    if (root->kind == python::NodeKind::kAttribute) {
      const auto& attribute = python::as<python::Attribute>(*root);
      if (attribute.value->kind == python::NodeKind::kName) callee.attribute = attribute.attr;
    }
    while (root->kind == python::NodeKind::kAttribute) {
      root = python::as<python::Attribute>(*root).value;
    }
    if (root->kind != python::NodeKind::kName) return callee;
    callee.owner = python::as<python::Name>(*root).id;
    const auto& names = episode_.instance_names_;
    const auto place = std::find(names.begin(), names.end(), callee.owner);
    if (place == names.end() || callee.attribute.empty()) return callee;
    callee.instance = episode_.instances_[static_cast<std::size_t>(place - names.begin())].get();
    callee.method = callee.instance->find_method(callee.attribute);
    return callee;
  }

  Episode& episode_;
};

Result<Value> Episode::evaluate(const std::string& call) {
  BFCLX_RETURN_IF_ERROR(refuse_forbidden_name(call));
  // eval() drops spaces and tabs before the expression, where ast.parse finds an indent.
  const std::size_t begin = call.find_first_not_of(" \t");
  const std::string_view source =
      begin == std::string::npos ? std::string_view() : std::string_view(call).substr(begin);
  Result<python::Tree> tree = python::parse_expression(source, "<string>");
  if (!tree.ok()) return std::move(tree).error();
  BFCLX_RETURN_IF_ERROR(python::check_compilable(*tree));
  EpisodeEnvironment environment(*this);
  return python::evaluate(tree->root(), environment);
}

// One method with literal arguments and no other bracket, so that no other name gets an instance:
// what evaluate() does with the rewritten text, without text or tree. nullopt for anything else.
std::optional<Result<Value>> Episode::call_simple(std::string_view call) {
  const std::size_t bracket = call.find('(');
  if (bracket == std::string_view::npos || call.size() > kMaxSimpleCall ||
      call.find('(', bracket + 1) != std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view name = call.substr(0, bracket);
  const Target target = find_method(name);
  if (target.method == nullptr || is_forbidden(name)) return std::nullopt;
  const std::string& instance_name = instance_names_[target.instance];
  if (!is_plain_name(instance_name)) return std::nullopt;
  const std::optional<SimpleCall> simple = read_simple_call(call);
  if (!simple) return std::nullopt;
  // A class that is involved twice has one instance, the first.
  const auto first = std::find(instance_names_.begin(), instance_names_.end(), instance_name);
  Simulator& instance = *instances_[static_cast<std::size_t>(first - instance_names_.begin())];
  return call_method(instance, *target.method, simple->positional, simple->keywords, *modules_);
}

std::string Episode::execute(std::string_view call) {
  std::optional<Result<Value>> simple = call_simple(call);
  Result<Value> result = simple ? *std::move(simple) : evaluate(add_instance_names(call));
  Result<std::string> text = result.ok() ? result_text(*result, *modules_)
                                         : Result<std::string>(std::move(result).error());
  if (text.ok()) return std::move(text).value();
  return "Error during execution: " + text.error().message;
}

}  // namespace bfclx
