// Calls in Python syntax: expectations are what the official functions give under CPython 3.11.
#include "core/decode/python_calls.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>

#include "core/python/python.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

std::string outcome_of(const Result<Value>& result) {
  if (result.ok()) return repr(*result);
  return "!! " + std::string(result.error().kind) + ": " + result.error().message;
}

struct CallCase {
  std::string_view text;
  std::string_view outcome;
};

TEST(PythonCalls, ResolveAsTheOfficialResolverDoes) {
  constexpr CallCase kCases[] = {
      // A unary operator negates, whichever it is.
      {"f(a=+5, b=~5, c=-5, d=not True)", "[{'f': {'a': -5, 'b': -5, 'c': -5, 'd': -1}}]"},
      {"f(a=-1.5, b=-2j)", "[{'f': {'a': -1.5, 'b': (-0-2j)}}]"},
      {"f(a=-9223372036854775808)", "[{'f': {'a': -9223372036854775808}}]"},
      {"f(a=--5)", "!! AttributeError: 'UnaryOp' object has no attribute 'value'"},
      {"f(a=-x)", "!! AttributeError: 'Name' object has no attribute 'value'"},
      {"f(a=-x.y)", "!! TypeError: bad operand type for unary -: 'Name'"},
      {"f(a=-(x[0])[1])", "!! TypeError: bad operand type for unary -: 'Subscript'"},
      {"f(a=-(yield))", "!! TypeError: bad operand type for unary -: 'NoneType'"},
      {"f(a=-{b: c() for d in e})", "!! TypeError: bad operand type for unary -: 'Call'"},
      {"f(a=-'x')", "!! TypeError: bad operand type for unary -: 'str'"},
      {"f(a=-...)", "!! TypeError: bad operand type for unary -: 'ellipsis'"},
      // Positional arguments vanish, bare names are strings.
      {"f(1, x, *y, b=z)", "[{'f': {'b': 'z'}}]"},
      {"f(a=true, b=null, c=True, d=None)",
       "[{'f': {'a': 'true', 'b': 'null', 'c': True, 'd': None}}]"},
      {"f(a=g(), b=g('x', *y), c=g(d=h(e=1)))",
       "[{'f': {'a': 'g()', 'b': \"g('x', *y)\", 'c': {'g': {'d': {'h': {'e': 1}}}}}}]"},
      {"f(a=x[0], b=x[1:2], c=x[1, 2])", "[{'f': {'a': 'x[0]', 'b': 'x[1:2]', 'c': 'x[(1, 2)]'}}]"},
      {"f(a=[1, (2,), {'b': ...}])", "[{'f': {'a': [1, (2,), {'b': '...'}]}}]"},
      {"f(a={1: 'x', True: 'y', 1.0: 'z'})", "[{'f': {'a': {1: 'z'}}}]"},
      {"f(a={x: y})", "[{'f': {'a': {'x': 'y'}}}]"},
      {"f(a={[1]: 2})", "!! TypeError: unhashable type: 'list'"},
      {"f(a={(1, [2]): 2})", "!! TypeError: unhashable type: 'list'"},
      {"f(a={**b})", "!! Exception: Unsupported AST type: <class 'NoneType'>"},
      {"f(a=1, **b, a=2)", "[{'f': {'a': 2, None: 'b'}}]"},
      {"a().b(c=1)", "[{'b': {'c': 1}}]"},
      {"a[0](c=1)", "[{'': {'c': 1}}]"},
      {"a.b.c(d=1)", "[{'a.b.c': {'d': 1}}]"},
      // What is evaluated, and what raises.
      {"f(a=10**3 + 1/4, b='a'*3, c='%d' % 5)", "[{'f': {'a': 1000.25, 'b': 'aaa', 'c': '5'}}]"},
      {"f(a=1+x)", "!! NameError: name 'x' is not defined"},
      {"f(a=1/0)", "!! ZeroDivisionError: division by zero"},
      {"f(a=value+1)", "!! TypeError: unsupported operand type(s) for +: 'BinOp' and 'int'"},
      {"f(a=json+1)", "!! TypeError: unsupported operand type(s) for +: 'module' and 'int'"},
      {"f(a=max+1)",
       "!! TypeError: unsupported operand type(s) for +: 'builtin_function_or_method' and 'int'"},
      {"f(a=1 + await x)", "!! SyntaxError: 'await' outside function (<string>, line 1)"},
      {"f(a=g(b=1, b=2)+1)", "!! SyntaxError: keyword argument repeated: b (<string>, line 1)"},
      {"f(a=x.y)", "!! Exception: Unsupported AST type: <class 'ast.Attribute'>"},
      {"f(a=f'x')", "!! Exception: Unsupported AST type: <class 'ast.JoinedStr'>"},
      {"f(a=[*b])", "!! Exception: Unsupported AST type: <class 'ast.Starred'>"},
      {"f(a=lambda: x.y)", "!! TypeError: 'Attribute' object is not subscriptable"},
      // What holds the calls.
      {" 'f(a=1)' ", "[{'f': {'a': 1}}]"},
      {"(f(a=1), g())", "[{'f': {'a': 1}}, {'g': {}}]"},
      {"{f(a=1)}", "[{'f': {'a': 1}}]"},
      {"f(a=1), g()", "[{'f': {'a': 1}}, {'g': {}}]"},
      {"[f(a=1), x]", "!! AssertionError: "},
      {"[f(a=-x), y]", "!! AttributeError: 'Name' object has no attribute 'value'"},
      {"{'a': f()}", "!! AttributeError: 'Dict' object has no attribute 'elts'"},
      {"1", "!! AttributeError: 'Constant' object has no attribute 'elts'"},
  };
  for (const CallCase& call_case : kCases) {
    EXPECT_EQ(outcome_of(parse_python_calls(call_case.text)), call_case.outcome) << call_case.text;
  }
}

