// eval() of objects, iterators, functions and formats: expectations are CPython 3.11's.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/python/python.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

// What calls of the simulated services have.
class Everything : public Environment {
 public:
  const Extensions* extensions() override { return &all_extensions(); }
};

Result<Value> evaluate_all(std::string_view source) {
  BFCLX_ASSIGN_OR_RETURN(const Tree tree, parse_expression(source, "<string>"));
  Everything environment;
  return evaluate(tree.root(), environment);
}

struct ObjectCase {
  std::string_view source;
  std::string_view outcome;  // repr() of the value, or "!! TypeError: ..."
};

constexpr ObjectCase kObjects[] = {
    // clang-format off
    // Views of dicts.
    {"{'a': 1}.keys()", "dict_keys(['a'])"},
    {"{}.values()", "dict_values([])"},
    {"{'a': [1]}.items()", "dict_items([('a', [1])])"},
    {"{k: v for k, v in {'a': 1, 'b': 2}.items()}", "{'a': 1, 'b': 2}"},
    {"sorted({'b': 1, 'a': 2})", "['a', 'b']"},
    {"len({'a': 1}.items())", "1"},
    {"'a' in {'a': 1}.keys()", "True"},
    {"('a', 1) in {'a': 1}.items()", "True"},
    {"[] in {'a': 1}.keys()", "!! TypeError: unhashable type: 'list'"},
    {"{'a': 1}.keys() | ['b'] == {'a', 'b'}", "True"},
    {"['a', 'c'] & {'a': 1}.keys()", "{'a'}"},
    {"{'a': 1}.keys() - {'a'}", "set()"},
    {"{'a': 1}.keys() ^ {'a'}", "set()"},
    {"{'a': 1}.keys() == {'a'}", "True"},
    {"{'a': 1}.keys() < {'a', 'b'}", "True"},
    {"{'a': 1}.keys() < ['a']", "!! TypeError: '<' not supported between instances of 'dict_keys' and 'list'"},
    {"{'a': 1}.values() == {'a': 1}.values()", "False"},
    {"{'a': 1}.keys() + 1", "!! TypeError: unsupported operand type(s) for +: 'dict_keys' and 'int'"},
    {"{'a': 1}.keys() & 5", "!! TypeError: 'int' object is not iterable"},
    {"{'a': 1}.keys()[0]", "!! TypeError: 'dict_keys' object is not subscriptable"},
    {"{'a': 1}.keys().append", "!! AttributeError: 'dict_keys' object has no attribute 'append'"},
    {"{'a': 1}.keys(1)", "!! TypeError: dict.keys() takes no arguments (1 given)"},
    {"{'a': 1}.keys(a=1)", "!! TypeError: dict.keys() takes no keyword arguments"},
    {"{'a': 1}.items().isdisjoint([('a', 2)])", "True"},
    {"bool({}.keys())", "False"},
    {"{{'a': 1}.items()}", "!! TypeError: unhashable type: 'dict_items'"},
    {"[{'a': 1}.values()]", "[dict_values([1])]"},
    // str.format.
    {"'{} {}'.format(1, 'x')", "'1 x'"},
    {"'{0:>6}|{name!r:^7}|{2[a]}'.format(1, 2, {'a': 3}, name='x')", "\"     1|  'x'  |3\""},
    {"'{:{}}'.format(3, 5)", "'    3'"},
    {"'{:{:{}}}'.format(3, 5, 4)", "!! ValueError: Max string recursion exceeded"},
    {"'{{}}'.format()", "'{}'"},
    {"'{'.format()", "!! ValueError: Single '{' encountered in format string"},
    {"'}'.format()", "!! ValueError: Single '}' encountered in format string"},
    {"'{0'.format(1)", "!! ValueError: expected '}' before end of string"},
    {"'{0!'.format(1)", "!! ValueError: end of string while looking for conversion specifier"},
    {"'{0!x}'.format(1)", "!! ValueError: Unknown conversion specifier x"},
    {"'{0!rr}'.format(1)", "!! ValueError: expected ':' after conversion specifier"},
    {"'{0:{'.format(1)", "!! ValueError: unmatched '{' in format spec"},
    {"'{0{}}'.format(1)", "!! ValueError: unexpected '{' in field name"},
    {"'{}{0}'.format(1)", "!! ValueError: cannot switch from automatic field numbering to manual field specification"},
    {"'{0}{}'.format(1)", "!! ValueError: cannot switch from manual field specification to automatic field numbering"},
    {"'{1}'.format(1)", "!! IndexError: Replacement index 1 out of range for positional args tuple"},
    {"'{a}'.format(1)", "!! KeyError: 'a'"},
    {"'{0.real}{0.imag}'.format(5)", "'50'"},
    {"'{0.x}'.format(5)", "!! AttributeError: 'int' object has no attribute 'x'"},
    {"'{0[0][1]}'.format([[1, 2]])", "'2'"},
    {"'{0[0]x}'.format([1])", "!! ValueError: Only '.' or '[' may follow ']' in format field specifier"},
    {"'{0[}'.format([1])", "!! ValueError: expected '}' before end of string"},
    {"'{0.}'.format([1])", "!! ValueError: Empty attribute in format string"},
    {"'{99999999999999999999}'.format(1)", "!! ValueError: Too many decimal digits in format string"},
    {"'{a} {b}'.format_map({'a': 1, 'b': 2})", "'1 2'"},
    {"'{}'.format_map({})", "!! ValueError: Format string contains positional fields"},
    {"'{:,}|{:_b}|{:+.2e}|{:%}'.format(1234567, 255, 12.5, 0.25)", "'1,234,567|1111_1111|+1.25e+01|25.000000%'"},
    {"'{:x<5}{:^#8x}{:08.3f}{: d}'.format('a', 255, -1.5, 3)", "'axxxx  0xff  -001.500 3'"},
    {"'{:,,}'.format(1)", "!! ValueError: Cannot specify ',' with ','."},
    {"'{:,_}'.format(1)", "!! ValueError: Cannot specify both ',' and '_'."},
    {"'{:,b}'.format(1)", "!! ValueError: Cannot specify ',' with 'b'."},
    {"'{:.2}'.format(1)", "!! ValueError: Precision not allowed in integer format specifier"},
    {"'{:.}'.format(1.0)", "!! ValueError: Format specifier missing precision"},
    {"'{:zd}'.format(1)", "!! ValueError: Negative zero coercion (z) not allowed in integer format specifier"},
    {"'{:#c}'.format(65)", "!! ValueError: Alternate form (#) not allowed with integer format specifier 'c'"},
    {"'{:+}'.format('a')", "!! ValueError: Sign not allowed in string format specifier"},
    {"'{:=5}'.format('a')", "!! ValueError: '=' alignment not allowed in string format specifier"},
    {"'{:d}'.format('a')", "!! ValueError: Unknown format code 'd' for object of type 'str'"},
    {"'{:é}'.format('a')", "!! ValueError: Unknown format code '\\xe9' for object of type 'str'"},
    {"'{:abc}'.format(1)", "!! ValueError: Invalid format specifier 'abc' for object of type 'int'"},
    {"'{:n}{:n}'.format(1234, 1.5)", "'12341.5'"},
    {"'{:#}|{:#.3}|{:.3}'.format(1e100, 1.5, 0.0001)", "'1.e+100|1.50|0.0001'"},
    {"'{:#09,}'.format(float('inf'))", "'000000inf'"},
    {"'{:5}'.format([])", "!! TypeError: unsupported format string passed to list.__format__"},
    {"'{:١٢d}|'.format(7)", "'           7|'"},
    // Methods of text.
    {"'a-b-c'.split('-', 1)", "['a', 'b-c']"},
    {"'a-b-c'.rsplit('-', maxsplit=1)", "['a-b', 'c']"},
    {"' a b '.rsplit(None, 1)", "[' a', 'b']"},
    {"'a'.split(5)", "!! TypeError: must be str or None, not int"},
    {"'a'.split('', 1)", "!! ValueError: empty separator"},
    {"'a'.split(foo=1)", "!! TypeError: 'foo' is an invalid keyword argument for split()"},
    {"'a\\r\\nb\\u2028c'.splitlines()", "['a', 'b', 'c']"},
    {"'a\\r\\nb\\n'.splitlines(keepends=True)", "['a\\r\\n', 'b\\n']"},
    {"'ab'.center(5, '*')", "'**ab*'"},
    {"'abc'.center(6)", "' abc  '"},
    {"'é'.rjust(3, 'ü')", "'üüé'"},
    {"'a'.ljust(3, 'xy')", "!! TypeError: The fill character must be exactly one character long"},
    {"'a'.ljust(3, 1)", "!! TypeError: The fill character must be a unicode character, not int"},
    {"'-5'.zfill(4)", "'-005'"},
    {"'a\\tb'.expandtabs(4)", "'a   b'"},
    {"'abcabc'.rfind('b', 0, 4)", "1"},
    {"'abcabc'.find('b', -3)", "4"},
    {"'abc'.index('x')", "!! ValueError: substring not found"},
    {"'abc'.find()", "!! TypeError: find() takes at least 1 argument (0 given)"},
    {"'abc'.count('', 1)", "3"},
    {"'abc'.startswith('b', 1)", "True"},
    {"'abc'.find('b', 'x')", "!! TypeError: slice indices must be integers or None or have an __index__ method"},
    {"'aaa'.replace('a', 'b', 2)", "'bba'"},
    {"'abc'.replace('', '-')", "'-a-b-c-'"},
    {"'abc'.replace('a', None)", "!! TypeError: replace() argument 2 must be str, not None"},
    {"'a.b.c'.rpartition('.')", "('a.b', '.', 'c')"},
    {"'abc'.partition('.')", "('abc', '', '')"},
    {"'abc'.removeprefix('a')", "'bc'"},
    {"'abc'.removesuffix(None)", "!! TypeError: removesuffix() argument must be str, not None"},
    {"'hello world'.title()", "'Hello World'"},
    {"'Hello'.swapcase()", "'hELLO'"},
    {"'hELLO é'.capitalize()", "'Hello é'"},
    {"'AbC'.casefold()", "'abc'"},
    {"'ab1'.isalnum()", "True"},
    {"'é٣'.isalnum()", "True"},
    {"'½'.isdecimal()", "False"},
    {"'aB'.islower()", "False"},
    {"'Ab Cd'.istitle()", "True"},
    {"'a b'.isidentifier()", "False"},
    {"'a\\n'.isprintable()", "False"},
    {"'abc'.upper(1)", "!! TypeError: str.upper() takes no arguments (1 given)"},
    {"'abc'.join(1, 2)", "!! TypeError: str.join() takes exactly one argument (2 given)"},
    {"'abc'.strip(a=1)", "!! TypeError: str.strip() takes no keyword arguments"},
    {"'abc'.strip(1, 2)", "!! TypeError: strip expected at most 1 argument, got 2"},
    {"'abc'.nothing()", "!! AttributeError: 'str' object has no attribute 'nothing'"},
    // Lambdas and iterators.
    {"lambda: 1", "<function <lambda> at 0x7f0000000000>"},
    {"(lambda x: x + 1)(2)", "3"},
    {"(lambda x, y=2, *a, z, **k: (x, y, a, z, k))(1, 5, 6, z=3, q=4)", "(1, 5, (6,), 3, {'q': 4})"},
    {"(lambda x: x)()", "!! TypeError: <lambda>() missing 1 required positional argument: 'x'"},
    {"(lambda x, y, z: x)(1)", "!! TypeError: <lambda>() missing 2 required positional arguments: 'y' and 'z'"},
    {"(lambda x: x)(1, 2)", "!! TypeError: <lambda>() takes 1 positional argument but 2 were given"},
    {"(lambda x, y=1: x)(1, 2, 3)", "!! TypeError: <lambda>() takes from 1 to 2 positional arguments but 3 were given"},
    {"(lambda *, z: z)(1)", "!! TypeError: <lambda>() takes 0 positional arguments but 1 was given"},
    {"(lambda *, z: z)(1, z=2)", "!! TypeError: <lambda>() takes 0 positional arguments but 1 positional argument (and 1 keyword-only argument) were given"},
    {"(lambda *, z: z)()", "!! TypeError: <lambda>() missing 1 required keyword-only argument: 'z'"},
    {"(lambda x: x)(1, x=2)", "!! TypeError: <lambda>() got multiple values for argument 'x'"},
    {"(lambda x: x)(y=2)", "!! TypeError: <lambda>() got an unexpected keyword argument 'y'"},
    {"(lambda x, /: x)(x=1)", "!! TypeError: <lambda>() got some positional-only arguments passed as keyword arguments: 'x'"},
    {"[f() for f in [(lambda: x) for x in range(3)]]", "[2, 2, 2]"},
    {"(lambda f: f(f))(lambda f: f(f))", "!! RecursionError: maximum recursion depth exceeded"},
    {"(lambda: lambda: 1)()", "<function <lambda>.<locals>.<lambda> at 0x7f0000000000>"},
    {"(x for x in [1])", "<generator object <genexpr> at 0x7f0000000000>"},
    {"(lambda: (x for x in [1]))()", "<generator object <lambda>.<locals>.<genexpr> at 0x7f0000000000>"},
    {"sum(x * x for x in range(4))", "14"},
    {"any(1 / x for x in [1, 0])", "True"},
    {"list(x for x in [1, 2] if x > 1)", "[2]"},
    {"next(x for x in [])", "!! StopIteration: "},
    {"2 in (x for x in [1, 2])", "True"},
    {"[a + b for a in 'xy' for b in 'zw']", "['xz', 'xw', 'yz', 'yw']"},
    {"[b for a, *b in [(1, 2, 3)]]", "[[2, 3]]"},
    {"[a for a, b in [(1, 2, 3)]]", "!! ValueError: too many values to unpack (expected 2)"},
    {"[a for a, *b, c in [(1,)]]", "!! ValueError: not enough values to unpack (expected at least 2, got 1)"},
    {"[(y := x) for x in [1, 2]]", "[1, 2]"},
    {"([(y := x) for x in [1, 2]], y)", "([1, 2], 2)"},
    {"(y := 5, [y for x in [1]])", "!! NameError: name 'y' is not defined"},
    {"list(map(str, [1, 2]))", "['1', '2']"},
    {"list(map(lambda a, b: a + b, [1, 2], [3, 4, 5]))", "[4, 6]"},
    {"map()", "!! TypeError: map() must have at least two arguments."},
    {"map(str, 5)", "!! TypeError: 'int' object is not iterable"},
    {"list(map(5, [1]))", "!! TypeError: 'int' object is not callable"},
    {"list(filter(None, [0, 1, 2]))", "[1, 2]"},
    {"list(filter(lambda v: v > 1, [0, 1, 2]))", "[2]"},
    {"list(zip('ab', [1, 2, 3]))", "[('a', 1), ('b', 2)]"},
    {"list(zip('ab', [1], strict=True))", "!! ValueError: zip() argument 2 is shorter than argument 1"},
    {"list(zip('a', [1, 2], strict=True))", "!! ValueError: zip() argument 2 is longer than argument 1"},
    {"list(enumerate('ab', 1))", "[(1, 'a'), (2, 'b')]"},
    {"enumerate()", "!! TypeError: enumerate() missing required argument 'iterable'"},
    {"list(reversed([1, 2]))", "[2, 1]"},
    {"reversed({1})", "!! TypeError: 'set' object is not reversible"},
    {"next(iter([5]))", "5"},
    {"next([], 1)", "!! TypeError: 'list' object is not an iterator"},
    {"zip([1])", "<zip object at 0x7f0000000000>"},
    {"iter({})", "<dict_keyiterator object at 0x7f0000000000>"},
    {"sorted(['bb', 'a', 'ccc'], key=len, reverse=True)", "['ccc', 'bb', 'a']"},
    {"sorted([3, 1, 2], key=lambda v: -v)", "[3, 2, 1]"},
    {"sorted([1, 2, 'a', 3])", "!! TypeError: '<' not supported between instances of 'str' and 'int'"},
    {"sorted([1], reverse='x')", "!! TypeError: 'str' object cannot be interpreted as an integer"},
    {"max([1, 2, 3], key=lambda v: -v)", "1"},
    {"min([], default=4)", "4"},
    {"max(1, 2, default=3)", "!! TypeError: Cannot specify a default for max() with multiple positional arguments"},
    {"min([])", "!! ValueError: min() arg is an empty sequence"},
    {"sum([[1], [2]], [])", "[1, 2]"},
    {"sum(5)", "!! TypeError: 'int' object is not iterable"},
    {"list(map(str.upper, ['a']))", "['A']"},
    {"str.upper(5)", "!! TypeError: descriptor 'upper' for 'str' objects doesn't apply to a 'int' object"},
    {"str.upper", "<method 'upper' of 'str' objects>"},
    {"'a'.upper", "<built-in method upper of str object at 0x7f0000000000>"},
    {"len", "<built-in function len>"},
    // Objects.
    {"isinstance(1, int)", "True"},
    {"isinstance(True, int)", "True"},
    {"isinstance(1.5, (str, float))", "True"},
    {"isinstance('a', (str, 5))", "True"},
    {"isinstance(1, 5)", "!! TypeError: isinstance() arg 2 must be a type, a tuple of types, or a union"},
    {"isinstance(1)", "!! TypeError: isinstance expected 2 arguments, got 1"},
    {"type(1)", "<class 'int'>"},
    {"type(1) == int", "True"},
    {"type({}) is dict", "True"},
    {"{int: 1}[type(5)]", "1"},
    {"type([]).__name__", "'list'"},
    {"type(lambda: 1)", "<class 'function'>"},
    {"callable(len)", "True"},
    {"callable(5)", "False"},
    {"getattr('a', 'upper')()", "'A'"},
    {"getattr(1, 'nothing', 5)", "5"},
    {"getattr(1, 'nothing')", "!! AttributeError: 'int' object has no attribute 'nothing'"},
    {"getattr(1, 2)", "!! TypeError: attribute name must be string, not 'int'"},
    {"hasattr([], 'append')", "True"},
    {"hash(5)", "5"},
    {"hash((1, 2))", "-3550055125485641917"},
    {"hash([])", "!! TypeError: unhashable type: 'list'"},
    {"int['a']", "!! TypeError: type 'int' is not subscriptable"},
    {"range(10)[2:8:3]", "range(2, 8, 3)"},
    {"range(10)[-1]", "9"},
    {"range(3)[5]", "!! IndexError: range object index out of range"},
    {"range(3) == range(0, 3, 1)", "True"},
    {"bool(range(0))", "False"},
    {"range(1, 9, 2).step", "2"},
    {"[1, 2, 3].pop()", "3"},
    {"[].pop()", "!! IndexError: pop from empty list"},
    {"[1].pop(3)", "!! IndexError: pop index out of range"},
    {"{'a': 1}.pop('a')", "1"},
    {"{}.pop('a')", "!! KeyError: 'a'"},
    {"{}.pop('a', 2)", "2"},
    {"[1, 2].index(2, 2)", "!! ValueError: 2 is not in list"},
    {"(1, 2).index(1, 'a')", "!! TypeError: slice indices must be integers or have an __index__ method"},
    {"{1, 2}.union([3], [4])", "{1, 2, 3, 4}"},
    {"{1, 2}.intersection([2, 3])", "{2}"},
    {"{1, 2}.issubset([1, 2, 3])", "True"},
    {"{1, 2}.isdisjoint([1])", "False"},
    {"{1}.union(5)", "!! TypeError: 'int' object is not iterable"},
    {"(1.5).is_integer()", "False"},
    {"(5).bit_length()", "3"},
    {"(1+2j).conjugate()", "(1-2j)"},
    {"'%(a)s' % [1]", "!! TypeError: list indices must be integers or slices, not str"},
    {"'%*d' % (True, 5)", "'5'"},
    {"list(enumerate('ab', start=1))", "[(1, 'a'), (2, 'b')]"},
    {"enumerate()", "!! TypeError: enumerate() missing required argument 'iterable'"},
    {"enumerate('ab', 1, 2)", "!! TypeError: enumerate() takes at most 2 arguments (3 given)"},
    {"(True).bit_length(1)", "!! TypeError: int.bit_length() takes no arguments (1 given)"},
    // clang-format on
};

