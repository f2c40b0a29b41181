#include "tools/bfclx/play/play_session.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "core/value/value.h"

namespace bfclx::tools {
namespace {

const Terminal kTerminal(false, false, 80);

PlaySession session_of(std::initializer_list<std::string_view> classes,
                       const Dataset* docs = nullptr) {
  EpisodeSetup setup;
  setup.model_name = "oracle";
  setup.id = "play";
  setup.initial_config = Value::dict();
  List names;
  for (const std::string_view name : classes) names.push_back(Value::str(name));
  setup.involved_classes = Value::list(std::move(names));
  Result<Playground> playground = Playground::open(std::move(setup), nullptr, 0);
  EXPECT_TRUE(playground.ok());
  return PlaySession(std::move(playground).value(), docs, "no dataset here", kTerminal);
}

TEST(PlaySession, CallsAreRun) {
  PlaySession session = session_of({"GorillaFileSystem", "MathAPI"});
  EXPECT_EQ(session.answer("mkdir(dir_name='a')"), "None\n");
  EXPECT_EQ(session.answer("  ls()  "), "{\"current_directory_content\": [\"a\"]}\n");
  EXPECT_EQ(session.answer("add(a=1, b=2)"), "{\"result\": 3}\n");
  EXPECT_EQ(session.answer("1 +"), "Error during execution: invalid syntax (<string>, line 1)\n");
  EXPECT_EQ(session.answer(""), "");
  EXPECT_EQ(session.answer(" \t"), "");
}

TEST(PlaySession, DifferencesFromTheStartAndTheLastCall) {
  PlaySession session = session_of({"GorillaFileSystem"});
  EXPECT_EQ(session.answer(":diff"), "nothing has changed since the start\n");
  EXPECT_EQ(session.answer(":diff last"), "no call has been made yet.\n");
  session.answer("mkdir(dir_name='a')");
  session.answer("mkdir(dir_name='b')");
  const std::string head = "GorillaFileSystem\n  root\n    - before, + now\n      /\n";
  EXPECT_EQ(session.answer(":diff"), head + "    +   a/\n    +   b/\n");
  EXPECT_EQ(session.answer(":diff last"), head + "    +   b/\n");
  session.answer("ls()");
  EXPECT_EQ(session.answer(":diff last"), "nothing was changed by ls()\n");
  EXPECT_EQ(session.answer(":reset"), "initial state restored\n");
  EXPECT_EQ(session.answer(":diff"), "nothing has changed since the start\n");
  EXPECT_EQ(session.answer("ls()"), "{\"current_directory_content\": []}\n");
}

TEST(PlaySession, CommandsMayBeShortenedAndMistyped) {
  PlaySession session = session_of({"MathAPI"});
  EXPECT_EQ(session.answer(":sta"), session.answer(":state"));
  EXPECT_NE(session.answer(":d").find("unknown command `:d`"), std::string::npos);
  EXPECT_NE(session.answer(":stat MathAPi").find("Did you mean MathAPI?"), std::string::npos);
  EXPECT_NE(session.answer(":doc adds").find("Did you mean add?"), std::string::npos);
  EXPECT_NE(session.answer(":\x1b[2J").find("\\x1b"), std::string::npos);
  EXPECT_FALSE(session.ended());
  session.answer(":q");
  EXPECT_TRUE(session.ended());
}

TEST(PlaySession, MethodsAndTheirDocumentation) {
  PlaySession bare = session_of({"GorillaFileSystem"});
  EXPECT_NE(bare.answer(":methods").find("  wc(file_name, mode='l')\n"), std::string::npos);
  EXPECT_EQ(bare.answer(":doc wc"),
            "  GorillaFileSystem.wc(file_name, mode='l')\n"
            "  no dataset here\n");
  Dataset docs;
  const Status status = docs.add_function_docs(
      "GorillaFileSystem",
      R"({"name": "wc", "description": "Counts.", "parameters": {"properties": {"mode": )"
      R"({"type": "string", "description": "What."}}}, "response": {"properties": )"
      R"({"count": {"type": "integer"}}}})");
  ASSERT_TRUE(status.ok()) << status.error().message;
  PlaySession session = session_of({"GorillaFileSystem"}, &docs);
  EXPECT_EQ(session.answer(":doc wc"),
            "  GorillaFileSystem.wc(file_name, mode='l')\n"
            "    Counts.\n"
            "      mode: string - What.\n"
            "    gives\n"
            "      count: integer\n");
  EXPECT_NE(session.answer(":doc ls").find("no documentation"), std::string::npos);
  EXPECT_NE(session.answer(":doc GorillaFileSystem").find(".pwd()"), std::string::npos);
}

TEST(PlaySession, Completion) {
  const PlaySession session = session_of({"GorillaFileSystem"});
  struct Case {
    const char* before;
    std::size_t word_begin;
    std::vector<std::string> found;
  };
  const Case cases[] = {
      {"mkd", 0, {"mkdir("}},
      {"rm", 0, {"rm(", "rmdir("}},
      {"mkdir(", 6, {"dir_name="}},
      {"mkdir(d", 6, {"diff(", "dir_name=", "du("}},
      {"wc(file_name='a', ", 18, {"file_name=", "mode="}},
      {"cat(file_name='a)', ", 20, {"file_name="}},
      {":s", 0, {":state "}},
      {":d", 0, {":diff ", ":doc "}},
      {":state G", 7, {"GorillaFileSystem"}},
      {":doc mk", 5, {"mkdir"}},
      {":diff ", 6, {"last"}},
      {"zzz", 0, {}},
  };
  for (const Case& test : cases) {
    std::size_t begin = 99;
    EXPECT_EQ(session.completions(test.before, begin), test.found) << test.before;
    EXPECT_EQ(begin, test.word_begin) << test.before;
  }
}

TEST(PlaySession, HostileLinesAreAnsweredAndBounded) {
  PlaySession session = session_of({"GorillaFileSystem", "MathAPI"});
  const std::string nested = std::string(1000, '(') + "1" + std::string(1000, ')');
  std::string calls;
  for (int i = 0; i < 1000; ++i) calls += "ls(";
  const std::string lines[] = {nested,
                               calls,
                               "cd(folder='../../..')",
                               "touch(file_name='" + std::string(10'000'000, 'x') + "')",
                               std::string("mkdir(dir_name='a\0b')", 21),
                               "\xff\xfe",
                               "\x1b[2J",
                               "9**9**9",
                               "'a'*10**10",
                               "power(base=" + std::string(5000, '9') + ", exponent=2)"};
  for (const std::string& line : lines) {
    const std::string answer = session.answer(line);
    EXPECT_FALSE(answer.empty());
    EXPECT_LT(answer.size(), 400'000u) << line.substr(0, 30);
    EXPECT_EQ(answer.find('\x1b'), std::string::npos) << line.substr(0, 30);
  }
  EXPECT_LT(session.answer(":state").size(), 2'000'000u);
  EXPECT_LT(session.answer(":diff").size(), 100'000u);
}

}  // namespace
}  // namespace bfclx::tools
