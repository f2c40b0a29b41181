#include "core/decode/python_calls.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/decode/python_like.h"
#include "core/languages/languages.h"
#include "core/python/evaluate/simple_calls.h"
#include "core/python/objects/operators.h"
#include "core/python/python.h"
#include "core/python/syntax/ast.h"
#include "core/value/dict.h"
#include "core/value/extent.h"

namespace bfclx {
namespace {

using python::as;
using python::Node;
using python::NodeKind;
using python::type_error;

Error attribute_error(const Node& node, std::string_view attribute) {
  return {"AttributeError", "'" + std::string(class_name(node.kind)) +
                                "' object has no attribute '" + std::string(attribute) + "'"};
}
Error unsupported(std::string_view type) {
  return {"Exception", "Unsupported AST type: <class '" + std::string(type) + "'>"};
}

// ---- Binary operations, which the official code hands to eval().

struct GlobalName {
  std::string_view name;
  std::string_view type;
};
// What a name means in the module of the official resolver (quirk operations_see_a_module): only
// its type shows, in the TypeError of the operator that meets it.
constexpr std::string_view kFunctionType = "function";
constexpr std::string_view kModuleType = "module";
constexpr GlobalName kModuleGlobals[] = {
    {"ast", kModuleType},
    {"builtins", kModuleType},
    {"copy", kModuleType},
    {"hashlib", kModuleType},
    {"json", kModuleType},
    {"operator", kModuleType},
    {"os", kModuleType},
    {"re", kModuleType},
    {"ast_parse", kFunctionType},
    {"combine_consecutive_user_prompts", kFunctionType},
    {"convert_to_function_call", kFunctionType},
    {"convert_to_tool", kFunctionType},
    {"convert_value", kFunctionType},
    {"deepcopy", kFunctionType},
    {"is_agentic", kFunctionType},
    {"is_java", kFunctionType},
    {"is_js", kFunctionType},
    {"is_live", kFunctionType},
    {"is_memory", kFunctionType},
    {"is_multi_turn", kFunctionType},
    {"is_non_live", kFunctionType},
    {"is_rest", kFunctionType},
    {"is_sql", kFunctionType},
    {"is_web_search", kFunctionType},
    {"load_file", kFunctionType},
    {"retry", kFunctionType},
    {"sort_key", kFunctionType},
    {"reduce", "builtin_function_or_method"},
    {"Lock", "builtin_function_or_method"},
    {"Path", "type"},
    {"wait_random_exponential", "type"},
    {"ModelStyle", "EnumType"},
    {"ReturnFormat", "EnumType"},
    {"Callable", "_CallableType"},
    {"List", "_SpecialGenericAlias"},
    {"Type", "_SpecialGenericAlias"},
    {"Optional", "_SpecialForm"},
    {"Union", "_SpecialForm"},
    {"MEMORY_AGENT_SETTINGS", "dict"},
    {"OUTPUT_FORMAT_MAPPING", "dict"},
    {"GORILLA_TO_OPENAPI", "dict"},
};

// The names that are in sight where the official code calls eval().
class ResolverEnvironment : public python::Environment {
 public:
  explicit ResolverEnvironment(const Node& node) : node_(node) {}

  Result<Value> name(std::string_view name, bool local) override {
    if (local && name == "value")
      return object(class_name(node_.kind));  // the resolver's own argument
    if (name == "TYPE_CHECKING") return Value::boolean(false);
    if (name == "__name__") return Value::str("bfcl_eval.model_handler.utils");
    if (name == "MAXIMUM_STEP_LIMIT") return Value::integer(20);
    const auto* const found =
        std::find_if(std::begin(kModuleGlobals), std::end(kModuleGlobals),
                     [&](const GlobalName& global) { return global.name == name; });
    if (found == std::end(kModuleGlobals)) return Environment::name(name, local);
    return object(found->type);
  }

 private:
  static Value object(std::string_view type) {
    const std::string text = "<" + std::string(type) + " object>";
    return Value::opaque({std::string(type), text, text});
  }

  const Node& node_;
};

// eval(ast.unparse(node))
Result<Value> evaluate_operation(const Node& node, Budget* budget) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, python::unparse(node));
  BFCLX_ASSIGN_OR_RETURN(const python::Tree tree, python::parse_expression(text, "<string>"));
  BFCLX_RETURN_IF_ERROR(python::check_compilable(tree));
  ResolverEnvironment environment(node);
  python::EvaluateLimits limits;
  limits.budget = budget;
  BFCLX_ASSIGN_OR_RETURN(Value value, python::evaluate(tree.root(), environment, limits));
  if (budget != nullptr) BFCLX_RETURN_IF_ERROR(pay_for_result(value, *budget));
  return value;
}

// ---- resolve_ast_by_type

Result<Value> resolve(const Node& node, Budget* budget);
Result<Value> resolve_call(const python::Call& call, Budget* budget);

