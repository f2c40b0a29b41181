// JSON of the usual form is read as json_loads reads it, or left to that.
#include "core/value/plain_json.h"

#include <gtest/gtest.h>

#include <string>

#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

TEST(PlainJson, ReadsWhatJsonLoadsReads) {
  for (const char* text :
       {R"({})", R"([])", R"( {"a" : 1, "b":[ -2.5e3 , "x" ], "c": {"d": null}} )",
        R"([true,false])", R"("")", R"("a\"b\\c\/d\n\t\r")", "\"\xc3\xa4\"", "-0", "0.5", "1E5",
        "1e-7", "123456789012345678", R"({"a":1,"b":2,"a":3})", "[[[[1]]]]", "\n7\t"}) {
    Value value;
    ASSERT_TRUE(read_plain_json(text, value)) << text;
    const Result<Value> full = json_loads(text);
    ASSERT_TRUE(full.ok()) << text;
    EXPECT_EQ(repr(value), repr(*full)) << text;
  }
}

TEST(PlainJson, LeavesTheRestToJsonLoads) {
  const std::string deep(40, '[');
  for (const std::string& text : {std::string(),
                                  std::string("{"),
                                  std::string(R"({"a":1,})"),
                                  std::string("[1,]"),
                                  std::string("[1 2]"),
                                  std::string("01"),
                                  std::string("1."),
                                  std::string("1e"),
                                  std::string("-"),
                                  std::string("tru"),
                                  std::string("nulls"),
                                  std::string("'a'"),
                                  std::string(R"({"a" 1})"),
                                  std::string(R"({a: 1})"),
                                  std::string("\"a"),
                                  std::string("\"a\nb\""),
                                  std::string(R"("\x")"),
                                  std::string(R"("\)"),
                                  std::string(R"("\u0041")"),
                                  std::string(R"({"\n": 1})"),
                                  std::string("NaN"),
                                  std::string("1234567890123456789"),
                                  std::string("1 1"),
                                  deep + std::string(40, ']')}) {
    Value value;
    EXPECT_FALSE(read_plain_json(text, value)) << text;
  }
}

}  // namespace
}  // namespace bfclx
