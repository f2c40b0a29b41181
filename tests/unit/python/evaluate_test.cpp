// eval() and ast.literal_eval() of the subset: expectations are CPython 3.11's.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/python/python.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

struct EvaluateCase {
  std::string_view source;
  std::string_view outcome;  // repr() of the value, or "!! TypeError: ..."
};

std::string outcome(const Result<Value>& result) {
  if (result.ok()) return repr(*result);
  return "!! " + std::string(result.error().kind) + ": " + result.error().message;
}

constexpr EvaluateCase kEvaluated[] = {
    // clang-format off
    {"1//0", "!! ZeroDivisionError: integer division or modulo by zero"},
    {"1%0", "!! ZeroDivisionError: integer modulo by zero"},
    {"1/0", "!! ZeroDivisionError: division by zero"},
    {"1.0//0", "!! ZeroDivisionError: float floor division by zero"},
    {"1.0%0", "!! ZeroDivisionError: float modulo"},
    {"1j/0", "!! ZeroDivisionError: complex division by zero"},
    {"0**-1", "!! ZeroDivisionError: 0.0 cannot be raised to a negative power"},
    {"10.0**400", "!! OverflowError: (34, 'Numerical result out of range')"},
    {"2**-1", "0.5"},
    {"1<<-1", "!! ValueError: negative shift count"},
    {"\"a\"+1", "!! TypeError: can only concatenate str (not \"int\") to str"},
    {"1+\"a\"", "!! TypeError: unsupported operand type(s) for +: 'int' and 'str'"},
    {"[1]+(1,)", "!! TypeError: can only concatenate list (not \"tuple\") to list"},
    {"b\"a\"+1", "!! TypeError: can't concat int to bytes"},
    {"None+1", "!! TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'"},
    {"\"a\"*1.5", "!! TypeError: can't multiply sequence by non-int of type 'float'"},
    {"\"a\"*2", "'aa'"},
    {"[[1]]*2", "[[1], [1]]"},
    {"1@2", "!! TypeError: unsupported operand type(s) for @: 'int' and 'int'"},
    {"{1}|{2}", "{1, 2}"},
    {"{1:2}|{1:3}", "{1: 3}"},
    {"True|False", "True"},
    {"~True", "-2"},
    {"-\"a\"", "!! TypeError: bad operand type for unary -: 'str'"},
    {"7//-2", "-4"},
    {"-7%3", "2"},
    {"7.5//-2", "-4.0"},
    {"-7.5%2", "0.5"},
    {"2**70/3", "3.935305402391371e+20"},
    {"10**400/3", "!! OverflowError: integer division result too large for a float"},
    {"10**25//7", "1428571428571428571428571"},
    {"1<<70>>69", "2"},
    {"-5&3", "3"},
    {"(1+2j)*(3-1j)", "(5+5j)"},
    {"1<\"a\"", "!! TypeError: '<' not supported between instances of 'int' and 'str'"},
    {"[1,2]<[1,3]", "True"},
    {"1 in \"a\"", "!! TypeError: 'in <string>' requires string as left operand, not int"},
    {"[] in {}", "!! TypeError: unhashable type: 'list'"},
    {"1 == 1.0 == True", "True"},
    {"1 < 2 < 2", "False"},
    {"[1][\"a\"]", "!! TypeError: list indices must be integers or slices, not str"},
    {"\"abc\"[5]", "!! IndexError: string index out of range"},
    {"{}[\"a\"]", "!! KeyError: 'a'"},
    {"1[0]", "!! TypeError: 'int' object is not subscriptable"},
    {"\"héllo\"[1:3]", "'él'"},
    {"\"abc\"[::-1]", "'cba'"},
    {"[1,2,3][-2:]", "[2, 3]"},
    {"[1][::0]", "!! ValueError: slice step cannot be zero"},
    {"1 and 0 or 5", "5"},
    {"x", "!! NameError: name 'x' is not defined"},
    {"x.y(z)", "!! NameError: name 'x' is not defined"},
    {"1 if x else 2", "!! NameError: name 'x' is not defined"},
    {"[x*y for x in [1,2] for y in (3,4) if x*y > 3]", "[4, 6, 8]"},
    {"{a: b for a, b in [(1, 2)]}", "{1: 2}"},
    {"[a for a, b in [1]]", "!! TypeError: cannot unpack non-iterable int object"},
    {"sum(x for x in range(4))", "6"},
    {"str(object=5)", "'5'"},
    {"str(x=5)", "!! TypeError: 'x' is an invalid keyword argument for str()"},
    {"print(s=1)", "!! TypeError: 's' is an invalid keyword argument for print()"},
    {"str(1, object=5)",
     "!! TypeError: argument for str() given by name ('object') and position (1)"},
    {"list.all()", "!! AttributeError: type object 'list' has no attribute 'all'"},
    {"float.x", "!! AttributeError: type object 'float' has no attribute 'x'"},
    {"'xyaxy'.strip('yx')", "'a'"},
    {"[*\"ab\", *(1,)]", "['a', 'b', 1]"},
    {"[*5]", "!! TypeError: Value after * must be an iterable, not int"},
    {"{**{\"a\": 1}, \"b\": 2}", "{'a': 1, 'b': 2}"},
    {"{[]: 1}", "!! TypeError: unhashable type: 'list'"},
    {"(y := 5) + y", "10"},
    {"len(\"é\")", "1"},
    {"len(5)", "!! TypeError: object of type 'int' has no len()"},
    {"int(\"x\")", "!! ValueError: invalid literal for int() with base 10: 'x'"},
    {"int(\" 1_0 \")", "10"},
    {"int(1e400)", "!! OverflowError: cannot convert float infinity to integer"},
    {"float(\"x\")", "!! ValueError: could not convert string to float: 'x'"},
    {"round(2.5)", "2"},
    {"round(2.675, 2)", "2.67"},
    {"round(1250, -2)", "1200"},
    {"max([1, 5, 3])", "5"},
    {"min([])", "!! ValueError: min() arg is an empty sequence"},
    {"sorted([3, 1, 2], reverse=True)", "[3, 2, 1]"},
    {"sorted([1, \"a\"])", "!! TypeError: '<' not supported between instances of 'str' and 'int'"},
    {"pow(2, 3, 5)", "3"},
    {"abs(3+4j)", "5.0"},
    {"divmod(-7, 2)", "(-4, 1)"},
    {"chr(233)", "'é'"},
    {"ord(\"ab\")", "!! TypeError: ord() expected a character, but string of length 2 found"},
    {"hex(255)", "'0xff'"},
    {"bin(-5)", "'-0b101'"},
    {"\",\".join([\"a\", \"b\"])", "'a,b'"},
    {"\"a b  c\".split()", "['a', 'b', 'c']"},
    {"\" x \".strip()", "'x'"},
    {"\"abc\".replace(\"b\", \"x\")", "'axc'"},
    {"{\"a\": 1}.get(\"b\", 5)", "5"},
    {"[1, 2].index(2)", "1"},
    {"\"a\".foo", "!! AttributeError: 'str' object has no attribute 'foo'"},
    {"1()", "!! TypeError: 'int' object is not callable"},
    {"\"%d|%5.2f|%-3s|%r\" % (1, 2.5, \"a\", \"b\")", "\"1| 2.50|a  |'b'\""},
    {"\"%s %s\" % 1", "!! TypeError: not enough arguments for format string"},
    {"\"%d\" % \"a\"", "!! TypeError: %d format: a real number is required, not str"},
    {"\"%(a)s\" % {\"a\": 1}", "'1'"},
    {"f'{1234567.891:,.2f}|{255:#x}|{5:05d}|{1.5!r:>6}|{0.256:.1%}'", "'1,234,567.89|0xff|00005|   1.5|25.6%'"},
    {"f'{1.5:d}'", "!! ValueError: Unknown format code 'd' for object of type 'float'"},
    {"f'{1e20:.3}|{123456.0:.3}|{100.0:.3}'", "'1e+20|1.23e+05|1e+02'"},
    {"sum([0.1] * 10)", "0.9999999999999999"},
    {"[1, 2, 3][1::9223372036854775807]", "[2]"},
    {"(1, 2, 3)[::9223372036854775806]", "(1,)"},
    {"b\"abc\"[1::9223372036854775807]", "b'b'"},
    {"\"aéc\"[1::9223372036854775807]", "'é'"},
    {"\"abc\"[2::99999999999999999999]", "'c'"},
    {"[1, 2, 3][::-9223372036854775808]", "[3]"},
    {"[1, 2, 3][::-2]", "[3, 1]"},
    {"\"aéc\"[::-1]", "'céa'"},
    {"list(range(9)[8:1:-3])", "[8, 5, 2]"},
    {"range(9)[1::9223372036854775807]", "range(1, 9, 9223372036854775807)"},
    {"range(3)[2**70]", "!! IndexError: range object index out of range"},
    {"[1][2**70]", "!! IndexError: cannot fit 'int' into an index-sized integer"},
    {"\"%%|%5d|%ld|%Lf\" % (1, 2, 3)", "'%|    1|2|3.000000'"},
    {"\"%lld\" % 5", "!! ValueError: unsupported format character 'l' (0x6c) at index 2"},
    {"\"%5%\" % ()", "!! TypeError: not enough arguments for format string"},
    {"\"%5%\" % (1,)", "!! ValueError: unsupported format character '%' (0x25) at index 2"},
    {"\"%(a)%\" % {\"a\": 1}", "!! ValueError: unsupported format character '%' (0x25) at index 4"},
    {"\"%(a)s%(b)s\" % {\"a\": 1, \"b\": 2}", "'12'"},
    {"\"%(a)s %s\" % {\"a\": 1}", "!! TypeError: not enough arguments for format string"},
    {"\"%s %(a)s\" % {\"a\": 1}", "\"{'a': 1} 1\""},
    {"\"%*d|%-*d|%.*f\" % (4, 1, 4, 1, 2, 1.5)", "'   1|1   |1.50'"},
    {"ord(b\"a\")", "97"},
    {"ord(b\"\")", "!! TypeError: ord() expected a character, but string of length 0 found"},
    {"chr(1114112)", "!! ValueError: chr() arg not in range(0x110000)"},
    {"chr(2**31)", "!! OverflowError: Python int too large to convert to C int"},
    {"chr(-2**31 - 1)", "!! OverflowError: Python int too large to convert to C int"},
    {"pow(2)", "!! TypeError: pow() missing required argument 'exp' (pos 2)"},
    {"pow(2, exp=3)", "8"},
    {"pow(base=2, exp=3, mod=5)", "3"},
    {"pow(2, 3, 5, 7)", "!! TypeError: pow() takes at most 3 arguments (4 given)"},
    {"pow(2, 3, base=2)", "!! TypeError: argument for pow() given by name ('base') and position (1)"},
    {"pow(2, 3, x=2)", "!! TypeError: 'x' is an invalid keyword argument for pow()"},
    {"pow(2.0, 3, 5)", "!! TypeError: pow() 3rd argument not allowed unless all arguments are integers"},
    {"pow(\"a\", 3, 5)", "!! TypeError: unsupported operand type(s) for ** or pow(): 'str', 'int', 'int'"},
    {"pow(2, -1, 0)", "!! ValueError: pow() 3rd argument cannot be 0"},
    {"pow(2, 3, None)", "8"},
    {"round()", "!! TypeError: round() missing required argument 'number' (pos 1)"},
    {"round(1, 2, 3)", "!! TypeError: round() takes at most 2 arguments (3 given)"},
    {"round(number=2.5)", "2"},
    {"round(1.25, ndigits=1)", "1.2"},
    {"round(ndigits=1)", "!! TypeError: round() missing required argument 'number' (pos 1)"},
    {"round(1, 2, ndigits=3)", "!! TypeError: round() takes at most 2 arguments (3 given)"},
    {"round(1, number=3)", "!! TypeError: argument for round() given by name ('number') and position (1)"},
    {"format(1, None)", "!! TypeError: format() argument 2 must be str, not None"},
    {"format(1, 2)", "!! TypeError: format() argument 2 must be str, not int"},
    {"sum()", "!! TypeError: sum() takes at least 1 positional argument (0 given)"},
    {"sum(start=1)", "!! TypeError: sum() takes at least 1 positional argument (0 given)"},
    {"sum([1], 2, 3)", "!! TypeError: sum() takes at most 2 arguments (3 given)"},
    {"sum([1], start=2)", "3"},
    {"sum([1], iterable=2)", "!! TypeError: 'iterable' is an invalid keyword argument for sum()"},
    {"f(a=1, a=2)", "!! SyntaxError: keyword argument repeated: a (<string>, line 1)"},
    {"await x", "!! SyntaxError: 'await' outside function (<string>, line 1)"},
    {"[(yield)]", "!! SyntaxError: 'yield' outside function (<string>, line 1)"},
    {"true", "!! NameError: name 'true' is not defined"},
    {" 1", "1"},
    {"\n1", "1"},
    {"1 2", "!! SyntaxError: invalid syntax (<string>, line 1)"},
    {"(1", "!! SyntaxError: '(' was never closed (<string>, line 1)"},  // clang-format on
};