TEST(EvaluateObjects, AsPython) {
  std::size_t checked = 0;
  for (const ObjectCase& expected : kObjects) {
    const Result<Value> result = evaluate_all(expected.source);
    const std::string outcome =
        result.ok() ? repr(*result)
                    : "!! " + std::string(result.error().kind) + ": " + result.error().message;
    EXPECT_EQ(outcome, expected.outcome) << expected.source;
    ++checked;
  }
  EXPECT_EQ(checked, 231U);
}

// Whatever calls itself, nests or repeats without end, ends.
TEST(EvaluateObjects, AreBounded) {
  struct Bounded {
    std::string_view source;
    std::string_view kind;
  };
  constexpr Bounded kBounded[] = {
      {"(lambda f: f(f))(lambda f: list(map(f, [f])))", "RecursionError"},
      {"(lambda f: f(f))(lambda f: sum(f(f) for _ in [1]))", "RecursionError"},
      {"(lambda: [x := 'a'] + [x := map(str, x) for _ in range(99999)] + list(x))()",
       "RecursionError"},
      {"(lambda: ([x := 1], [x := {1: x}.items() for _ in range(99999)]))()", "Limit"},
      {"[any(range(1, 99999)) for _ in range(99999)]", "Limit"},
      {"(lambda x: [{x} for _ in range(99999)])((0,) * 99999)", "Limit"},
      {"(lambda x: [x.rfind('b') for _ in range(99999)])('a' * 10 ** 6)", "Limit"},
      {"('{0:9999}' * 9999).format(1)", "Limit"},
      {"'a'.center(10 ** 12)", "Limit"},
      {"'%*d' % (-9223372036854775808, 1)", "Limit"},
      {"range(9)[::2 ** 70]", "Limit"},
      {"('\\t' * 10 ** 6).expandtabs(10 ** 6)", "Limit"},
      {"('a' * 10 ** 6).replace('', 'b' * 10 ** 6)", "Limit"},
      {"list(enumerate(range(10 ** 9)))", "Limit"},
      {"(lambda d: [d == d.copy() for _ in range(9999)])(dict(zip(range(9999), 'a' * 9999)))",
       "Limit"},
  };
  for (const Bounded& expected : kBounded) {
    const Result<Value> result = evaluate_all(expected.source);
    ASSERT_FALSE(result.ok()) << expected.source;
    EXPECT_EQ(result.error().kind, expected.kind) << expected.source;
  }
  // A generator that asks one before it for its item, far down in its element.
  const std::string tall = std::string(900, '~') + "next(y)";
  const std::string chain_of_generators = "(lambda: ([x := iter([1])], [x := (lambda y=x: (" +
                                          tall +
                                          " for _ in [1]))() for _ in range(999)], next(x)))()";
  const Result<Value> deep = evaluate_all(chain_of_generators);
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().kind, "RecursionError");
  // Many objects behind one another go without recursion.
  for (const std::string_view chain :
       {"(lambda: ([x := 1], [x := (lambda y=x: y) for _ in range(99999)], 1))()[2]",
        "(lambda: ([x := 1], [x := (x,).count for _ in range(99999)], 1))()[2]"}) {
    const Result<Value> result = evaluate_all(chain);
    ASSERT_TRUE(result.ok()) << chain;
    EXPECT_EQ(repr(*result), "1");
  }
}

