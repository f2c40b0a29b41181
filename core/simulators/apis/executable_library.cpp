#include "core/simulators/apis/executable_library.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "core/base/unicode.h"
#include "core/python/evaluate/callable.h"
#include "core/python/evaluate/evaluator.h"
#include "core/python/evaluate/simple_calls.h"
#include "core/python/extensions/extensions.h"
#include "core/python/extensions/json_module.h"
#include "core/python/python.h"
#include "core/simulators/apis/math_module.h"
#include "core/simulators/apis/requests.h"
#include "core/simulators/engine/binder.h"
#include "core/value/dict.h"
#include "core/value/extent.h"

namespace bfclx {

namespace {

constexpr std::array<ApiKey, 4> kApiKeys = {{
    {"GEOCODE_API_KEY", "YOUR-GEOCODE-API-KEY"},
    {"RAPID_API_KEY", "YOUR-RAPID-API-KEY"},
    {"OMDB_API_KEY", "YOUR-OMDB-API-KEY"},
    {"EXCHANGERATE_API_KEY", "YOUR-EXCHANGERATE-API-KEY"},
}};

constexpr std::string_view kModule =
    "bfcl.eval_checker.executable_eval.executable_python_function.";

class LibraryFunction final : public python::Callable {
 public:
  LibraryFunction(const ExecutableFunction& function, ExecutableContext& context)
      : function_(function), context_(context) {}
  Result<Value> call(python::Arguments& arguments) override {
    return call_executable(function_, context_, arguments.positional, arguments.keywords);
  }

 private:
  const ExecutableFunction& function_;
  ExecutableContext& context_;
};

Value function_value(const ExecutableFunction& function, ExecutableContext& context) {
  const std::string text =
      "<function " + std::string(function.name) + " at " + std::string(python::kAddress) + ">";
  return Value::opaque(
      {"function", text, text, std::make_shared<LibraryFunction>(function, context)});
}

// What the library's module defines beside its functions, under the names that keys have there.
std::optional<Value> library_constant(std::string_view name) {
  if (name == "var") return Value::str(kApiKeys.back().variable);
  List variables;
  Dict keys;
  for (const ApiKey& key : kApiKeys) {
    variables.push_back(Value::str(key.variable));
    keys.set(key.placeholder.substr(std::string_view("YOUR-").size()), Value::str(key.placeholder));
  }
  if (name == "ENV_VARS") return Value::tuple(std::move(variables));
  if (name == "api_key") return Value::dict(std::move(keys));
  return std::nullopt;
}

std::optional<Value> module_value(std::string_view name, ExecutableContext& context) {
  if (name == "requests") return requests_module(context.effects);
  if (name == "time") return python::standard_module("time", "time.py");
  return std::nullopt;
}

// The names that exec() sees after `from executable_python_function import *`.
class LibraryEnvironment : public python::Environment {
 public:
  explicit LibraryEnvironment(ExecutableContext& context) : context_(context) {}

  const python::Extensions* extensions() override { return &python::all_extensions(); }

  Result<Value> name(std::string_view name, bool local) override {
    if (const ExecutableFunction* const function = find_executable_function(name)) {
      return function_value(*function, context_);
    }
    if (name == "math") return math_module();
    if (name == "os") return python::standard_module("os", "os.py");
    if (std::optional<Value> module = module_value(name, context_)) return *std::move(module);
    if (std::optional<Value> value = library_constant(name)) return *std::move(value);
    return python::Environment::name(name, local);
  }

  std::string callee_text(const python::Node& function) override {
    if (function.kind == python::NodeKind::kName) {
      const std::string_view name = python::as<python::Name>(function).id;
      if (find_executable_function(name) != nullptr) {
        return std::string(kModule).append(name).append("()");
      }
    }
    return python::Environment::callee_text(function);
  }

 private:
  ExecutableContext& context_;
};

// The names of the function that evaluates a derivative's text are in sight as well.
class DerivativeEnvironment final : public LibraryEnvironment {
 public:
  DerivativeEnvironment(ExecutableContext& context, Value function, Value x)
      : LibraryEnvironment(context), function_(std::move(function)), x_(std::move(x)) {}
  Result<Value> name(std::string_view name, bool local) override {
    if (local && name == "function") return function_;
    if (local && name == "x") return x_;
    return LibraryEnvironment::name(name, local);
  }

