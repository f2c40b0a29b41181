// One Java call with named arguments (java_parser.py:parse_java_function_call).
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/languages/certain_error.h"
#include "core/languages/languages.h"
#include "core/languages/plain_call.h"
#include "core/languages/syntax_tree.h"
#include "core/value/dict.h"

extern "C" const TSLanguage* tree_sitter_java(void);

namespace bfclx {
namespace {

using languages::Children;
using languages::field;
using languages::SyntaxTree;
using languages::type_of;

// Python frames that are left to the official parser below sys.getrecursionlimit() when the
// evaluator calls it. A level of its walks costs as many frames as given here.
constexpr int kFrames = 975;
constexpr int kCallFrames = 1;
constexpr int kJoinFrames = 2;  // "".join(...) and the generator that it drives

template <std::size_t kSize>
bool is_one_of(std::string_view text, const std::string_view (&set)[kSize]) {
  for (const std::string_view item : set) {
    if (text == item) return true;
  }
  return false;
}

constexpr std::string_view kCopied[] = {"identifier", "class_literal", "type_identifier",
                                        "method_invocation"};
constexpr std::string_view kUnnamed[] = {"identifier", "class_literal", "set"};
constexpr std::string_view kPunctuation[] = {",", "(", ")"};

Error recursion_error() { return Error{"RecursionError", "maximum recursion depth exceeded"}; }

Error none_attribute(std::string_view name) {
  return Error{"AttributeError", "'NoneType' object has no attribute '" + std::string(name) + "'"};
}

class JavaReader {
 public:
  explicit JavaReader(std::string_view source) : source_(source) {
    if (is_ascii(source)) return;
    for (std::size_t offset = 0; offset < source.size(); next_code_point(source, offset)) {
      starts_.push_back(offset);
    }
    starts_.push_back(source.size());
  }

  // Depth first to the first method invocation; None where there is none.
  Result<Value> find_call(TSNode node, int frames) const;

 private:
  // Quirk bytes_are_characters: byte offsets of the tree are used as indices of code points, so
  // whatever stands behind a character outside ASCII shifts.
  std::string_view text_of(TSNode node) const {
    return slice(ts_node_start_byte(node), ts_node_end_byte(node));
  }
  std::string_view slice(std::size_t begin, std::size_t end) const {
    if (!starts_.empty()) {
      begin = starts_[std::min(begin, starts_.size() - 1)];
      end = starts_[std::min(end, starts_.size() - 1)];
    }
    return source_.substr(begin, end - begin);
  }

  Result<Value> read_call(TSNode invocation, int frames) const;
  Result<Value> read_arguments(TSNode node, int frames) const;
  Status append_text(std::string& out, TSNode node, bool nested, int frames) const;
  Status append_array_creation(std::string& out, TSNode node, int frames) const;
  Status append_object_creation(std::string& out, TSNode node, int frames) const;