// `value.operand.value` of a node that is no Constant: the node that it holds under that name.
// nullopt when it has no such attribute, nullptr when the attribute is None.
std::optional<const Node*> value_attribute(const Node& node) {
  switch (node.kind) {
    case NodeKind::kAttribute:
      return as<python::Attribute>(node).value;
    case NodeKind::kSubscript:
      return as<python::Subscript>(node).value;
    case NodeKind::kNamedExpr:
      return as<python::NamedExpr>(node).value;
    case NodeKind::kStarred:
    case NodeKind::kAwait:
    case NodeKind::kYield:
    case NodeKind::kYieldFrom:
      return as_wrapper(node).value;
    case NodeKind::kDictComp:
      return as_comprehension(node).value;
    default:
      return std::nullopt;
  }
}

// Every unary operator negates: quirk unary_negates.
Result<Value> resolve_unary(const Node& operand) {
  if (operand.kind == NodeKind::kConstant) {
    return python::unary_operation(python::UnaryOperator::kUSub,
                                   as<python::Constant>(operand).value);
  }
  const std::optional<const Node*> value = value_attribute(operand);
  if (!value) return attribute_error(operand, "value");
  const std::string_view type = *value == nullptr ? "NoneType" : class_name((*value)->kind);
  return type_error("bad operand type for unary -: '" + std::string(type) + "'");
}

Result<List> resolve_items(python::NodeList nodes, Budget* budget) {
  List items;
  items.reserve(nodes.size());
  for (const Node* const node : nodes) {
    BFCLX_ASSIGN_OR_RETURN(Value item, resolve(*node, budget));
    items.push_back(std::move(item));
  }
  return items;
}

Result<Value> resolve_dict(const python::DictNode& node, Budget* budget) {
  Dict result;
  result.reserve(node.keys.size());
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (node.keys[i] == nullptr) return unsupported("NoneType");  // `**mapping`
    BFCLX_ASSIGN_OR_RETURN(Value key, resolve(*node.keys[i], budget));
    BFCLX_ASSIGN_OR_RETURN(Value value, resolve(*node.values[i], budget));
    BFCLX_RETURN_IF_ERROR(python::check_hashable(key));
    result.set(std::move(key), std::move(value));
  }
  return Value::dict(std::move(result));
}

Result<Value> resolve_subscript(const python::Subscript& node) {
  BFCLX_ASSIGN_OR_RETURN(std::string text, python::unparse(*node.value));
  BFCLX_ASSIGN_OR_RETURN(const std::string index, python::unparse(*node.slice));
  text += "[";
  text += index;
  text += "]";
  return Value::str(text);
}

Result<Value> resolve(const Node& node, Budget* budget) {
  switch (node.kind) {
    case NodeKind::kConstant: {
      const Value& value = as<python::Constant>(node).value;
      return value.kind() == Value::Kind::kEllipsis ? Value::str("...") : value;
    }
    case NodeKind::kUnaryOp:
      return resolve_unary(*as<python::UnaryOp>(node).operand);
    case NodeKind::kList: {
      BFCLX_ASSIGN_OR_RETURN(List items, resolve_items(as_sequence(node).elements, budget));
      return Value::list(std::move(items));
    }
    case NodeKind::kTuple: {
      BFCLX_ASSIGN_OR_RETURN(List items, resolve_items(as_sequence(node).elements, budget));
      return Value::tuple(std::move(items));
    }
    case NodeKind::kDict:
      return resolve_dict(as<python::DictNode>(node), budget);
    case NodeKind::kBinOp:
      return evaluate_operation(node, budget);
    case NodeKind::kName:
      return Value::str(as<python::Name>(node).id);
    case NodeKind::kCall: {
      if (!as<python::Call>(node).keywords.empty())
        return resolve_call(as<python::Call>(node), budget);
      BFCLX_ASSIGN_OR_RETURN(const std::string text, python::unparse(node));
      return Value::str(text);
    }
    case NodeKind::kLambda:
      // The official code takes the body for a list of statements.
      return type_error("'" + std::string(class_name(as<python::Lambda>(node).body->kind)) +
                        "' object is not subscriptable");
    case NodeKind::kSubscript:
      return resolve_subscript(as<python::Subscript>(node));
    default:
      return unsupported("ast." + std::string(class_name(node.kind)));
  }
}

// ---- resolve_ast_call

// "a.b.c" of the callee; what stands before the attributes counts only when it is a name (quirk
// callee_keeps_attributes).
Value function_name(const Node& function) {
  if (function.kind == NodeKind::kName) return Value::str(as<python::Name>(function).id);
  std::vector<std::string_view> parts;
  const Node* node = &function;
  for (; node->kind == NodeKind::kAttribute; node = as<python::Attribute>(*node).value) {
    parts.push_back(as<python::Attribute>(*node).attr);
  }
  if (node->kind == NodeKind::kName) parts.push_back(as<python::Name>(*node).id);
  std::string name;
  for (std::size_t i = parts.size(); i-- > 0;) {
    name += parts[i];
    if (i > 0) name += '.';
  }
  return Value::str(name);
}

