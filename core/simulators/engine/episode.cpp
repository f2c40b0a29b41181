#include "core/simulators/engine/episode.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/extensions/json_module.h"
#include "core/python/python.h"
#include "core/simulators/engine/binder.h"
#include "core/simulators/engine/effects.h"
#include "core/value/dict.h"
#include "core/value/extent.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

// re.sub(r'[-./:]', '_', name)
std::string instance_name(const EpisodeSetup& setup, std::string_view class_name) {
  std::string name = setup.model_name + (setup.evaluation ? "_eval_" : "_") + setup.id + "_" +
                     std::string(class_name) + "_instance";
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

// Quirk forbidden_by_position: the name is what stands before the first "(", and of that what
// stands between the first and the second "." if there is one.
std::string_view called_name(std::string_view call) {
  std::string_view name = call.substr(0, call.find('('));
  if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
    name.remove_prefix(dot + 1);
    name = name.substr(0, name.find('.'));
  }
  return name;
}

Status refuse_forbidden_name(std::string_view call) {
  const std::string_view name = called_name(call);
  if (!is_forbidden(name)) return {};
  return Error{"Exception", "Function call " + std::string(name) + " is not allowed."};
}

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// What may refer to other objects.
bool is_container(const Value& value) {
  return value.is_sequence() || value.is_dict() || value.is_set() ||
         value.kind() == Value::Kind::kOpaque;
}

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_ascii_word(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }

// Whether the text is a name to Python's parser, and of ASCII.
bool is_plain_name(std::string_view text) {
  return !text.empty() && is_name_start(text[0]) &&
         std::all_of(text.begin(), text.end(), is_ascii_word);
}

Value error_text(const Error& error) {
  return Value::str(std::string(kExecutionError) + error.message);
}

// Longer calls may come near a bound of the evaluation.
constexpr std::size_t kMaxSimpleCall = std::size_t{16} * 1024;

}  // namespace

