#include "core/simulators/engine/episode.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;

constexpr std::string_view kTooMuch =
    "Error during execution: this response takes too much memory or time";
constexpr std::string_view kAccount = R"({"username": "ann", "authenticated": true})";
constexpr std::string_view kOneFile = R"({"root": {"top": {"type": "directory", "contents": {
    "f": {"type": "file", "content": "0123456789"}}}}})";

// Each call hands over ten times what the one before did, all of it references to one list.
TEST(EpisodeBudget, BoundsWhatCallsPassOn) {
  Session session("TwitterAPI", kAccount);
  session.run("post_tweet('x', ['a'] * 10)");
  std::string last;
  for (int i = 0; i < 12; ++i) last = session.run("post_tweet('x', [search_tweets('x')] * 10)");
  EXPECT_EQ(last, kTooMuch);
  EXPECT_LT(session.run("search_tweets('x')").size(), std::size_t{128} << 20);
}

// Calls without a service's method pay too, and what comes behind them is refused as it stands.
TEST(EpisodeBudget, BoundsArguments) {
  Session session("GorillaFileSystem", kOneFile);
  int answered = 0;
  while (answered < 100 && session.run("len('a' * 10 ** 7)") == "10000000") ++answered;
  EXPECT_GT(answered, 0);
  EXPECT_LT(answered, 10);
  EXPECT_EQ(session.run("pwd()"), kTooMuch);
  EXPECT_EQ(session.run("not Python ("), kTooMuch);
}

// Logarithms of very many digits take time rather than memory, in proportion to the digits squared.
TEST(EpisodeBudget, BoundsDigits) {
  const auto answered = [](const std::string& call) {
    Session session("MathAPI", "{}");
    int count = 0;
    while (count < 100 && session.run(call) != kTooMuch) ++count;
    return count;
  };
  EXPECT_EQ(answered("logarithm(3, 10, 20000)"), 2);
  EXPECT_EQ(answered("square_root(3, 20000)"), 10);
  EXPECT_EQ(answered("logarithm(3, 10, 1000)"), 100);
}

// Bytes of a hundred results of a megabyte each, as far as there are any.
std::size_t use_up(Session& session) {
  for (int i = 0; i < 5; ++i) session.run("echo(cat('f')['file_content'] * 10, 'f')");
  std::size_t size = 0;
  for (int i = 0; i < 100; ++i) size += session.run("cat('f')").size();
  return size;
}

TEST(EpisodeBudget, BoundsResultsTogether) {
  Session session("GorillaFileSystem", kOneFile);
  const std::size_t size = use_up(session);
  EXPECT_GT(size, std::size_t{32} << 20);
  EXPECT_LT(size, std::size_t{128} << 20);
  EXPECT_EQ(session.run("cat('f')"), kTooMuch);
}

// All tweets without mentions share one list: what one call adds is written out for each of them.
TEST(EpisodeBudget, BoundsTextsOfSharedLists) {
  Session session("TwitterAPI", kAccount);
  for (int i = 0; i < 2000; ++i) session.run("post_tweet('x')");
  session.run("mention(0, '" + std::string(15000, 'a') + "')");
  for (int i = 0; i < 100; ++i) EXPECT_EQ(session.run("search_tweets('x')"), kTooMuch);
}

// Many small calls cost their share too; a hundred thousand of them are no reason to stop.
TEST(EpisodeBudget, HoldsAHundredThousandCalls) {
  Session session("GorillaFileSystem", kOneFile);
  for (int i = 0; i < 100000; ++i) session.run("touch(file_name='n" + std::to_string(i) + "')");
  EXPECT_EQ(session.run("pwd()"), R"({"current_working_directory": "/top"})");
}

TEST(EpisodeBudget, IsOneForEachEpisode) {
  Session first("GorillaFileSystem", kOneFile);
  use_up(first);
  EXPECT_EQ(first.run("pwd()"), kTooMuch);
  Session second("GorillaFileSystem", kOneFile);
  EXPECT_EQ(second.run("pwd()"), R"({"current_working_directory": "/top"})");
}

// The names that the official executor's own function has when it evaluates a call, and the text of
// a callee in messages about * and **.
TEST(Episode, SeesWhatTheExecutorHas) {
  Session session("TwitterAPI", kAccount);
  const struct {
    std::string_view call, result;
  } cases[] = {
      {"class_name", "TwitterAPI"},
      {"long_context", "False"},
      {"func_call", "func_call"},
      {"unknown", "Error during execution: name 'unknown' is not defined"},
      {"get_tweet(**5)",
       "Error during execution: "
       "bfcl_eval.eval_checker.multi_turn_eval.func_source_code.posting_api."
       "TwitterAPI.get_tweet() argument after ** must be a mapping, not int"},
      {"kill(1)", "Error during execution: Function call kill is not allowed."},
  };
  for (const auto& c : cases) EXPECT_EQ(session.run(c.call), c.result) << c.call;
}

// Quirk last_class_answers: both memories have the method, of different parameters.
TEST(Episode, TheLastClassAnswers) {
  const auto answer = [](std::string_view first, std::string_view last) {
    EpisodeModules modules(nullptr, 0);
    EpisodeSetup setup;
    setup.model_name = "m";
    setup.id = "e";
    setup.involved_classes = Value::list({Value::str(first), Value::str(last)});
    setup.initial_config = Value::dict();
    return Episode::start(setup, modules).value().execute("core_memory_add('k', 'v')");
  };
  EXPECT_EQ(answer("MemoryAPI_vector", "MemoryAPI_kv"), R"({"status": "Key-value pair added."})");
  EXPECT_EQ(answer("MemoryAPI_kv", "MemoryAPI_vector").substr(0, 23), "Error during execution:");
}

// Quirk names_inside_texts: method names get their instance inside strings too.
TEST(Episode, RewritesNamesInsideTexts) {
  Session session("GorillaFileSystem", kOneFile);
  const std::string found = session.run("echo('use pwd() here')");
  EXPECT_NE(found.find("_GorillaFileSystem_instance.pwd() here"), std::string::npos) << found;
}

// Alone they reach nothing: what a bare call gives does not depend on the name of the model, on
// which AnswerMemo (core/audit) stands.
TEST(Episode, NamesOfInstancesAreNoFunctions) {
  EpisodeModules modules(nullptr, 20'089);
  EpisodeSetup setup;
  setup.model_name = "model";
  setup.evaluation = true;
  setup.id = "e";
  setup.involved_classes = Value::list({Value::str("GorillaFileSystem")});
  setup.initial_config = Value::dict();
  Episode episode = Episode::start(setup, modules).value();
  const std::string own = "model_eval_e_GorillaFileSystem_instance";
  EXPECT_NE(episode.execute("echo('pwd()')").find(own + ".pwd()"), std::string::npos);
  for (const std::string& name : {own, std::string("other_eval_e_GorillaFileSystem_instance")}) {
    EXPECT_EQ(episode.execute(name + "(a=1)"),
              "Error during execution: name '" + name + "' is not defined");
  }
}

}  // namespace
}  // namespace bfclx
