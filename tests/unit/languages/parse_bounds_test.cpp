// What a short source may take, whatever stands in it: tree-sitter's recovery from syntax errors
// takes gigabytes for some.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/languages/languages.h"
#include "tests/unit/heap/counting_heap.h"

namespace bfclx {
namespace {

using testing::CountingHeap;

constexpr std::size_t kSource = std::size_t{8} << 10;
constexpr std::size_t kMost = std::size_t{64} << 20;

std::string times(std::string_view text) {
  std::string result;
  while (result.size() + text.size() <= kSource) result += text;
  return result;
}

TEST(ParseBounds, EightKilobytesTakeNoMoreThan64Megabytes) {
  constexpr std::string_view kTexts[] = {"f(/*", "f(", "{f(", "a<", "`${", "()=>", "try{", "a?b:"};
  for (const std::string_view text : kTexts) {
    const std::string source = times(text);
    for (const auto parse : {parse_java_call_by_tree, parse_javascript_call_by_tree}) {
      const std::size_t before = CountingHeap::bytes();
      CountingHeap::forget_peak();
      const bool parsed = parse(source).ok();
      EXPECT_LT(CountingHeap::peak() - before, kMost) << text << " " << parsed;
      EXPECT_GT(CountingHeap::peak() - before, source.size()) << text;
      EXPECT_EQ(CountingHeap::bytes(), before) << text;
    }
  }
}

TEST(ParseBounds, ACallIsFarBelowThem) {
  const std::string source = "f(" + std::string(4000, 'a') + " = new int[]{1, 2, 3}, b = \"c\")";
  ASSERT_TRUE(parse_java_call_by_tree(source).ok());
  CountingHeap::forget_peak();
  const std::size_t before = CountingHeap::bytes();
  ASSERT_TRUE(parse_java_call_by_tree(source).ok());
  EXPECT_LT(CountingHeap::peak() - before, std::size_t{1} << 20);
}

#ifndef __EMSCRIPTEN__
// An allocation that fails passes through tree-sitter, and everything is given back.
TEST(ParseBounds, MemoryThatEndsIsGivenBack) {
  const std::string source = "f(a = new HashMap<String,String>(){{put(\"k\",\"v\");}}, b = 1)";
  ASSERT_TRUE(parse_java_call_by_tree(source).ok());
  const std::size_t before = CountingHeap::bytes();
  bool failed = true;
  std::size_t passed = 0;
  for (; failed; ++passed) {
    bool parsed = false;
    CountingHeap::fail_after(passed);
    try {
      parsed = parse_java_call_by_tree(source).ok();
    } catch (const std::bad_alloc&) {
    }
    failed = CountingHeap::stop_failing();
    ASSERT_NE(parsed, failed) << passed;
    ASSERT_EQ(CountingHeap::bytes(), before) << passed;
  }
  EXPECT_GT(passed, 20u);
}
#endif

}  // namespace
}  // namespace bfclx
