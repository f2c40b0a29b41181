// What Python does with an object of any type; each text is CPython 3.11's own.
#include "core/python/objects/protocol.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/python/python.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

Value eval(std::string_view text) {
  Result<Value> value = evaluate_text(text);
  EXPECT_TRUE(value.ok()) << text;
  return value.ok() ? *std::move(value) : Value();
}

template <typename T>
std::string error_of(const Result<T>& result) {
  return result.ok() ? "no error"
                     : std::string(result.error().kind) + ": " + result.error().message;
}

TEST(Protocol, FindsItemsWithoutCopies) {
  const Value dict = eval("{'a': [1], 2: 'x'}");
  Value storage;
  const Result<const Value*> item = subscript(dict, "a");
  ASSERT_TRUE(item.ok());
  EXPECT_EQ(*item, dict.as_dict().find("a"));
  const Value list = eval("[10, 20]");
  const Result<const Value*> last = subscript(list, Value::integer(-1), storage);
  ASSERT_TRUE(last.ok());
  EXPECT_EQ(*last, &list.items()[1]);
  EXPECT_TRUE(storage.is_none());
  const Result<const Value*> letter = subscript(Value::str("a\u00e9"), Value::integer(1), storage);
  ASSERT_TRUE(letter.ok());
  EXPECT_EQ(*letter, &storage);
  EXPECT_EQ(storage.as_str(), "\u00e9");
}

TEST(Protocol, WordsWhatIsNoSubscriptAsCPython) {
  struct Case {
    const char* object;
    const char* key;
    const char* error;
  };
  constexpr Case kCases[] = {
      {"'ab'", "'k'", "TypeError: string indices must be integers, not 'str'"},
      {"[1]", "'k'", "TypeError: list indices must be integers or slices, not str"},
      {"(1,)", "None", "TypeError: tuple indices must be integers or slices, not NoneType"},
      {"b'a'", "1.5", "TypeError: byte indices must be integers or slices, not float"},
      {"range(3)", "'k'", "TypeError: range indices must be integers or slices, not str"},
      {"{1}", "0", "TypeError: 'set' object is not subscriptable"},
      {"3", "0", "TypeError: 'int' object is not subscriptable"},
      {"{}", "'k'", "KeyError: 'k'"},
      {"{}", "(1, [2])", "TypeError: unhashable type: 'list'"},
      {"[1]", "1", "IndexError: list index out of range"},
      {"'ab'", "-3", "IndexError: string index out of range"},
      {"range(3)", "3", "IndexError: range object index out of range"},
  };
  for (const Case& row : kCases) {
    EXPECT_EQ(error_of(subscript(eval(row.object), eval(row.key))), row.error) << row.object;
  }
}

TEST(Protocol, WordsWhatHasNoItemsAsCPython) {
  const Value number = Value::integer(3);
  EXPECT_EQ(error_of(length(number)), "TypeError: object of type 'int' has no len()");
  EXPECT_EQ(error_of(iterate(number)), "TypeError: 'int' object is not iterable");
  EXPECT_EQ(error_of(is_member(number, number)),
            "TypeError: argument of type 'int' is not iterable");
  EXPECT_EQ(error_of(is_member(number, Value::str("3"))),
            "TypeError: 'in <string>' requires string as left operand, not int");
  EXPECT_EQ(error_of(is_member(eval("[]"), eval("{1}"))), "TypeError: unhashable type: 'list'");
  EXPECT_EQ(error_of(is_member(Value::integer(256), eval("b'a'"))),
            "ValueError: byte must be in range(0, 256)");
  EXPECT_EQ(error_of(str_method(number, "strip")),
            "AttributeError: 'int' object has no attribute 'strip'");
  EXPECT_EQ(error_of(dict_method(number, "items")),
            "AttributeError: 'int' object has no attribute 'items'");
}

// for i in range(len(x)): x[i]
TEST(Protocol, GivesASequenceByItsPlaces) {
  const auto items_of = [](std::string_view text) {
    List storage;
    const Value value = eval(text);
    const Result<const List*> items = sequence(value, storage);
    return items.ok() ? repr(Value::list(**items)) : error_of(items);
  };
  EXPECT_EQ(items_of("[1, 2]"), "[1, 2]");
  EXPECT_EQ(items_of("(1, 2)"), "[1, 2]");
  EXPECT_EQ(items_of("'ab'"), "['a', 'b']");
  EXPECT_EQ(items_of("b'ab'"), "[97, 98]");
  EXPECT_EQ(items_of("{1: 'b', 0: 'a'}"), "['a', 'b']");
  EXPECT_EQ(items_of("{'k': 1}"), "KeyError: 0");
  EXPECT_EQ(items_of("{1}"), "TypeError: 'set' object is not subscriptable");
  EXPECT_EQ(items_of("1.5"), "TypeError: object of type 'float' has no len()");
}

TEST(Protocol, EndsAVisitWithTheFirstError) {
  int visits = 0;
  const Status status = for_each_item(eval("'abc'"), [&](const Value& item) -> Status {
    ++visits;
    if (item.as_str() == "b") return value_error("enough");
    return {};
  });
  EXPECT_EQ(visits, 2);
  EXPECT_EQ(status.error().message, "enough");
}

}  // namespace
}  // namespace bfclx::python