Result<Value> resolve_call(const python::Call& call, Budget* budget) {
  Dict arguments;
  arguments.reserve(call.keywords.size());
  for (const python::Keyword& keyword : call.keywords) {
    BFCLX_ASSIGN_OR_RETURN(Value value, resolve(*keyword.value, budget));
    if (keyword.unpacks()) {
      arguments.set(Value::none(), std::move(value));
    } else {
      arguments.set(keyword.name, std::move(value));
    }
  }
  Dict result;
  result.reserve(1);
  result.set(function_name(*call.function), Value::dict(std::move(arguments)));
  return Value::dict(std::move(result));
}

Result<Value> parse_xml(std::string_view text, Result<Value> (*parse)(std::string_view)) {
  const auto found = python_like::find_between(text, "<functions>", "</functions>");
  if (!found) {
    return Error{"ValueError", "No XML function call found in input string: " + std::string(text) +
                                   ". Missing <functions> tag."};
  }
  const std::size_t begin = text.find("<functions>");
  return parse(text.substr(begin, found->end - begin));
}

// From the first bracket to the last, when both are there.
std::string_view greedy_brackets(std::string_view text) {
  const std::size_t begin = text.find('[');
  if (begin == std::string_view::npos) return text;
  const std::size_t end = text.rfind(']');
  if (end == std::string_view::npos || end < begin) return text;
  return text.substr(begin, end - begin + 1);
}

// Brackets around the response, each unless it is there: quirk three_letters_stripped.
std::string_view in_brackets(std::string_view response, std::string& storage) {
  const std::string_view text = strip_chars(response, "`\n ");
  const bool opened = !text.empty() && text.front() == '[';
  const bool closed = !text.empty() && text.back() == ']';
  if (opened && closed) return text;
  storage.reserve(text.size() + 2);
  if (!opened) storage += '[';
  storage += text;
  if (!closed) storage += ']';
  return storage;
}

// Only single quotes: those that models put around the whole.
std::string_view without_quotes(std::string_view text) { return strip_chars(strip(text), "'"); }

}  // namespace

Result<Value> parse_python_calls(std::string_view text, Budget* budget) {
  const std::string_view cleaned = without_quotes(text);
  if (std::optional<Value> calls = read_simple_calls(cleaned)) return *std::move(calls);
  return parse_python_calls_by_tree(cleaned, budget);
}

Result<Value> parse_python_calls_by_tree(std::string_view cleaned, Budget* budget) {
  BFCLX_ASSIGN_OR_RETURN(const python::Tree tree, python::parse_expression(cleaned));
  const Node& root = tree.root();
  List calls;
  if (root.kind == NodeKind::kCall) {
    BFCLX_ASSIGN_OR_RETURN(Value call, resolve_call(as<python::Call>(root), budget));
    calls.push_back(std::move(call));
    return Value::list(std::move(calls));
  }
  const bool has_elements =
      root.kind == NodeKind::kList || root.kind == NodeKind::kTuple || root.kind == NodeKind::kSet;
  if (!has_elements) return attribute_error(root, "elts");
  const python::NodeList elements = as_sequence(root).elements;
  calls.reserve(elements.size());
  for (const Node* const element : elements) {
    if (element->kind != NodeKind::kCall) return Error{"AssertionError", ""};
    BFCLX_ASSIGN_OR_RETURN(Value call, resolve_call(as<python::Call>(*element), budget));
    calls.push_back(std::move(call));
  }
  return Value::list(std::move(calls));
}

Result<Value> ast_parse(std::string_view text, const DecodeOptions& options) {
  if (options.has_tool_call_tag) {
    const auto found = python_like::find_between(text, "<TOOLCALL>", "</TOOLCALL>");
    if (!found) {
      return Error{"ValueError", "No tool call tag found in input string: " + std::string(text)};
    }
    text = strip(found->content);
  }
  switch (options.format) {
    case ReturnFormat::kPython:
      return parse_python_calls(text, options.budget);
    case ReturnFormat::kJava:
      return parse_java_call(without_ends(text));
    case ReturnFormat::kJavaScript:
      return parse_javascript_call(without_ends(text));
    case ReturnFormat::kVerboseXml:
      return parse_xml(text, parse_verbose_xml_calls);
    case ReturnFormat::kConciseXml:
      return parse_xml(text, parse_concise_xml_calls);
    case ReturnFormat::kJson:
      return parse_json_calls(greedy_brackets(text));
  }
  return Error{"NotImplementedError", "Unsupported language"};
}

Result<Value> decode_ast_prompting(std::string_view response, const DecodeOptions& options) {
  std::string storage;
  return ast_parse(in_brackets(response, storage), options);
}

std::string_view prompting_calls_text(std::string_view response, std::string& storage) {
  return without_quotes(in_brackets(response, storage));
}

Result<Value> decode_execute_prompting(std::string_view response, const DecodeOptions& options) {
  std::string storage;
  const std::string_view text = in_brackets(response, storage);
  if (!options.has_tool_call_tag) {
    if (std::optional<Value> texts = read_simple_call_texts(without_quotes(text))) {
      return *std::move(texts);
    }
  }
  // For execution every entry is in Python.
  DecodeOptions python_options = options;
  python_options.format = ReturnFormat::kPython;
  BFCLX_ASSIGN_OR_RETURN(const Value decoded, ast_parse(text, python_options));
  return to_execution_list(decoded);
}

}  // namespace bfclx
