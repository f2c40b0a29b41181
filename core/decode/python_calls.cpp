#include "core/decode/python_calls.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/decode/python_like.h"
#include "core/languages/languages.h"
#include "core/python/python.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"

namespace bfclx {

namespace {

using python::as;
using python::Node;
using python::NodeKind;

Result<Value> resolve(const Node& node);

std::string node_class(const Node& node) { return std::string(python::class_name(node.kind)); }

Error no_attribute(const Node& node, std::string_view attribute) {
  return Error{"AttributeError", "'" + node_class(node) + "' object has no attribute '" +
                                     std::string(attribute) + "'"};
}

// The name of the called function: attributes back to a plain name. What stands before anything
// else (a call, a subscript) is lost: `a().b()` is `b`, `a[0]()` is ''.
std::string function_name(const python::Call& call) {
  std::vector<std::string_view> parts;
  const Node* node = call.function;
  for (; node->kind == NodeKind::kAttribute; node = as<python::Attribute>(*node).value) {
    parts.push_back(as<python::Attribute>(*node).attr);
  }
  if (node->kind == NodeKind::kName) parts.push_back(as<python::Name>(*node).id);
  std::string name;
  for (std::size_t i = parts.size(); i-- > 0;) {
    name += parts[i];
    if (i > 0) name += '.';
  }
  return name;
}

// utils.py:resolve_ast_call. Positional arguments are dropped; `**x` is the parameter None; of a
// repeated parameter the last value counts.
Result<Value> resolve_call(const python::Call& call) {
  Dict arguments;
  arguments.reserve(call.keywords.size());
  for (const python::Keyword& keyword : call.keywords) {
    BFCLX_ASSIGN_OR_RETURN(Value value, resolve(*keyword.value));
    if (keyword.unpacks()) {
      arguments.set(Value::none(), std::move(value));
    } else {
      arguments.set(keyword.name, std::move(value));
    }
  }
  Dict named;
  named.set(function_name(call), Value::dict(std::move(arguments)));
  return Value::dict(std::move(named));
}

Error cannot_negate(std::string_view type) {
  return Error{"TypeError", "bad operand type for unary -: '" + std::string(type) + "'"};
}

// -value, as Python has it for a constant.
Result<Value> negate(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kBool:
      return Value::integer(value.as_bool() ? -1 : 0);
    case Value::Kind::kInt:
      if (value.is_small_int() && value.as_int64() != INT64_MIN) {
        return Value::integer(-value.as_int64());
      }
      return Value::integer(value.as_bigint().negated());
    case Value::Kind::kFloat:
      return Value::real(-value.as_float());
    case Value::Kind::kComplex:
      return Value::complex(-value.as_complex().real, -value.as_complex().imag);
    default:
      return cannot_negate(type_name(value));
  }
}

// Every unary operator negates, whichever it is: the official resolver computes
// `-operand.value`. Of nodes that are no constants, some have a `value` that is a node again.
Result<Value> resolve_unary(const python::UnaryOp& operation) {
  const Node& operand = *operation.operand;
  const Node* inner = nullptr;
  switch (operand.kind) {
    case NodeKind::kConstant:
      return negate(as<python::Constant>(operand).value);
    case NodeKind::kAttribute:
      inner = as<python::Attribute>(operand).value;
      break;
    case NodeKind::kSubscript:
      inner = as<python::Subscript>(operand).value;
      break;
    case NodeKind::kNamedExpr:
      inner = as<python::NamedExpr>(operand).value;
      break;
    case NodeKind::kAwait:
    case NodeKind::kYield:
    case NodeKind::kYieldFrom:
      inner = python::as_wrapper(operand).value;
      if (inner == nullptr) return cannot_negate("NoneType");
      break;
    case NodeKind::kDictComp:
      inner = python::as_comprehension(operand).value;
      break;
    default:
      return no_attribute(operand, "value");
  }
  return cannot_negate(python::class_name(inner->kind));
}

Result<List> resolve_all(python::NodeList nodes) {
  List values;
  values.reserve(nodes.size());
  for (const Node* node : nodes) {
    BFCLX_ASSIGN_OR_RETURN(Value value, resolve(*node));
    values.push_back(std::move(value));
  }
  return values;
}

Error unsupported(std::string_view python_class) {
  return Error{"Exception", "Unsupported AST type: <class '" + std::string(python_class) + "'>"};
}

Result<Value> resolve_dict(const python::DictNode& node) {
  Dict entries;
  entries.reserve(node.keys.size());
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (node.keys[i] == nullptr) return unsupported("NoneType");  // **value
    BFCLX_ASSIGN_OR_RETURN(Value key, resolve(*node.keys[i]));
    BFCLX_ASSIGN_OR_RETURN(Value value, resolve(*node.values[i]));
    if (!hashable(key)) {
      return Error{"TypeError", "unhashable type: '" + std::string(type_name(key)) + "'"};
    }
    entries.set(std::move(key), std::move(value));
  }
  return Value::dict(std::move(entries));
}

Result<Value> text_of(const Node& node) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, python::unparse(node));
  return Value::str(text);
}

Result<Value> resolve_subscript(const python::Subscript& node) {
  BFCLX_ASSIGN_OR_RETURN(const std::string object, python::unparse(*node.value));
  BFCLX_ASSIGN_OR_RETURN(const std::string index, python::unparse(*node.slice));
  return Value::str(object + "[" + index + "]");
}