  std::string_view source_;
  std::vector<std::size_t> starts_;  // of the code points, and the end; empty for ASCII
};

Status JavaReader::append_text(std::string& out, TSNode node, bool nested, int frames) const {
  if (frames < 0) return recursion_error();
  if (ts_node_is_null(node)) return none_attribute("type");
  const std::string_view type = type_of(node);
  if (type == "string_literal" || type == "character_literal") {
    out += nested ? text_of(node) : without_ends(text_of(node));
    return {};
  }
  if (is_one_of(type, kCopied)) {
    out += text_of(node);
    return {};
  }
  if (type == "array_creation_expression") return append_array_creation(out, node, frames);
  if (type == "object_creation_expression") return append_object_creation(out, node, frames);
  Children child(node);
  if (!child) {
    out += text_of(node);
    return {};
  }
  for (; child; child.next()) {
    BFCLX_RETURN_IF_ERROR(append_text(out, child.node(), true, frames - kCallFrames - kJoinFrames));
  }
  return {};
}

// `new int[]{1, 2}`: without a value (`new int[5]`) the official parser fails.
Status JavaReader::append_array_creation(std::string& out, TSNode node, int frames) const {
  out += "new ";
  BFCLX_RETURN_IF_ERROR(append_text(out, field(node, "type"), true, frames - kCallFrames));
  out += "[]";
  return append_text(out, field(node, "value"), true, frames - kCallFrames);
}

// `new Name(a, b)`; a class body behind it is dropped.
Status JavaReader::append_object_creation(std::string& out, TSNode node, int frames) const {
  out += "new ";
  BFCLX_RETURN_IF_ERROR(append_text(out, field(node, "type"), true, frames - kCallFrames));
  out += '(';
  const TSNode arguments = field(node, "arguments");
  if (!ts_node_is_null(arguments)) {
    bool first = true;
    for (Children child(arguments); child; child.next()) {
      if (is_one_of(type_of(child.node()), kPunctuation)) continue;
      if (!first) out += ", ";
      first = false;
      BFCLX_RETURN_IF_ERROR(append_text(out, child.node(), true, frames - kCallFrames));
    }
  }
  out += ')';
  return {};
}

// {name: source text of the value}; `f(a = 1)` is an assignment expression to the grammar. A bare
// identifier or class literal gets the key None; every other argument vanishes.
Result<Value> JavaReader::read_arguments(TSNode node, int frames) const {
  Dict arguments;
  bool repeated = false;
  std::string text;
  for (Children child(node); child; child.next()) {
    const std::string_view type = type_of(child.node());
    Value name;
    TSNode value = child.node();
    if (type == "assignment_expression") {
      BFCLX_ASSIGN_OR_RETURN(const TSNode left, languages::child_at(child.node(), 0));
      BFCLX_ASSIGN_OR_RETURN(value, languages::child_at(child.node(), 2));
      name = Value::str(text_of(left));
    } else if (!is_one_of(type, kUnnamed)) {
      continue;
    }
    text.clear();
    BFCLX_RETURN_IF_ERROR(append_text(text, value, false, frames - kCallFrames));
    repeated = repeated || arguments.contains(name);
    arguments.set(std::move(name), Value::str(text));
  }
  if (repeated) return languages::repeated_argument();
  return Value::dict(std::move(arguments));
}

Result<Value> JavaReader::read_call(TSNode invocation, int frames) const {
  const TSNode name = field(invocation, "name");
  if (ts_node_is_null(name)) return none_attribute("start_byte");
  const TSNode object = field(invocation, "object");
  std::string function;
  if (!ts_node_is_null(object)) {
    function += text_of(object);
    function += '.';
  }
  function += text_of(name);
  const TSNode arguments_node = field(invocation, "arguments");
  // The official walk goes on to the next node then; the grammar always has arguments.
  if (ts_node_is_null(arguments_node)) return Value::none();
  BFCLX_ASSIGN_OR_RETURN(Value arguments, read_arguments(arguments_node, frames - kCallFrames));
  Dict call;
  call.set(function, std::move(arguments));
  return Value::list({Value::dict(std::move(call))});
}

Result<Value> JavaReader::find_call(TSNode node, int frames) const {
  if (frames < 0) return recursion_error();
  if (type_of(node) == "method_invocation") return read_call(node, frames);
  for (Children child(node); child; child.next()) {
    auto found = find_call(child.node(), frames - kCallFrames);
    if (!found.ok() || !found->is_none()) return found;
  }
  return Value::none();
}

Error syntax_error() { return Error{"SyntaxError", "Error parsing java the source code."}; }

}  // namespace

Result<Value> parse_java_call(std::string_view source) {
  if (std::optional<Value> call = languages::read_plain_java_call(source)) return *std::move(call);
  if (languages::is_certain_error(source, languages::Syntax::kJava)) return syntax_error();
  return parse_java_call_by_tree(source);
}

// Never a part of its callers: in a page the grammar is loaded when this is called (wasm/split).
[[gnu::noinline]] Result<Value> parse_java_call_by_tree(std::string_view source) {
  BFCLX_ASSIGN_OR_RETURN(const SyntaxTree tree, SyntaxTree::parse(tree_sitter_java(), source));
  if (tree.prints_error()) return syntax_error();
  BFCLX_ASSIGN_OR_RETURN(Value call, JavaReader(source).find_call(tree.root(), kFrames));
  return call.is_none() ? Value::dict() : call;
}

}  // namespace bfclx