// What is kept longer than its evaluation is printed, and does nothing else.
TEST(EvaluateObjects, OutliveTheirEvaluation) {
  const Result<Value> kept = evaluate_all("[lambda: 1, (i for i in [1]), map(str, [1])]");
  ASSERT_TRUE(kept.ok());
  class Kept : public Everything {
   public:
    explicit Kept(Value value) : value_(std::move(value)) {}
    Result<Value> name(std::string_view name, bool local) override {
      return name == "kept" ? Result<Value>(value_) : Environment::name(name, local);
    }

   private:
    Value value_;
  };
  Kept environment(*kept);
  for (const std::string_view source :
       {"kept[0]()", "list(kept[1])", "next(kept[2])", "1 in kept[1]"}) {
    const Result<Tree> tree = parse_expression(source);
    ASSERT_TRUE(tree.ok());
    const Result<Value> result = evaluate(tree->root(), environment);
    ASSERT_FALSE(result.ok()) << source;
    EXPECT_EQ(result.error().kind, "Limit") << source;
  }
  EXPECT_EQ(repr(*kept),
            "[<function <lambda> at 0x7f0000000000>, <generator object <genexpr> at "
            "0x7f0000000000>, <map object at 0x7f0000000000>]");
}

// Single replies have less, and are told so.
TEST(EvaluateObjects, AreNotForSingleReplies) {
  for (const std::string_view source :
       {"lambda: 1", "'{}'.format(1)", "isinstance(1, int)", "list(map(str, [1]))", "{}.keys()",
        "(i for i in [1])", "'a'.center(3)"}) {
    const Result<Value> result = evaluate_text(source);
    ASSERT_FALSE(result.ok()) << source;
    EXPECT_EQ(result.error().kind, "Limit") << source;
  }
  const Result<Value> listed = evaluate_text("sum(i for i in [1, 2])");
  ASSERT_TRUE(listed.ok());
  EXPECT_EQ(repr(*listed), "3");
}

}  // namespace
}  // namespace bfclx::python
