#include "core/python/extensions/json_module.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/python/evaluate/callable.h"
#include "core/python/objects/operators.h"
#include "core/value/json.h"

namespace bfclx::python {
namespace {

using Function = Result<Value> (*)(Arguments& arguments);

class ModuleFunction final : public Callable {
 public:
  explicit ModuleFunction(Function function) : function_(function) {}
  Result<Value> call(Arguments& arguments) override { return function_(arguments); }

 private:
  Function function_;
};

// The argument `name`, taken out of the keywords.
std::optional<Value> take(Arguments& arguments, std::string_view name) {
  const Value* const found = arguments.keywords.find(name);
  if (found == nullptr) return std::nullopt;
  std::optional<Value> value = *found;
  arguments.keywords.erase(name);
  return value;
}

// The one argument that is no option.
Result<Value> main_argument(Arguments& arguments, std::string_view function,
                            std::string_view name) {
  std::optional<Value> by_name = take(arguments, name);
  const std::size_t count = arguments.positional.size();
  if (count > 1) {
    return type_error(std::string(function) + "() takes 1 positional argument but " +
                      std::to_string(count) + " were given");
  }
  if (count == 1 && by_name) {
    return type_error(std::string(function) + "() got multiple values for argument '" +
                      std::string(name) + "'");
  }
  if (count == 0 && !by_name) {
    return type_error(std::string(function) + "() missing 1 required positional argument: '" +
                      std::string(name) + "'");
  }
  return count == 1 ? arguments.positional[0] : *std::move(by_name);
}

Error unknown_option() { return {"Limit", "this argument of json is not supported"}; }

Result<Value> dumps(Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Value value, main_argument(arguments, "dumps", "obj"));
  JsonStyle style;
  std::string separators[2];
  if (const std::optional<Value> indent = take(arguments, "indent"); indent && !indent->is_none()) {
    if (!indent->is_small_int() || indent->as_int64() < 0 || indent->as_int64() > 64) {
      return unknown_option();
    }
    style.indent = static_cast<int>(indent->as_int64());
  }
  if (const std::optional<Value> sort = take(arguments, "sort_keys"))
    style.sort_keys = truthy(*sort);
  if (const std::optional<Value> ascii = take(arguments, "ensure_ascii")) {
    style.ensure_ascii = truthy(*ascii);
  }
  if (const std::optional<Value> given = take(arguments, "separators");
      given && !given->is_none()) {
    if (!given->is_sequence() || given->items().size() != 2 || !given->items()[0].is_str() ||
        !given->items()[1].is_str() || style.indent >= 0) {
      return unknown_option();
    }
    for (std::size_t i = 0; i < 2; ++i) separators[i] = given->items()[i].as_str();
    style.item_separator = separators[0];
    style.key_separator = separators[1];
  }
  if (!arguments.keywords.empty()) return unknown_option();
  BFCLX_ASSIGN_OR_RETURN(const std::string text, json_dumps(value, style));
  return Value::str(text);
}

Result<Value> loads(Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Value value, main_argument(arguments, "loads", "s"));
  if (!arguments.keywords.empty() || value.is_bytes()) return unknown_option();
  if (!value.is_str()) {
    return type_error("the JSON object must be str, bytes or bytearray, not " +
                      std::string(type_name(value)));
  }
  return json_loads(value.as_str());
}

class StandardModule final : public Module {
 public:
  explicit StandardModule(bool is_json) : is_json_(is_json) {}

  Result<Value> attribute(std::string_view name) override {
    Function function = nullptr;
    if (is_json_ && name == "dumps") function = dumps;
    if (is_json_ && name == "loads") function = loads;
    if (function == nullptr) {
      return Error{"Limit", "attribute '" + std::string(name) + "' is not supported"};
    }
    const std::string text =
        "<function " + std::string(name) + " at " + std::string(kAddress) + ">";
    return Value::opaque({"function", text, text, std::make_shared<ModuleFunction>(function)});
  }

 private:
  bool is_json_;
};

}  // namespace

Value standard_module(std::string_view name, std::string_view file) {
  const std::string text =
      "<module '" + std::string(name) + "' from '/usr/lib/python3.11/" + std::string(file) + "'>";
  return Value::opaque({"module", text, text, std::make_shared<StandardModule>(name == "json")});
}

}  // namespace bfclx::python
