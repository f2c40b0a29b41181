#include "tools/bfclx/view/state_view.h"

#include <gtest/gtest.h>

#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::tools {
namespace {

const Terminal kTerminal(false, false, 80);

Value json(std::string_view text) {
  Result<Value> value = json_loads(text);
  EXPECT_TRUE(value.ok()) << text;
  return value.ok() ? *value : Value();
}

std::string paths(std::string_view before, std::string_view after) {
  std::string out;
  for (const StateChange& change : compare_states(json(before), json(after))) {
    out += change.path + ": " + (change.before ? repr(*change.before) : "-") + " > " +
           (change.after ? repr(*change.after) : "-") + "\n";
  }
  return out;
}

TEST(StateView, ChangesAreNamedByTheirPaths) {
  struct Case {
    const char* before;
    const char* after;
    const char* changes;
  };
  const Case cases[] = {
      {R"({"a": 1})", R"({"a": 1.0})", ""},
      {R"({"a": 1, "b": {"c": [1, 2]}})", R"({"a": 1, "b": {"c": [1, 3]}})", "b['c'][1]: 2 > 3\n"},
      {R"({"a": {"x": 1}})", R"({"a": {"y": 1}})", "a['x']: 1 > -\na['y']: - > 1\n"},
      {R"({"a": [1]})", R"({"a": [1, 2, 3]})", "a[1]: - > 2\na[2]: - > 3\n"},
      {R"({"a": [1]})", R"({"a": {"0": 1}})", "a: [1] > {'0': 1}\n"},
      {R"({"a": null})", R"({"a": "None"})", "a: None > 'None'\n"},
  };
  for (const Case& test : cases) EXPECT_EQ(paths(test.before, test.after), test.changes);
}

TEST(StateView, NestingIsBounded) {
  const std::string deep(500, '[');
  const std::string end(500, ']');
  const auto changes = compare_states(json(R"({"a": )" + deep + "1" + end + "}"),
                                      json(R"({"a": )" + deep + "2" + end + "}"));
  EXPECT_EQ(changes.size(), 1u);
}

TEST(StateView, ChangesAreShownWithBothValues) {
  const auto changes =
      compare_states(json(R"({"name": "old", "gone": 1})"), json(R"({"name": "new"})"));
  EXPECT_EQ(show_changes(changes, "before", "now", 2, kTerminal),
            "  name\n"
            "    before  'old'\n"
            "    now     'new'\n"
            "  gone\n"
            "    before  1\n"
            "    now     (missing)\n");
}

TEST(StateView, ManyAndLongChangesAreCut) {
  std::string before = "{";
  std::string after = "{";
  for (int i = 0; i < 100; ++i) {
    const std::string name = (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":";
    before += name + "\"" + std::string(10'000, 'x') + "1\"";
    after += name + "\"" + std::string(10'000, 'x') + "2\"";
  }
  const std::string shown = show_changes(compare_states(json(before + "}"), json(after + "}")),
                                         "before", "now", 0, kTerminal);
  EXPECT_NE(shown.find("x1'"), std::string::npos);
  EXPECT_NE(shown.find("... 80 more differences"), std::string::npos);
  EXPECT_LT(shown.size(), 40'000u);
}

TEST(StateView, StatesAreShownAsTextAndTrees) {
  const Value state = json(
      R"({"n": 1, "list": ["a"], "root":
          "<Directory: r, Parent: None, Contents: {'f': <<File: f, Content: c>>}>"})");
  EXPECT_EQ(show_state(state, 2, 100, kTerminal),
            "  n 1\n"
            "  list [\n"
            "    \"a\"\n"
            "  ]\n"
            "  root\n"
            "    r/\n"
            "      f  c\n");
  std::string many = "[0";
  for (int i = 1; i < 1000; ++i) many += ",0";
  const std::string shown = show_state(json(R"({"a": )" + many + "]}"), 0, 10, kTerminal);
  EXPECT_NE(shown.find("more lines"), std::string::npos);
  EXPECT_LT(shown.size(), 300u);
}

}  // namespace
}  // namespace bfclx::tools