TEST(Evaluate, GivesWhatCPythonGives) {
  for (const EvaluateCase& evaluated : kEvaluated) {
    EXPECT_EQ(outcome(evaluate_text(evaluated.source)), evaluated.outcome) << evaluated.source;
  }
}

constexpr EvaluateCase kLiterals[] = {
    // clang-format off
    {"1", "1"},
    {"-1", "-1"},
    {"+1.5", "1.5"},
    {"--1", "!! ValueError: malformed node or string on line 1: <ast.UnaryOp object"},
    {"1+2j", "(1+2j)"},
    {"-1-2j", "(-1-2j)"},
    {"1+2", "!! ValueError: malformed node or string on line 1: <ast.BinOp object"},
    {"'a' 'b'", "'ab'"},
    {"b'a'", "b'a'"},
    {"[1, (2,), {3}, {4: None}]", "[1, (2,), {3}, {4: None}]"},
    {"set()", "set()"},
    {"{[]: 1}", "!! TypeError: unhashable type: 'list'"},
    {"x", "!! ValueError: malformed node or string on line 1: <ast.Name object"},
    {"f()", "!! ValueError: malformed node or string on line 1: <ast.Call object"},
    {"[1, x]", "!! ValueError: malformed node or string on line 1: <ast.Name object"},
    {"{**a}", "!! ValueError: malformed node or string: None"},
    {"1j+1", "!! ValueError: malformed node or string on line 1: <ast.BinOp object"},
    {"True", "True"},
    {"...", "Ellipsis"},
    {" 1", "1"},
    {"f\"a\"", "!! ValueError: malformed node or string on line 1: <ast.JoinedStr object"},  // clang-format on
};

