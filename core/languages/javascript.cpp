// One JavaScript call with named arguments (js_parser.py:parse_javascript_function_call).
#include <optional>
#include <utility>

#include "core/languages/certain_error.h"
#include "core/languages/languages.h"
#include "core/languages/plain_call.h"
#include "core/languages/syntax_tree.h"
#include "core/value/dict.h"

extern "C" const TSLanguage* tree_sitter_javascript(void);

namespace bfclx {
namespace {

using languages::Children;
using languages::type_of;

std::string_view text_of(std::string_view source, TSNode node) {
  const std::size_t begin = ts_node_start_byte(node);
  return source.substr(begin, ts_node_end_byte(node) - begin);
}

std::string_view without_quotes(std::string_view text) {
  for (const char quote : {'"', '\''}) {
    if (!text.empty() && text.front() == quote && text.back() == quote) {
      return text.size() < 2 ? std::string_view() : text.substr(1, text.size() - 2);
    }
  }
  return text;
}

// {name: source text of the value}; `f(a = 1)` is an assignment expression to the grammar. A bare
// identifier or `true` gets the key None; every other argument vanishes.
Result<Value> read_arguments(std::string_view source, TSNode node) {
  Dict arguments;
  bool repeated = false;
  for (Children child(node); child; child.next()) {
    const std::string_view type = type_of(child.node());
    Value name;
    std::string_view value;
    if (type == "assignment_expression") {
      BFCLX_ASSIGN_OR_RETURN(const TSNode left, languages::child_at(child.node(), 0));
      BFCLX_ASSIGN_OR_RETURN(const TSNode right, languages::child_at(child.node(), 2));
      name = Value::str(text_of(source, left));
      value = without_quotes(text_of(source, right));
    } else if (type == "identifier" || type == "true") {
      value = text_of(source, child.node());
    } else {
      continue;
    }
    repeated = repeated || arguments.contains(name);
    arguments.set(std::move(name), Value::str(value));
  }
  if (repeated) return languages::repeated_argument();
  return Value::dict(std::move(arguments));
}

Result<Value> read_call(std::string_view source, TSNode call) {
  BFCLX_ASSIGN_OR_RETURN(const TSNode function, languages::child_at(call, 0));
  BFCLX_ASSIGN_OR_RETURN(const TSNode arguments_node, languages::child_at(call, 1));
  BFCLX_ASSIGN_OR_RETURN(Value arguments, read_arguments(source, arguments_node));
  Dict named;
  named.set(text_of(source, function), std::move(arguments));
  return Value::list({Value::dict(std::move(named))});
}

Error syntax_error() { return Error{"SyntaxError", "Error js parsing the source code."}; }

}  // namespace

Result<Value> parse_javascript_call(std::string_view source) {
  if (std::optional<Value> call = languages::read_plain_javascript_call(source))
    return *std::move(call);
  if (languages::is_certain_error(source, languages::Syntax::kJavaScript)) return syntax_error();
  return parse_javascript_call_by_tree(source);
}

// Never a part of its callers, as in java.cpp.
[[gnu::noinline]] Result<Value> parse_javascript_call_by_tree(std::string_view source) {
  BFCLX_ASSIGN_OR_RETURN(const languages::SyntaxTree tree,
                         languages::SyntaxTree::parse(tree_sitter_javascript(), source));
  if (tree.prints_error()) return syntax_error();
  for (Children statement(tree.root()); statement; statement.next()) {
    if (type_of(statement.node()) != "expression_statement") continue;
    for (Children expression(statement.node()); expression; expression.next()) {
      if (type_of(expression.node()) == "call_expression") {
        return read_call(source, expression.node());
      }
    }
  }
  return Value::none();
}

}  // namespace bfclx