 private:
  Value function_;
  Value x_;
};

// The names of executable_checker.py, whose executable_checker_rest calls eval().
class RestEnvironment final : public python::Environment {
 public:
  RestEnvironment(ExecutableContext& context, std::string_view text)
      : context_(context), text_(text) {}

  const python::Extensions* extensions() override { return &python::all_extensions(); }

  Result<Value> name(std::string_view name, bool local) override {
    if (local && name == "func_call") return Value::str(text_);
    if (name == "json") return python::standard_module("json", "json/__init__.py");
    if (std::optional<Value> module = module_value(name, context_)) return *std::move(module);
    return python::Environment::name(name, local);
  }

 private:
  ExecutableContext& context_;
  std::string_view text_;
};

// The evaluation of a text, bounded by what is left of the budget, and paid for.
Result<Value> evaluate(const std::string& text, python::Environment& environment,
                       WorkBudget& budget) {
  BFCLX_ASSIGN_OR_RETURN(const python::Tree tree, python::parse_expression(text, "<string>"));
  BFCLX_RETURN_IF_ERROR(python::check_compilable(tree));
  if (tree.root().height > python::kMaxDepth) {
    return Error{"Limit", "expression is nested too deeply"};
  }
  python::EvaluateLimits limits;
  limits.steps = std::min(limits.steps, budget.left());
  python::Evaluator evaluator(environment, limits);
  Result<Value> result = evaluator.value(tree.root());
  BFCLX_RETURN_IF_ERROR(budget.spend(evaluator.steps()));
  return result;
}

// What the calls of a response pay for their arguments.
class ArgumentBytes {
 public:
  explicit ArgumentBytes(WorkBudget& budget) : budget_(budget) {}
  void add(const Value& argument) {
    const bool holds = argument.is_sequence() || argument.is_dict() || argument.is_set();
    bytes_ +=
        holds ? extent_of(argument, budget_.left() * kBytesPerStep).bytes : own_bytes(argument);
  }
  Status pay() const { return budget_.spend(1 + bytes_ / kBytesPerStep); }

