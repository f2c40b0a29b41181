// The Python parser, its printer and the evaluator: no crash, no hang, and what unparse prints
// parses back to what prints the same.
#include <optional>

#include "core/decode/python_calls.h"
#include "core/python/evaluate/simple_calls.h"
#include "core/python/python.h"
#include "core/value/repr.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bfclx;
  const std::string text = fuzz::text_of(data, size);
  if (std::optional<Value> simple = read_simple_calls(text)) {
    Result<Value> full = parse_python_calls_by_tree(text);
    if (!full.ok()) fuzz::broken("the plain form fails in full", text, full.error().message);
    if (repr(*simple) != repr(*full)) fuzz::broken("plain form", repr(*simple), repr(*full));
  }
  if (std::optional<Value> texts = read_simple_call_texts(text)) {
    Result<Value> full = parse_python_calls_by_tree(text);
    if (full.ok()) full = to_execution_list(*full);
    if (!full.ok()) fuzz::broken("calls written again fail", text, full.error().message);
    if (repr(*texts) != repr(*full)) fuzz::broken("written again", repr(*texts), repr(*full));
  }
  if (std::optional<Value> plain = read_plain_value(text)) {
    const Result<Value> value = python::evaluate_text(text);
    const std::string said = value.ok() ? repr(*value) : value.error().message;
    if (said != repr(*plain)) fuzz::broken("a plain value", repr(*plain), said);
  }
  if (std::optional<PlainCall> plain = read_plain_call(text)) {
    std::optional<SimpleCall> simple = read_simple_call(text);
    if (!simple || simple->name != plain->name ||
        simple->keywords.size() != plain->keywords.size()) {
      fuzz::broken("a plain call", text, simple ? repr(Value::dict(simple->keywords)) : "");
    }
    for (const NamedArgument& argument : plain->keywords) {
      const Value* const other = simple->keywords.find(argument.name);
      if (other == nullptr || repr(*other) != repr(argument.value)) {
        fuzz::broken("an argument", text, argument.name);
      }
    }
  }
  (void)parse_python_calls_by_tree(text);
  (void)python::literal_eval(text);
  Result<python::Tree> tree = python::parse_expression(text);
  if (!tree.ok()) return 0;
  if (text.find_first_not_of(" \t") == 0) {
    python::Environment none;
    const Result<Value> whole = python::evaluate(tree->root(), none);
    const Result<Value> quick = python::evaluate_text(text);
    // What compile() refuses and what memory shows aside.
    if (!whole.ok() && whole.error().kind == "NameError" && !quick.ok() &&
        quick.error().kind == "NameError" && quick.error().message != whole.error().message) {
      fuzz::broken("an unknown name", whole.error().message, quick.error().message);
    }
    if (whole.ok() && !quick.ok() && quick.error().kind == "NameError") {
      fuzz::broken("no unknown name", repr(*whole), quick.error().message);
    }
  }
  Result<std::string> printed = python::unparse(tree->root());
  if (!printed.ok()) return 0;
  Result<python::Tree> again = python::parse_expression(*printed);
  if (!again.ok()) return 0;  // CPython's printer has such cases too (nested f-strings)
  Result<std::string> reprinted = python::unparse(again->root());
  if (reprinted.ok() && *reprinted != *printed) fuzz::broken("unparse", *printed, *reprinted);
  return 0;
}