TEST(PythonCalls, BracketsAreAdded) {
  constexpr CallCase kCases[] = {
      {"f(a=1)", "[{'f': {'a': 1}}]"},
      {"```\n[f(a=1)]\n``` ", "[{'f': {'a': 1}}]"},
      {"[f(a=1)", "[{'f': {'a': 1}}]"},
      {"f(a=1)]", "[{'f': {'a': 1}}]"},
      {"", "[]"},
      {"[", "[]"},
      {"]", "[]"},
      {"f(a=[1]", "!! SyntaxError: '(' was never closed (<unknown>, line 1)"},
      {"[f(a=1)].", "!! SyntaxError: unmatched ']' (<unknown>, line 1)"},
      {"[f(a=1)]\r\n", "!! SyntaxError: unmatched ']' (<unknown>, line 2)"},
  };
  for (const CallCase& call_case : kCases) {
    EXPECT_EQ(outcome_of(decode_ast_prompting(call_case.text, {})), call_case.outcome)
        << call_case.text;
  }
}

TEST(PythonCalls, FormatsAndTags) {
  const DecodeOptions tagged{ReturnFormat::kPython, true};
  EXPECT_EQ(outcome_of(ast_parse("a <TOOLCALL>\n[f(a=1)] </TOOLCALL></TOOLCALL>", tagged)),
            "[{'f': {'a': 1}}]");
  EXPECT_EQ(outcome_of(ast_parse("[f(a=1)]", tagged)),
            "!! ValueError: No tool call tag found in input string: [f(a=1)]");
  const DecodeOptions xml{ReturnFormat::kConciseXml, false};
  EXPECT_EQ(outcome_of(ast_parse("[</functions><functions>]", xml)),
            "!! ValueError: No XML function call found in input string: "
            "[</functions><functions>]. Missing <functions> tag.");
  const DecodeOptions json{ReturnFormat::kJson, false};
  EXPECT_EQ(outcome_of(ast_parse(R"(x [{"function": "f", "parameters": {"a": 1}}] y)", json)),
            "[{'f': {'a': 1}}]");
}

// Each operation is within its own bounds; all of them together are not within the reply's.
TEST(PythonCalls, OperationsPayFromOneBudget) {
  constexpr std::string_view kTooMuch = "!! Limit: this reply takes too much memory or time";
  for (const std::string_view value :
       {"'a' * 10**6", "b'a' * 10**6", "[1] * 10**5", "(1,) * 10**5", "[['a' * 10**4]] * 100"}) {
    std::string reply = "[";
    for (int i = 0; i < 50; ++i) reply += "f(a=" + std::string(value) + "), ";
    Budget one;
    DecodeOptions options;
    options.budget = &one;
    EXPECT_TRUE(decode_ast_prompting("[f(a=" + std::string(value) + ")]", options).ok()) << value;
    Budget budget;
    options.budget = &budget;
    EXPECT_EQ(outcome_of(decode_ast_prompting(reply + "]", options)), kTooMuch) << value;
    EXPECT_EQ(budget.left(), 0U);
    EXPECT_EQ(outcome_of(decode_ast_prompting("[f(a=1 + 1)]", options)), kTooMuch);
    EXPECT_EQ(outcome_of(decode_ast_prompting("[f(a=1)]", options)), "[{'f': {'a': 1}}]");
  }
  // What stands for more than it takes is paid for as verdicts show it.
  Budget budget;
  DecodeOptions options;
  options.budget = &budget;
  EXPECT_EQ(outcome_of(decode_ast_prompting("[f(a=[('a' * 10**6,)] * 1000)]", options)), kTooMuch);
}

