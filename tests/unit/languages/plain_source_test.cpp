// What is read without a syntax tree is what the tree gives, and everything else is left to it.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/languages/certain_error.h"
#include "core/languages/languages.h"
#include "core/languages/plain_call.h"
#include "tests/unit/languages/outcome.h"

namespace bfclx {
namespace {

using languages::Syntax;

struct Language {
  std::string_view name;
  Syntax syntax;
  std::optional<Value> (*read_plain)(std::string_view source);
  Result<Value> (*parse)(std::string_view source);
  Result<Value> (*parse_by_tree)(std::string_view source);
};
constexpr Language kJava = {"Java", Syntax::kJava, languages::read_plain_java_call, parse_java_call,
                            parse_java_call_by_tree};
constexpr Language kJavaScript = {"JavaScript", Syntax::kJavaScript,
                                  languages::read_plain_javascript_call, parse_javascript_call,
                                  parse_javascript_call_by_tree};

// Whether it is plain; what it gives must be what the tree gives.
bool is_plain(const Language& language, const std::string& source) {
  EXPECT_EQ(outcome(language.parse(source)), outcome(language.parse_by_tree(source)))
      << language.name << ": " << source;
  return language.read_plain(source).has_value();
}

TEST(PlainSource, CallsOfBothLanguages) {
  for (const char* source : {
           "Viewer.open(path=\"/a/b.txt\", mode='read only')",
           "viewer.inner.open(path = \"a\" , n = -1.5,\n\tname=other)",
           "openTheViewer(a=true, b=false, c=null, d=0)",
           "openTheTextViewer()",
           "openTheViewer(path)",
           "openTheViewer(\"a\", -1, a.b, f(x), path, c=1)",
           "openTheViewer(a=System.out, b=f.g(1, 'x', h(y), z.w));",
           "  openTheViewer(text=\"it's \\\"so\\\", \\\\ or \\n not\")  ",
           "openTheViewer(text='\"x\" [1, 2] {a: b} // c')",
           "'openTheViewer(a=1, b=2)'",
           "\"openTheViewer(a=1, b=2)\";",
       }) {
    EXPECT_TRUE(is_plain(kJava, source)) << source;
    EXPECT_TRUE(is_plain(kJavaScript, source)) << source;
  }
}

TEST(PlainSource, CallsOfOne) {
  for (const char* source : {
           "openTheViewer(a=1L, b=1.5f, c=2.0D)",
           "openTheViewer(a=Viewer.class)",
           "openTheViewer(to=1, with=2, module=3)",
           "openTheViewer(undefined=undefined, async=of, let=get)",
           "openTheViewer(a=new int[]{1, 2}, b=new String[] { \"x\" , 'y z' }, c=new a.B[]{})",
           "openTheViewer(a=new Viewer(), b=new ArrayList<>(Arrays.asList(1,  2)), newer=newer)",
           "openTheViewer(a=new  Map<String , Integer>( \"x\",new T(f( 1 ), \"(\"), a.b "
           "))",
           "f(a=1);",
       }) {
    EXPECT_TRUE(is_plain(kJava, source)) << source;
  }
  for (const char* source : {
           "f()",
           "f(a=[1, \"x\", [], [[y]]], b={}, c={k: 1, \"l m\": {n: [-2]}, 'o': f(1)})",
           "f(a='', b=\"\", c=undefined)",
           "f([1], {a: b}, '')",
           "''",
       }) {
    EXPECT_TRUE(is_plain(kJavaScript, source)) << source;
  }
}

TEST(PlainSource, TheRestIsLeftToTheTree) {
  constexpr const char* kNeither[] = {
      "",
      "nothing",
      "f(a=1",
      "f(a=1))",
      "f(a=1) g(b=2)",
      "openTheViewer(a=1, a=2)",
      "openTheViewer(path, mode)",
      "openTheViewer(a=1,)",
      "openTheViewer(a=1+1)",
      "openTheViewer(a=b[0])",
      "openTheViewer(a=(b))",
      "openTheViewer(a=\"\\d\")",
      "openTheViewer(a=\"\\u0041\")",
      "openTheViewer(a=\"x\n\")",
      "openTheViewer(a=\"\xc3\xa9\")",
      "openTheViewer(a=\"\0\")",
      "openTheViewer(a=this)",
      "openTheViewer(a=f(b=1))",
      "openTheViewer(a.b=1)",
      "openTheViewer(a=007)",
      "openTheViewer(a=1.)",
      "openTheViewer(a=1e5)",
      "openTheViewer(a=0x1F)",
      "openTheViewer(a=1_000)",
      "openTheViewer(a=- 1)",
      "openTheViewer(a==1)",
      "openTheViewer(a=>1)",
      "openTheViewer(a=1) // why",
      "openTheViewer(/* why */ a=1)",
      "new Viewer(a=1)",
      "viewer.open(a=1).close()",
      "this.open(a=1)",
      "class.open(a=1)",
      "open (a=1)",
      "openTheViewer(a=\"x\"\"y\")",
      "openTheViewer(a=1)\r\n",
  };
  for (const char* source : kNeither) {
    EXPECT_FALSE(is_plain(kJava, source)) << source;
    EXPECT_FALSE(is_plain(kJavaScript, source)) << source;
  }
  for (const char* source :
       {"f(a=1)", "f(aaaaaa=1)", "to(aaaaaaaaaaaaaa=1)", "openTheViewer(a='')",
        "openTheViewer(a=[1])", "openTheViewer(a={})", "openTheViewer(a=to)",
        "openTheViewer(a=new int(1))", "openTheViewer(a=new Viewer)", "openTheViewer(a=new int[3])",
        "openTheViewer(a=new int[][]{{1}})", "openTheViewer(a=new T<U>[]{1})",
        "openTheViewer(a=new T<U<V>>())", "openTheViewer(a=new T() {{ add(1); }})",
        "openTheViewer(a=new T().f())", "openTheViewer(a=new int[]{1,})", "openTheViewer(a=new(1))",
        "openTheViewer(new Viewer(1))", "openTheViewer(a=\"\"\"\nx\"\"\")"}) {
    EXPECT_FALSE(is_plain(kJava, source)) << source;
  }
  for (const char* source :
       {"openTheViewer(a=new Viewer())", "openTheViewer(async=1)", "openTheViewer(a=of)",
        "openTheViewer(true)", "openTheViewer(a=1L)", "openTheViewer(a=`x`)",
        "openTheViewer(a={b})", "openTheViewer(a=[1,,2])", "openTheViewer(a=x => 1)"}) {
    EXPECT_FALSE(is_plain(kJavaScript, source)) << source;
  }
}

// Whether it is a certain error; it must be one to the tree as well.
bool is_certain(const Language& language, const std::string& source) {
  EXPECT_FALSE(is_plain(language, source)) << source;
  return languages::is_certain_error(source, language.syntax);
}

TEST(CertainError, OfBothLanguages) {
  for (const char* source : {
           "openTheViewer(a='x')]",
           "openTheViewer(a='x'))",
           "openTheViewer(a='x')];",
           "openTheViewer(a='x')}",
           "openTheViewer(a='x').",
           "openTheViewer('path': 'x', 'mode': 'y')",
           "(Note: this is all)",
           "None of the given functions can be used here.",
           "The user's wish is clear.",
           "Use `open` (see `close`) for \"this\".\n\nThere is no other function.\n",
           "Here is the function call for the viewer:\n\n[Viewer.open(path='x', mode=\"y\")",
           "Call this:\n[openTheViewer(a=1)",
       }) {
    EXPECT_TRUE(is_certain(kJava, source)) << source;
    EXPECT_TRUE(is_certain(kJavaScript, source)) << source;
  }
}

TEST(CertainError, OfJava) {
  for (const char* source : {
           "Viewer.open(paths=[\"a\", \"b\"])",
           "Viewer.open(paths=['a', 1, true], mode=[\"x\"])",
           "Viewer.open(modes=['x'], paths=['a', 'b'])",
           "Viewer.open(options={\"a\": 1, \"b\": {'c': true}})",
           "{\"name\": \"open\", \"arguments\": {}}",
           "Viewer.open(mode='x'),",
           "Viewer.open(mode='')",
           "Viewer.open(query='where status = 'active'')",
           "Viewer.open(mode='x)",
           "The class has `open` alone",
           "```java\nViewer.open(mode)\n```",
       }) {
    EXPECT_TRUE(is_certain(kJava, source)) << source;
  }
  EXPECT_FALSE(is_certain(kJavaScript, "Viewer.open(mode='x'),"));
}

TEST(CertainError, OfJavaScript) {
  std::string thoughts = "<think>\nOkay, let's see (the user's wish).\n";
  for (int i = 0; i < 400; ++i) thoughts += "It may be `open`, or the other one: \"close\", ";
  EXPECT_TRUE(is_certain(kJavaScript, thoughts));
  EXPECT_FALSE(is_certain(kJavaScript, thoughts + "</think> open(1)"));
  EXPECT_FALSE(is_certain(kJavaScript, thoughts + std::string(20'000, '.')));
  EXPECT_TRUE(is_certain(kJavaScript, "Call this:\n\n[viewer.open(1, 'x')"));
}

TEST(CertainError, TheRestIsLeftToTheTree) {
  for (const char* source : {
           "Viewer.open(a=b[0], c=d[1]",
           "// There is no function.",
           "f(1) // There is no function.",
           "/* it's */ f(1)",
           "a ? (b: c",
           "case (b: c",
           "text:\n\n[openTheViewer(1)",
           "text:\n\n[openTheViewer(a=1);",
           "Only 5.",
           "5.",
           "\"all of it.\n\"",
           "It is one\xc3\xa9.",
       }) {
    EXPECT_FALSE(is_certain(kJava, source)) << source;
    EXPECT_FALSE(is_certain(kJavaScript, source)) << source;
  }
  for (const char* source :
       {"{['a': 1]}", "{a: f(1; b: 2}", "f(a={'k': [1, 2]}, b", "'' ,", "x = `it",
        "`text:\n\n[openTheViewer(a=1)", "x<a>text:\n\n[openTheViewer(a=1)"}) {
    EXPECT_FALSE(is_certain(kJavaScript, source)) << source;
  }
  const std::string prose = "None of the given functions can be used here.";
  EXPECT_FALSE(is_certain(kJava, std::string(3000, ' ') + prose));
  EXPECT_FALSE(is_certain(kJava, std::string(25, '(') + prose));
  EXPECT_FALSE(is_certain(kJava, "a * b * c * d * e * f * g * h * i * j " + prose));
}

TEST(PlainSource, NoBoundOfTheTreeIsPassed) {
  std::string nested = "1";
  for (int i = 0; i < 100; ++i) nested = "[" + nested + "]";
  EXPECT_FALSE(is_plain(kJavaScript, "f(a=" + nested + ")"));
  std::string many = "openTheViewer(";
  for (int i = 0; many.size() < 4000; ++i) many += "a" + std::to_string(i) + "=1, ";
  for (const Language& language : {kJava, kJavaScript}) {
    EXPECT_TRUE(is_plain(language, many + "z=\"x\")"));
    EXPECT_FALSE(is_plain(language, many + "z=\"" + std::string(5000, 'x') + "\")"));
  }
}

// Sources of the pieces that responses consist of, put together well and badly.
class Sources {
 public:
  explicit Sources(unsigned seed) : random_(seed) {}

  std::string next() {
    std::string source = call(2);
    if (one_of(8) == 0) source = "Here is the function call for this:\n\n[" + source;
    if (one_of(8) == 0) source += piece();
    for (std::size_t damages = one_of(3); damages > 0; --damages) {
      const std::size_t at = one_of(source.size() + 1);
      switch (one_of(3)) {
        case 0:
          source.insert(at, piece());
          break;
        case 1:
          source.erase(at, 1 + one_of(3));
          break;
        default:
          source.insert(at, source.substr(one_of(source.size() + 1), one_of(20)));
      }
    }
    return source;
  }

 private:
  std::size_t one_of(std::size_t count) { return random_() % count; }
  std::string piece() {
    constexpr std::array<std::string_view, 60> kPieces = {
        "\"",  "'",     "[",    "]",    "{",    "}",     "(",    ")",     ",",  "=",
        ".",   ":",     ";",    " ",    "\n",   "a",     "true", "new ",  "1",  "-",
        "0.5", "\\",    "/",    "//",   "/*",   "*/",    "`",    "<",     ">",  "?",
        "for", "class", "null", "this", "''",   "\"\"",  "()",   "[]",    "{}", ".class",
        "=>",  "->",    "\t",   "1L",   "f",    "::",    "...",  " the ", "#",  "@",
        "+",   "%",     "&&",   "!",    "case", "async", "let ", "to",    "].", " done."};
    return std::string(kPieces[one_of(kPieces.size())]);
  }
  std::string name() {
    constexpr std::array<std::string_view, 12> kNames = {
        "a", "x1", "path", "Viewer", "$", "_b", "to", "of", "open", "record", "undefined", "mode"};
    return std::string(kNames[one_of(kNames.size())]);
  }
  std::string value(int depth) {
    switch (one_of(depth > 0 ? 11 : 6)) {
      case 0:
        return "\"some text\"";
      case 1:
        return "'it \"is\"'";
      case 2:
        return "-12.5";
      case 3:
        return "null";
      case 4:
        return name() + "." + name();
      case 5:
        return name();
      case 6:
        return "[" + value(depth - 1) + ", " + value(depth - 1) + "]";
      case 7:
        return "{\"key\": " + value(depth - 1) + "}";
      case 8:
        return "new " + name() + "[]{" + value(depth - 1) + ", " + value(0) + "}";
      case 9:
        return "new " + name() + "<" + name() + ", T>(" + value(depth - 1) + ", " + value(0) + ")";
      default:
        return name() + "(" + value(depth - 1) + ")";
    }
  }
  std::string call(int depth) {
    std::string text = name() + (one_of(2) == 0 ? "." : "Of") + name() + "(";
    for (std::size_t i = one_of(5); i > 0; --i) {
      if (one_of(6) != 0) text += name() + std::to_string(i) + (one_of(4) == 0 ? " = " : "=");
      text += value(depth) + (i > 1 ? ", " : "");
    }
    return text + ")";
  }

  std::mt19937 random_;
};

TEST(PlainSource, IsWhatTheTreeGives) {
  constexpr int kSources = 6'000;
  constexpr int kEnough = 300;
  for (const Language& language : {kJava, kJavaScript}) {
    Sources sources(7);
    int plain = 0;
    int certain = 0;
    for (int i = 0; i < kSources && !::testing::Test::HasFailure(); ++i) {
      const std::string source = sources.next();
      if (is_plain(language, source)) {
        ++plain;
      } else if (languages::is_certain_error(source, language.syntax)) {
        ++certain;
      }
    }
    EXPECT_GT(plain, kEnough) << language.name;
    EXPECT_GT(certain, kEnough) << language.name;
  }
}

}  // namespace
}  // namespace bfclx