 private:
  static constexpr std::size_t kBytesPerStep = 64;
  WorkBudget& budget_;
  std::size_t bytes_ = 0;
};

Status pay_for_call(const List& positional, const Dict& keywords, WorkBudget& budget) {
  ArgumentBytes bytes(budget);
  for (const Value& argument : positional) bytes.add(argument);
  for (const Dict::Entry& entry : keywords) bytes.add(entry.value);
  return bytes.pay();
}

Result<Value> call_plain(const ExecutableFunction& function, ExecutableContext& context,
                         const PlainCall& call) {
  const std::optional<List> bound =
      bind_plain(Signature{{}, function.name, function.parameters}, call);
  if (!bound) {
    Dict keywords;
    for (const auto& [name, value] : call.keywords) keywords.set(name, value);
    return call_executable(function, context, call.positional, keywords);
  }
  ArgumentBytes bytes(context.budget);
  for (const Value& argument : call.positional) bytes.add(argument);
  for (const NamedArgument& argument : call.keywords) bytes.add(argument.value);
  BFCLX_RETURN_IF_ERROR(bytes.pay());
  return function.call(context, *bound);
}

// A plain call of a function of the library, without a tree; nullopt for any other text.
std::optional<Result<Value>> call_simple(std::string_view text, ExecutableContext& context) {
  constexpr std::size_t kMaxSimple = std::size_t{64} * 1024;
  if (text.size() > kMaxSimple) return std::nullopt;
  const ExecutableFunction* const function =
      find_executable_function(text.substr(0, text.find('(')));
  if (function == nullptr) return std::nullopt;
  const std::optional<PlainCall> plain = read_plain_call(text);
  if (!plain || plain->name != function->name) return std::nullopt;
  return call_plain(*function, context, *plain);
}

}  // namespace

std::span<const ApiKey> api_keys() { return kApiKeys; }

const ApiKey* api_key_in(std::string_view text) {
  for (const ApiKey& key : kApiKeys) {
    if (text.find(key.placeholder) != std::string_view::npos) return &key;
  }
  return nullptr;
}

const ExecutableFunction* find_executable_function(std::string_view name) {
  for (const auto part : {executable_numbers(), executable_sequences(), executable_services(),
                          executable_network()}) {
    for (const ExecutableFunction& function : part) {
      if (function.name == name) return &function;
    }
  }
  return nullptr;
}

Result<Value> call_executable(const ExecutableFunction& function, ExecutableContext& context,
                              const List& positional, const Dict& keywords) {
  BFCLX_RETURN_IF_ERROR(pay_for_call(positional, keywords, context.budget));
  BFCLX_ASSIGN_OR_RETURN(const List bound,
                         bind_arguments(Signature{{}, function.name, function.parameters},
                                        positional, keywords, nullptr));
  return function.call(context, bound);
}

Result<Value> execute_call(std::string_view text, EffectStore& effects, WorkBudget& budget) {
  ExecutableContext context{budget, effects};
  if (std::optional<Result<Value>> simple = call_simple(text, context)) return *std::move(simple);
  // The checker puts the text behind "result=" in a second line, where white space before it means
  // nothing.
  LibraryEnvironment environment(context);
  const std::size_t begin = std::min(text.find_first_not_of(" \t\f"), text.size());
  return evaluate("\n" + std::string(text.substr(begin)), environment, budget);
}

Result<Value> execute_rest(std::string_view text, EffectStore& effects, WorkBudget& budget) {
  ExecutableContext context{budget, effects};
  const std::string call = replace_all(text, "requests_get", "requests.get");
  if (std::optional<SimpleCall> simple = read_simple_call(call);
      simple && simple->name == "requests.get") {
    BFCLX_RETURN_IF_ERROR(pay_for_call(simple->positional, simple->keywords, budget));
    return send_request(*find_request_function("get"), effects, simple->positional,
                        simple->keywords);
  }
  RestEnvironment environment(context, call);
  const std::size_t begin = std::min(call.find_first_not_of(" \t"), call.size());
  return evaluate(call.substr(begin), environment, budget);
}

struct EvaluatedFunction::State {
  State(const ExecutableContext& outer, const Value& text, const Value& x)
      : context{outer.budget, outer.effects, outer.depth + 1},
        source(text.is_str() ? text.as_str() : text.as_bytes()),
        environment(context, text, x) {}

  ExecutableContext context;
  std::string source;
  DerivativeEnvironment environment;
  python::EvaluateLimits limits;
  std::optional<python::Tree> tree;
  std::optional<python::Evaluator> evaluator;
  Value function;
};

Result<EvaluatedFunction> EvaluatedFunction::evaluate(const Value& text, const Value& x,
                                                      const ExecutableContext& context) {
  constexpr unsigned kMaxDepth = 4;
  if (!text.is_str() && !text.is_bytes()) {
    return python::type_error("eval() arg 1 must be a string, bytes or code object");
  }
  if (context.depth >= kMaxDepth) return Error{"Limit", "evaluations are nested too deeply"};
  auto state = std::make_shared<State>(context, text, x);
  const std::size_t begin = std::min(state->source.find_first_not_of(" \t"), state->source.size());
  state->source.erase(0, begin);
  Result<python::Tree> tree = python::parse_expression(state->source, "<string>");
  if (!tree.ok()) return std::move(tree).error();
  state->tree.emplace(std::move(tree).value());
  BFCLX_RETURN_IF_ERROR(python::check_compilable(*state->tree));
  if (state->tree->root().height > python::kMaxDepth) {
    return Error{"Limit", "expression is nested too deeply"};
  }
  state->limits.steps = std::min(state->limits.steps, context.budget.left());
  state->evaluator.emplace(state->environment, state->limits);
  BFCLX_ASSIGN_OR_RETURN(state->function, state->evaluator->value(state->tree->root()));
  BFCLX_RETURN_IF_ERROR(context.budget.spend(state->evaluator->steps()));
  return EvaluatedFunction(std::move(state));
}

Result<Value> EvaluatedFunction::call(const Value& argument) const {
  const std::size_t before = state_->evaluator->steps();
  python::Arguments arguments{{argument}, {}, state_->limits.bytes};
  Result<Value> result = python::call_value(state_->function, arguments);
  BFCLX_RETURN_IF_ERROR(state_->context.budget.spend(state_->evaluator->steps() - before));
  return result;
}

}  // namespace bfclx