TEST(LiteralEval, GivesWhatCPythonGives) {
  for (const EvaluateCase& literal : kLiterals) {
    std::string text = outcome(literal_eval(literal.source));
    text = text.substr(0, text.find(" at 0x"));  // an address
    EXPECT_EQ(text, literal.outcome) << literal.source;
  }
}

TEST(Evaluate, IsBounded) {
  for (const std::string_view source :
       {"2 ** 10000000", "9 ** 9 ** 9", "1 << 10 ** 9", "'a' * 10 ** 9", "[0] * 10 ** 9",
        "'%10000000d' % 1", "f'{1:10000000}'", "[x for x in range(10 ** 9)]", "sum(range(10 ** 9))",
        "[0 for a in range(9999) for b in range(9999)]", "open('x')"}) {
    EXPECT_EQ(outcome(evaluate_text(source)).substr(0, 9), "!! Limit:") << source;
  }
}

// Few objects that stand for many: 2 to the 60 in all, or 10 megabytes a hundred thousand times.
TEST(Evaluate, IsBoundedInWhatOperationsRead) {
  std::string tree = "(x := [0], ";
  for (int i = 0; i < 60; ++i) tree += "x := [x, x], ";
  for (const std::string_view use : {"str(x)", "x == [x]", "f'{x}'", "'%s' % x", "[x].index(5)"}) {
    const std::string source = tree + std::string(use) + ")";
    EXPECT_EQ(outcome(evaluate_text(source)).substr(0, 9), "!! Limit:") << use;
  }
  EXPECT_EQ(outcome(evaluate_text(tree + "len(x[0]))[-1]")).substr(0, 9), "!! Limit:");
  EXPECT_EQ(outcome(evaluate_text("(x := [1], len([x, x]))[-1]")), "2");
  for (const std::string_view use :
       {"'b' in x", "x + 'b'", "x[1:]", "x == x", "x.upper()", "x * 1"}) {
    const std::string source =
        "[" + std::string(use) + " for x in ['a' * 10 ** 7]" + " for i in range(10 ** 5)]";
    EXPECT_EQ(outcome(evaluate_text(source)).substr(0, 9), "!! Limit:") << use;
  }
  EXPECT_EQ(outcome(evaluate_text("sum([[0]] * 10 ** 5, [])")).substr(0, 9), "!! Limit:");
}