TEST(PythonCalls, ExecutionLists) {
  constexpr CallCase kDecoded[] = {
      {"[{'f': {'a': {'x': {'y': 1}, 'z': {'w': 2}}}}]", "['f(a=x(y=1))']"},
      {"[{'f': {'a': {'x': 1, 'y': {}}}}]", "!! IndexError: list index out of range"},
      {"[{'f': {'a': {\"it's\": 1}, 'b': [{'g': {}}]}}]", "[\"f(a={'it's': 1}, b=[{'g': {}}])\"]"},
      {"[{'f': {None: 'k', 1: (2,)}, 'g': {}}]", "[\"f(None='k', 1=(2,))\", 'g()']"},
      {"({'f': {}},)", "['f()']"},
      {"[]", "[]"},
      {"[{'f': 1}]", "!! AttributeError: 'int' object has no attribute 'items'"},
      {"'text'", "!! AttributeError: 'str' object has no attribute 'items'"},
      {"{'f': {}}", "!! AttributeError: 'str' object has no attribute 'items'"},
      {"None", "!! TypeError: 'NoneType' object is not iterable"},
  };
  for (const CallCase& call_case : kDecoded) {
    const Result<Value> decoded = python::literal_eval(call_case.text);
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(outcome_of(to_execution_list(*decoded)), call_case.outcome) << call_case.text;
  }
  constexpr CallCase kCalls[] = {
      {"{'f': '{\"a\": 1, \"a\": \"x\"}'}", "[\"f(a='x')\"]"},
      {"[{'f': {'a': 1, 'b': [2]}}, {'g': '{}', 'h': '{}'}]", "['f(a=1,b=[2])', 'g()', 'h()']"},
      {"[{'f': '[]'}]", "!! AttributeError: 'list' object has no attribute 'items'"},
      {"[{'f': 'x'}]", "!! JSONDecodeError: Expecting value: line 1 column 1 (char 0)"},
      {"[{'f': None}]", "!! AttributeError: 'NoneType' object has no attribute 'items'"},
      {"5", "!! TypeError: 'int' object is not iterable"},
  };
  for (const CallCase& call_case : kCalls) {
    const Result<Value> calls = python::literal_eval(call_case.text);
    ASSERT_TRUE(calls.ok());
    EXPECT_EQ(outcome_of(convert_to_function_call(*calls)), call_case.outcome) << call_case.text;
  }
}

// Every line of the examples that were recorded with the official functions: `input -> output`, the
// input a Python literal, the output one too or the repr of "!! " and the exception.
TEST(PythonCalls, RecordedExamples) {
  std::ifstream file("../shared/conformance/decode_examples.txt");
  if (!file) GTEST_SKIP() << "no recordings beside the project";
  std::string section;
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("----", 0) == 0) {
      section = line;
      continue;
    }
    const std::size_t arrow = line.find(" -> ");
    ASSERT_NE(arrow, std::string::npos) << line;
    // It calls into the operating system, which no evaluator here does.
    if (line.find("__import__") != std::string::npos) continue;
    const Result<Value> input = python::literal_eval(line.substr(0, arrow));
    ASSERT_TRUE(input.ok()) << line;
    const Result<Value> result = section.empty() ? decode_ast_prompting(input->as_str(), {})
                                 : section.find("execute") != std::string::npos
                                     ? decode_execute_prompting(input->as_str(), {})
                                     : convert_to_function_call(*input);
    const std::string outcome = outcome_of(result);
    EXPECT_EQ(result.ok() ? outcome : repr(Value::str(outcome)), line.substr(arrow + 4)) << line;
    ++lines;
  }
  EXPECT_GT(lines, 100u);
}

}  // namespace
}  // namespace bfclx