Result<Episode> Episode::start(const EpisodeSetup& setup, EpisodeModules& modules) {
  Episode episode(setup, modules);
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

void Episode::exchange(Instances& instances, Value involved_classes, Value initial_config) {
  instances_.swap(instances);
  setup_.involved_classes = std::move(involved_classes);
  setup_.initial_config = std::move(initial_config);
  instance_names_.clear();
  for (const std::unique_ptr<Simulator>& instance : instances_) {
    instance_names_.push_back(instance_name(setup_, instance->table().name));
  }
}

Episode::~Episode() {
  if (!may_alias_) return;
  for (const std::unique_ptr<Simulator>& instance : instances_) break_cycles(instance->state());
}

// Of methods that several classes have, the last class's counts: quirk last_class_answers.
Episode::Target Episode::find_method(std::string_view name) const {
  for (std::size_t i = instances_.size(); i-- > 0;) {
    if (const Method* method = instances_[i]->find_method(name)) return {i, method};
  }
  return {};
}

// Quirk names_inside_texts: re.sub(r"\b([a-zA-Z_]\w*)\s*(?=\()", ...) puts the instance's name
// before every method name that an opening bracket follows, inside strings too, and drops the white
// space between any name and its bracket.
std::string Episode::add_instance_names(std::string_view call) const {
  std::string named;
  named.reserve(call.size() + 64);
  std::size_t offset = 0;
  while (offset < call.size()) {
    const std::size_t begin = offset;
    std::size_t end = offset;  // of the run of word characters that begins here
    while (true) {
      while (end < call.size() && is_ascii_word(call[end])) ++end;
      std::size_t next = end;
      if (end == call.size() || is_ascii(call[end]) || !is_word(next_code_point(call, next))) break;
      end = next;
    }
    if (end == begin) {
      next_code_point(call, offset);
      while (offset < call.size() && is_ascii(call[offset]) && !is_ascii_word(call[offset])) {
        ++offset;
      }
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

// The local names of the official executor while it calls eval() that hold plain values
// (multi_turn_utils.py:execute_multi_turn_func_call); nullopt for all others.
std::optional<Value> executor_local(std::string_view name, const EpisodeSetup& setup,
                                    const Simulator* last, std::string_view instance_name,
                                    const std::string& call) {
  if (name == "model_name") return Value::str(setup.model_name + (setup.evaluation ? "_eval" : ""));
  if (name == "test_entry_id") return Value::str(setup.id);
  if (name == "long_context") return Value::boolean(setup.long_context);
  if (name == "is_evaL_run") return Value::boolean(setup.evaluation);
  if (name == "initial_config") return setup.initial_config.deep_copy();
  if (name == "involved_classes") return setup.involved_classes.deep_copy();
  if (name == "func_call") return Value::str(call);
  if (name == "func_call_copy") return Value::str(called_name(call));
  if (last == nullptr) return std::nullopt;
  // Of loops over the classes, and over the methods by name.
  if (name == "class_name") return Value::str(last->table().name);
  if (name == "module_name") return Value::str(simulator_module(last->table().name));
  if (name == "instance_name") return Value::str(instance_name);
  if (name == "method_name") {
    std::string_view greatest;
    for (const Method& method : last->table().methods) greatest = std::max(greatest, method.name);
    return Value::str(greatest);
  }
  return std::nullopt;
}

// What the executor's module has imported (multi_turn_utils.py).
std::optional<Value> executor_global(std::string_view name) {
  struct Module {
    std::string_view name;
    std::string_view file;
  };
  static constexpr Module kModules[] = {{"copy", "copy.py"},
                                        {"importlib", "importlib/__init__.py"},
                                        {"inspect", "inspect.py"},
                                        {"json", "json/__init__.py"},
                                        {"re", "re/__init__.py"}};
  for (const Module& module : kModules) {
    if (module.name == name) return python::standard_module(module.name, module.file);
  }
  return std::nullopt;
}

// Names and calls as the official executor's `eval` sees them, as far as they can be reached.
class EpisodeEnvironment final : public python::Environment {
 public:
  EpisodeEnvironment(Episode& episode, const std::string& call) : episode_(episode), call_(call) {}

  Result<Value> name(std::string_view name, bool local) override {
    const bool any = !episode_.instances_.empty();
    std::optional<Value> value;
    if (local) {
      value =
          executor_local(name, episode_.setup_, any ? episode_.instances_.back().get() : nullptr,
                         any ? episode_.instance_names_.back() : std::string_view(), call_);
    }
    if (!value) value = executor_global(name);
    if (value) return *std::move(value);
    return python::Environment::name(name, local);
  }

  const python::Extensions* extensions() override { return &python::all_extensions(); }

  bool has_callee(const python::Node& function) override {
    return resolve(function).instance != nullptr;
  }

  std::string callee_text(const python::Node& function) override {
    const Callee callee = resolve(function);
    if (callee.method == nullptr) return python::Environment::callee_text(function);
    const std::string_view class_name = callee.instance->table().name;
    return simulator_module(class_name) + "." + std::string(class_name) + "." +
           std::string(callee.method->name) + "()";
  }

  // A callee that does not exist is an error before its arguments are evaluated.
  Status check_callee(const python::Node& function) override {
    const Callee callee = resolve(function);
    if (callee.method != nullptr) return {};
    return Error{"AttributeError", "'" + std::string(callee.instance->table().name) +
                                       "' object has no attribute '" +
                                       std::string(callee.attribute) + "'"};
  }

  Result<Value> call(const python::Node& function, const List& positional,
                     const Dict& keywords) override {
    const Callee callee = resolve(function);
    assert(callee.instance != nullptr && callee.method != nullptr);  // it was known before
    // Only here a container of the state can come back as an argument; literals are always new.
    episode_.may_alias_ =
        episode_.may_alias_ || std::any_of(positional.begin(), positional.end(), is_container) ||
        std::any_of(keywords.begin(), keywords.end(),
                    [](const Dict::Entry& entry) { return is_container(entry.value); });
    List& done = episode_.interrupted_.results;
    if (next_ < done.size()) return done[next_++];
    Result<Value> result =
        call_method(*callee.instance, *callee.method, positional, keywords, *episode_.modules_);
    if (result.ok() && episode_.modules_->effects() != nullptr) {
      done.push_back(*result);
      ++next_;
    }
    return result;
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
  const std::string& call_;
  std::size_t next_ = 0;  // method of the call
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
  EpisodeEnvironment environment(*this, call);
  python::EvaluateLimits limits;
  limits.budget = &budget();
  return python::evaluate(tree->root(), environment, limits);
}

std::optional<SimpleCall> Episode::plain_call(std::string_view call) {
  const std::size_t bracket = call.find('(');
  if (bracket == std::string_view::npos || call.size() > kMaxSimpleCall ||
      call.find('(', bracket + 1) != std::string_view::npos) {
    return std::nullopt;
  }
  std::optional<SimpleCall> simple = read_simple_call(call);
  if (simple && simple->name != call.substr(0, bracket)) return std::nullopt;
  return simple;
}

// What evaluate() does with the rewritten text of a plain call, without text or tree. nullopt for
// anything else.
std::optional<Result<Value>> Episode::call_simple(std::string_view call) {
  const std::string_view name = call.substr(0, call.find('('));
  const Target target = find_method(name);
  if (target.method == nullptr || is_forbidden(name)) return std::nullopt;
  const std::string& instance_name = instance_names_[target.instance];
  if (!is_plain_name(instance_name)) return std::nullopt;
  const std::optional<SimpleCall> simple = plain_call(call);
  if (!simple) return std::nullopt;
  // A class that is involved twice has one instance, the first.
  const auto first = std::find(instance_names_.begin(), instance_names_.end(), instance_name);
  Simulator& instance = *instances_[static_cast<std::size_t>(first - instance_names_.begin())];
  return call_method(instance, *target.method, simple->positional, simple->keywords, *modules_);
}

Result<Value> Episode::result_text(const Value& result, bool is_expression) {
  const bool may_repeat = may_alias_ || is_expression || !modules_->shared_lists().empty();
  if (may_repeat && extent_of(result, budget().left()).too_large) {
    BFCLX_RETURN_IF_ERROR(budget().spend(budget().left()));
  }
  if (result.is_str()) return result;
  const KnownTexts* const known = modules_->known_texts();
  text_.clear();
  if (result.is_dict()) {
    if (append_json(text_, result, known).ok()) return Value::str(text_);
    text_.clear();
  }
  BFCLX_RETURN_IF_ERROR(check_digits(result));
  if (result.kind() == Value::Kind::kOpaque) return Value::str(str(result));
  append_repr(text_, result, known);
  return Value::str(text_);
}

Value Episode::run(std::string_view call) {
  if (const Status left = budget().check(); !left.ok()) return error_text(left.error());
  Budget* const outer = modules_->set_budget(&budget());
  if (interrupted_.call != call) interrupted_ = Interrupted{};
  std::optional<Result<Value>> simple = call_simple(call);
  const bool evaluated = !simple;
  if (evaluated) modules_->will_share();
  Result<Value> result = simple ? *std::move(simple) : evaluate(add_instance_names(call));
  if (!result.ok() && is_effect(result.error())) {
    interrupted_.call = call;
  } else {
    interrupted_ = Interrupted{};
  }
  if (result.ok()) result = result_text(*result, evaluated);
  modules_->set_budget(outer);
  if (result.ok()) {
    if (Status paid = budget().spend(result->as_str().size()); !paid.ok()) {
      result = std::move(paid).error();
    }
  }
  if (result.ok()) return std::move(result).value();
  return error_text(result.error());
}

std::string Episode::execute(std::string_view call) { return std::string(run(call).as_str()); }

}  // namespace bfclx