// Knows one variable and one function, which gives its arguments back.
class TestEnvironment : public Environment {
 public:
  Result<Value> name(std::string_view name, bool local) override {
    if (name == "x") return Value::integer(7);
    if (name == "local" && local) return Value::integer(8);
    return Environment::name(name, local);
  }
  const Extensions* extensions() override { return &all_extensions(); }
  bool has_callee(const Node& function) override {
    return (function.kind == NodeKind::kAttribute &&
            as<Attribute>(function).value->kind == NodeKind::kName) ||
           (function.kind == NodeKind::kName && as<Name>(function).id.size() == 1);
  }
  Result<Value> call(const Node& function, const List& positional, const Dict& keywords) override {
    BFCLX_ASSIGN_OR_RETURN(const std::string text, unparse(function));
    return Value::tuple({Value::str(text), Value::list(positional), Value::dict(keywords)});
  }
};

TEST(Evaluate, AsksItsEnvironment) {
  constexpr EvaluateCase kCases[] = {
      {"x + 1", "8"},
      {"y", "!! NameError: name 'y' is not defined"},
      {"a.b(x, *[1, 2], k=len('ab'), **{'m': x})", "('a.b', [7, 1, 2], {'k': 2, 'm': 7})"},
      {"f(g(1))", "('f', [('g', [1], {})], {})"},
      {"f(*5)", "!! TypeError: f() argument after * must be an iterable, not int"},
      {"f(**5)", "!! TypeError: f() argument after ** must be a mapping, not int"},
      {"f(a=1, **{'a': 2})", "!! TypeError: f() got multiple values for keyword argument 'a'"},
      {"[len for len in 'ab']", "['a', 'b']"},
      {"[local + i for i in [local]]", "!! NameError: name 'local' is not defined"},
      {"[i for i in [local]]", "[8]"},
      {"(1).__format__(y)", "!! NameError: name 'y' is not defined"},
      {"(1).nothing(y)", "!! AttributeError: 'int' object has no attribute 'nothing'"},
      {"(lambda: local)()", "!! NameError: name 'local' is not defined"},
      {"(lambda i=local: i + x)()", "15"},
  };
  TestEnvironment environment;
  for (const EvaluateCase& evaluated : kCases) {
    const Result<Tree> tree = parse_expression(evaluated.source);
    ASSERT_TRUE(tree.ok());
    EXPECT_EQ(outcome(evaluate(tree->root(), environment)), evaluated.outcome) << evaluated.source;
  }
}

}  // namespace
}  // namespace bfclx::python
