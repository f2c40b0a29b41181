#include <gtest/gtest.h>

#include "core/languages/languages.h"
#include "tests/unit/languages/reply_case.h"

namespace bfclx {
namespace {

TEST(VerboseXmlCalls, ReadsParams) {
  constexpr ReplyCase kCases[] = {
      {"<functions><function name=\"f\"><params><param name=\"a\" value=\"1\" "
       "type=\"integer\"/><param name=\"b\" value=\"x\" "
       "type=\"string\"/></params></function></functions>",
       "[{'f': {'a': 1, 'b': 'x'}}]"},
      {"<functions><function name=\"f\"><param name=\"a\" value=\" 1_0 \" "
       "type=\"integer\"/></function><function name=\"g\"/></functions>",
       "[{'f': {'a': 10}}, {'g': {}}]"},
      {"<functions><function name=\"f\"><param name=\"z\" value=\"0\"/><params/><params><param "
       "name=\"y\"/></params></function></functions>",
       "[{'f': {}}]"},
      {"<functions><function name=\"f\"><params><param value=\"1\"/><param name=\"b\"/><x><param "
       "name=\"c\"/></x></params></function></functions>",
       "[{'f': {None: '1', 'b': ''}}]"},
      {"<functions><function name=\"f\"><param name=\"a\" value=\"1.5\" type=\"float\"/><param "
       "name=\"b\" value=\"nan\" type=\"float\"/><param name=\"c\" value=\"TRUE\" "
       "type=\"boolean\"/><param name=\"d\" value=\" true\" type=\"boolean\"/><param name=\"e\" "
       "value=\"x\" type=\"null\"/><param name=\"f\" value=\"x\" "
       "type=\"odd\"/></function></functions>",
       "[{'f': {'a': 1.5, 'b': nan, 'c': True, 'd': False, 'e': None, 'f': 'x'}}]"},
      {"<functions><function name=\"f\"><param name=\"a\" value=\"[1, 'x']\" "
       "type=\"array\"/><param name=\"b\" value=\"{'k': (1,)}\" type=\"dict\"/><param name=\"c\" "
       "value=\"(1, 2)\" type=\"tuple\"/><param name=\"d\" value=\"{1: None}\" "
       "type=\"object\"/></function></functions>",
       "[{'f': {'a': [1, 'x'], 'b': {'k': (1,)}, 'c': (1, 2), 'd': {1: None}}}]"},
      {"<functions><function name=\"f\"><param name=\"a\" value=\"1\" type=\"integer\"/><param "
       "name=\"a\" value=\"2\"/></function><other/><x><function name=\"g\"/></x></functions>",
       "[{'f': {'a': '2'}}]"},
      {"<functions>text<!-- c --><?p i?><function\tname='f' ><param name=\"a\" "
       "value=\"&lt;&amp;&#65;&#x42;&quot;\"/></function ></functions>",
       "[{'f': {'a': '<&AB\"'}}]"},
      {"<functions><function name=\"f\"><param name=\"a\" "
       "value=\"a\tb\nc\r\nd\re&#10;&#9;f\"/></function></functions>",
       "[{'f': {'a': 'a b c d e\\n\\tf'}}]"},
      {"<functions><function xmlns=\"u\" name=\"f\"/><function name=\"g\" xmlns:p=\"u\" "
       "p:name=\"h\"><p:param name=\"a\"/><param p:name=\"b\" name=\"c\"/></function></functions>",
       "[{'g': {'c': ''}}]"},
      {"<functions><function name=\"é\"><param name=\"漢\" value=\"😀\"/></function></functions>",
       "[{'é': {'漢': '😀'}}]"},
      {"<functions></functions>", "[]"},
  };
  expect_outcomes(parse_verbose_xml_calls, kCases);
}

TEST(VerboseXmlCalls, RaisesAsPythonDoes) {
  constexpr ReplyCase kCases[] = {
      {"<functions><function/></functions>", "!! KeyError: 'name'"},
      {"<functions><function name=\"f\"><param name=\"a\" value=\"x\" "
       "type=\"integer\"/></function></functions>",
       "!! ValueError: invalid literal for int() with base 10: 'x'"},
      {"<functions><function name=\"f\"><param name=\"a\" value=\"x\" "
       "type=\"float\"/></function></functions>",
       "!! ValueError: could not convert string to float: 'x'"},
      {"<functions><function name=\"f\"><param name=\"a\" value=\"[1, 2\" "
       "type=\"array\"/></function></functions>",
       "!! SyntaxError: '[' was never closed (<unknown>, line 1)"},
      {"<functions><function name=\"\355\240\200\"/></functions>",
       "!! UnicodeEncodeError: 'utf-8' codec can't encode character '\\ud800' in position 27: "
       "surrogates not allowed"},
  };
  expect_outcomes(parse_verbose_xml_calls, kCases);
}

TEST(VerboseXmlCalls, ReportsErrorsAsExpatDoes) {
  constexpr ReplyCase kCases[] = {
      {"<functions><function name=\"f\"></functions>",
       "!! ParseError: mismatched tag: line 1, column 32"},
      {"<functions><a></b></functions>", "!! ParseError: mismatched tag: line 1, column 16"},
      {"<functions><a b=\"1\" b=\"2\"/></functions>",
       "!! ParseError: duplicate attribute: line 1, column 20"},
      {"<functions><a b=1/></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 16"},
      {"<functions><a b/></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 15"},
      {"<functions><a b=\"<\"/></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 17"},
      {"<functions><a b=\"1\"c=\"2\"/></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 19"},
      {"<functions><a &amp;/></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 14"},
      {"<functions>a & b</functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 14"},
      {"<functions>&nbsp;</functions>", "!! ParseError: undefined entity: line 1, column 11"},
      {"<functions><a b=\"&nbsp;\"/></functions>",
       "!! ParseError: undefined entity: line 1, column 11"},
      {"<functions>&#0;</functions>",
       "!! ParseError: reference to invalid character number: line 1, column 11"},
      {"<functions><a b=\"&#xFFFF;\"/></functions>",
       "!! ParseError: reference to invalid character number: line 1, column 17"},
      {"<functions>&#x;</functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 14"},
      {"<functions>&x</functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 13"},
      {"<functions>a ]]> b</functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 15"},
      {"<functions>]]></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 13"},
      {"<functions><p:a/></functions>", "!! ParseError: unbound prefix: line 1, column 11"},
      {"<functions><a p:b=\"1\"/></functions>", "!! ParseError: unbound prefix: line 1, column 11"},
      {"<functions><a xmlns:p=\"\"/></functions>",
       "!! ParseError: must not undeclare prefix: line 1, column 11"},
      {"<functions><a xmlns:p=\"u\" xmlns:q=\"u\" p:b=\"1\" q:b=\"2\"/></functions>",
       "!! ParseError: duplicate attribute: line 1, column 11"},
      {"<functions><a xmlns:xml=\"u\"/></functions>",
       "!! ParseError: reserved prefix (xml) must not be undeclared or bound to another namespace "
       "name: line 1, column 11"},
      {"<functions><a xmlns:xmlns=\"u\"/></functions>",
       "!! ParseError: reserved prefix (xmlns) must not be declared or undeclared: line 1, column "
       "11"},
      {"<functions><a xmlns:p=\"http://www.w3.org/XML/1998/namespace\"/></functions>",
       "!! ParseError: prefix must not be bound to one of the reserved namespace names: line 1, "
       "column 11"},
      {"<functions><a xmlns=\"a}b\"/></functions>",
       "!! ParseError: syntax error: line 1, column 11"},
      {"<functions><a:b:c/></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 15"},
      {"<functions><1a/></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 12"},
      {"<functions>< a/></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 12"},
      {"<functions><a / ></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 15"},
      {"<functions><!DOCTYPE a></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 13"},
      {"<functions><![CDATA[</functions>",
       "!! ParseError: unclosed CDATA section: line 1, column 32"},
      {"<functions><![CDAT[x]]></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 18"},
      {"<functions><!-- a -- b --></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 20"},
      {"<functions><!--</functions>", "!! ParseError: unclosed token: line 1, column 11"},
      {"<functions><?xml version=\"1.0\"?></functions>",
       "!! ParseError: XML or text declaration not at start of entity: line 1, column 11"},
      {"<functions><?XML ?></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 16"},
      {"<functions><?p</functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 14"},
      {"<functions>\001</functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 11"},
      {"<functions>\357\277\276</functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 11"},
      {"<functions>é\n\t漢 &x;</functions>", "!! ParseError: undefined entity: line 2, column 3"},
      {"<functions></functions ></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 25"},
      {"<functions></functions ><a/></functions>",
       "!! ParseError: junk after document element: line 1, column 24"},
      {"<functions>a\r\nb\rc&x;</functions>", "!! ParseError: undefined entity: line 3, column 1"},
      {"<functions><a b='\"'></a b></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 24"},
  };
  expect_outcomes(parse_verbose_xml_calls, kCases);
}

TEST(ConciseXmlCalls, ReadsParams) {
  constexpr ReplyCase kCases[] = {
      {"<functions><function name=\"f\"><param name=\"a\" type=\"integer\"> 1 </param><param "
       "name=\"b\">x</param></function></functions>",
       "[{'f': {'a': 1, 'b': 'x'}}]"},
      {"<functions><function name=\"f\"><param "
       "name=\"a\">x<!--c-->y<?p?>z<b>1</b>tail</param><param name=\"b\"><b/>x</param><param "
       "name=\"c\"/></function></functions>",
       "[{'f': {'a': 'xyz', 'b': '', 'c': ''}}]"},
      {"<functions><function name=\"f\"><param name=\"a\"><![CDATA[<a> & "
       "]]]]><![CDATA[>]]></param><param "
       "name=\"b\">a&lt;b&#x20AC;\r\nc\rd</param></function></functions>",
       "[{'f': {'a': '<a> & ]]>', 'b': 'a<b€\\nc\\nd'}}]"},
      {"<functions><function name=\"f\"><params><param name=\"a\">1</param></params><param "
       "name=\"b\" value=\"9\" type=\"string\">\343\200\200 "
       "2\302\240\n</param></function></functions>",
       "[{'f': {'b': '2'}}]"},
      {"<functions><function name=\"f\"><param name=\"a\" type=\"array\">[1, 2.5, "
       "\"x\"]</param><param name=\"b\" type=\"boolean\">True</param><param name=\"c\" "
       "type=\"boolean\">1</param><param name=\"d\" type=\"float\">1e3</param><param name=\"e\" "
       "type=\"null\">1</param></function></functions>",
       "[{'f': {'a': [1, 2.5, 'x'], 'b': True, 'c': False, 'd': 1000.0, 'e': None}}]"},
      {"<functions>\n  <function name=\"a\">\n  </function>\n</functions>", "[{'a': {}}]"},
  };
  expect_outcomes(parse_concise_xml_calls, kCases);
}

TEST(ConciseXmlCalls, RaisesAsPythonDoes) {
  constexpr ReplyCase kCases[] = {
      {"<functions><function name=\"f\"><param>1</param></function></functions>",
       "!! KeyError: 'name'"},
      {"<functions><function><param name=\"a\">1</param></function></functions>",
       "!! KeyError: 'name'"},
      {"<functions><function name=\"f\"><param name=\"a\" "
       "type=\"integer\">1.5</param></function></functions>",
       "!! ValueError: invalid literal for int() with base 10: '1.5'"},
      {"<functions><function name=\"f\"><param name=\"a\" "
       "type=\"integer\"></param></function></functions>",
       "!! ValueError: invalid literal for int() with base 10: ''"},
      {"<functions><function name=\"f\"><param name=\"a\" "
       "type=\"float\">1,5</param></function></functions>",
       "!! ValueError: could not convert string to float: '1,5'"},
      {"<functions><function name=\"f\"><param name=\"a\">AT&T</param></function></functions>",
       "!! ParseError: not well-formed (invalid token): line 1, column 50"},
  };
  expect_outcomes(parse_concise_xml_calls, kCases);
}

TEST(VerboseXmlCalls, TakesDeepAndWideDocuments) {
  std::string deep = "<functions>";
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  for (int i = 0; i < 100'000; ++i) deep += "</a>";
  EXPECT_EQ(outcome(parse_verbose_xml_calls(deep + "</functions>")), "[]");
  std::string wide = "<functions><a";
  for (int i = 0; i < 50'000; ++i) {
    const std::string number = std::to_string(i);
    wide += " xmlns:p" + number + "='u" + number + "' p" + number + ":b=''";
  }
  EXPECT_EQ(outcome(parse_verbose_xml_calls(wide + "/></functions>")), "[]");
}

}  // namespace
}  // namespace bfclx