// utils.py:resolve_ast_by_type
Result<Value> resolve(const Node& node) {
  switch (node.kind) {
    case NodeKind::kConstant: {
      const Value& value = as<python::Constant>(node).value;
      return value.kind() == Value::Kind::kEllipsis ? Value::str("...") : value;
    }
    case NodeKind::kUnaryOp:
      return resolve_unary(as<python::UnaryOp>(node));
    case NodeKind::kList: {
      BFCLX_ASSIGN_OR_RETURN(List items, resolve_all(python::as_sequence(node).elements));
      return Value::list(std::move(items));
    }
    case NodeKind::kTuple: {
      BFCLX_ASSIGN_OR_RETURN(List items, resolve_all(python::as_sequence(node).elements));
      return Value::tuple(std::move(items));
    }
    case NodeKind::kDict:
      return resolve_dict(as<python::DictNode>(node));
    case NodeKind::kBinOp: {  // the one thing that is evaluated
      python::Environment builtins_only;
      return python::evaluate(node, builtins_only);
    }
    case NodeKind::kName:
      return Value::str(as<python::Name>(node).id);
    case NodeKind::kCall: {
      const auto& call = as<python::Call>(node);
      return call.keywords.empty() ? text_of(node) : resolve_call(call);
    }
    case NodeKind::kLambda:
      // The official code takes the body for a list of statements.
      return Error{"TypeError", "'" + node_class(*as<python::Lambda>(node).body) +
                                    "' object is not subscriptable"};
    case NodeKind::kSubscript:
      return resolve_subscript(as<python::Subscript>(node));
    default:
      return unsupported("ast." + node_class(node));
  }
}

std::string_view cut_brackets(std::string_view text) {  // text[1:-1]
  const std::size_t count = count_code_points(text);
  return count < 2 ? std::string_view() : slice_code_points(text, 1, count - 1);
}

// re.search(r"<functions>(.*?)</functions>", text, re.DOTALL).group(0)
Result<std::string_view> functions_element(std::string_view text) {
  static constexpr std::string_view kOpen = "<functions>";
  static constexpr std::string_view kClose = "</functions>";
  const std::size_t begin = text.find(kOpen);
  const std::size_t end = begin == std::string_view::npos
                              ? begin
                              : text.find(kClose, begin + kOpen.size());
  if (end == std::string_view::npos) {
    return Error{"ValueError", "No XML function call found in input string: " +
                                   std::string(text) + ". Missing <functions> tag."};
  }
  return text.substr(begin, end + kClose.size() - begin);
}

// re.search(r"\[.*\]", text, re.DOTALL): from the first "[" to the last "]"; all when there is none.
std::string_view outermost_brackets(std::string_view text) {
  const std::size_t begin = text.find('[');
  const std::size_t end = text.rfind(']');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return text;
  return text.substr(begin, end + 1 - begin);
}

// What the model wrote, with the brackets that it left out.
std::string in_list_brackets(std::string_view reply) {
  const std::string_view stripped = strip_chars(reply, "`\n ");
  std::string text;
  text.reserve(stripped.size() + 2);
  if (stripped.empty() || stripped.front() != '[') text += '[';
  text += stripped;
  if (text.back() != ']') text += ']';
  return text;
}

}  // namespace

Result<Value> parse_python_calls(std::string_view text) {
  const std::string_view cleaned = strip_chars(strip(text), "'");
  Result<python::Tree> tree = python::parse_expression(cleaned);
  if (!tree.ok()) return std::move(tree).error();
  const Node& body = tree->root();
  List calls;
  if (body.kind == NodeKind::kCall) {
    BFCLX_ASSIGN_OR_RETURN(Value call, resolve_call(as<python::Call>(body)));
    calls.push_back(std::move(call));
    return Value::list(std::move(calls));
  }
  if (body.kind != NodeKind::kList && body.kind != NodeKind::kTuple &&
      body.kind != NodeKind::kSet) {
    return no_attribute(body, "elts");
  }
  const python::NodeList elements = python::as_sequence(body).elements;
  calls.reserve(elements.size());
  for (const Node* element : elements) {
    if (element->kind != NodeKind::kCall) return Error{"AssertionError", ""};
    BFCLX_ASSIGN_OR_RETURN(Value call, resolve_call(as<python::Call>(*element)));
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
      return parse_python_calls(text);
    case ReturnFormat::kJava:
      return parse_java_call(cut_brackets(text));
    case ReturnFormat::kJavaScript:
      return parse_javascript_call(cut_brackets(text));
    case ReturnFormat::kJson:
      return parse_json_calls(outermost_brackets(text));
    case ReturnFormat::kVerboseXml:
    case ReturnFormat::kConciseXml:
      break;
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string_view document, functions_element(text));
  return options.format == ReturnFormat::kVerboseXml ? parse_verbose_xml_calls(document)
                                                     : parse_concise_xml_calls(document);
}

Result<Value> decode_ast_prompting(std::string_view reply, const DecodeOptions& options) {
  return ast_parse(in_list_brackets(reply), options);
}

Result<Value> decode_execute_prompting(std::string_view reply, const DecodeOptions& options) {
  DecodeOptions python_only = options;
  python_only.format = ReturnFormat::kPython;
  BFCLX_ASSIGN_OR_RETURN(const Value decoded, ast_parse(in_list_brackets(reply), python_only));
  return to_execution_list(decoded);
}

}  // namespace bfclx
