// The checker of the executable categories: how results are compared, how calls find each other,
// REST, and what is skipped instead of failed.
#include "core/check/executable.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check/executable_match.h"
#include "core/check/executable_rest.h"
#include "core/check/rules.h"
#include "core/simulators/apis/executable_library.h"
#include "core/value/repr.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

// A store with an answer to each request that the calls make.
class Cassette {
 public:
  Cassette& answer(std::string_view call, int status, std::string_view body, bool rest = false) {
    EffectStore probe;
    WorkBudget budget;
    const Result<Value> stopped =
        rest ? execute_rest(call, probe, budget) : execute_call(call, probe, budget);
    EXPECT_FALSE(stopped.ok());
    EXPECT_TRUE(probe.wanted().has_value()) << call;
    if (!probe.wanted()) return *this;
    EffectAnswer answer;
    answer.status = status;
    answer.body = body;
    store_.add(*probe.wanted(), std::move(answer));
    return *this;
  }
  const EffectStore& store() const { return store_; }

 private:
  EffectStore store_;
};

struct Question {
  std::string truth;  // JSON lists
  std::string types;
  bool simple = false;
  Matching matching = Matching::kGreedy;
  bool official = false;
};

ExecutableVerdict judge(const Question& question, std::string_view calls,
                        const EffectStore& answers = EffectStore()) {
  const Value truth = parse(question.truth);
  const Value types = parse(question.types);
  ExecutableTask task;
  task.ground_truth = &truth;
  task.match_types = &types;
  task.is_simple = question.simple;
  task.answers = &answers;
  task.matching = question.matching;
  task.official = question.official;
  return judge_executable(task, parse(calls));
}

Summary simple(std::string_view truth, std::string_view type, std::string_view call,
               const EffectStore& answers = EffectStore()) {
  const auto list = [](std::string_view text) {
    return *json_dumps(Value::list({Value::str(text)}));
  };
  return summary(judge({list(truth), list(type), true}, list(call), answers).verdict);
}

constexpr std::string_view kResult = "executable_checker:wrong_result";

TEST(ExecutableCheck, ExactMatchComparesAsPythonDoes) {
  const Summary passes;
  EXPECT_EQ(simple("math_gcd(8, 12)", "exact_match", "math_gcd(a=12, b=8)"), passes);
  EXPECT_EQ(simple("math_gcd(8, 12)", "exact_match", "4.0"), passes);
  EXPECT_EQ(simple("math_gcd(3, 2)", "exact_match", "True"), passes);
  EXPECT_EQ(simple("(1, 2)", "exact_match", "[1, 2]"), passes);
  EXPECT_EQ(simple("[(1, 2)]", "exact_match", "[(1, 2)]"),
            Summary(kResult, R"(["Wrong execution result for '[(1, 2)]'. Expected: [[1, 2]], but )"
                             R"(got: [(1, 2)]."])"));
  EXPECT_EQ(simple("float('nan')", "exact_match", "float('nan')").error_type, kResult);
  EXPECT_EQ(simple("math_gcd(8, 12)", "exact_match", "math_gcd(a=9, b=6)"),
            Summary(kResult, R"(["Wrong execution result for 'math_gcd(a=9, b=6)'. Expected: 4, )"
                             R"(but got: 3."])"));
}

TEST(ExecutableCheck, RealTimeMatchAllowsAFifthBothEndsIncluded) {
  constexpr std::string_view kType = "executable_checker:wrong_result_real_time";
  const auto check = [](std::string_view truth, std::string_view got) {
    return simple(truth, "real_time_match", got).error_type;
  };
  for (const std::string_view got : {"80", "80.0", "100", "120", "120.0", "119.9"}) {
    EXPECT_EQ(check("100", got), "") << got;
  }
  for (const std::string_view got : {"79.99", "120.01", "True", "'100'", "None", "float('nan')"}) {
    EXPECT_EQ(check("100", got), kType) << got;
  }
  EXPECT_EQ(check("-100", "-100"), kType) << "a negative value never matches, officially";
  EXPECT_EQ(check("0", "0.0"), "");
  EXPECT_EQ(check("0", "0.001"), kType);
  EXPECT_EQ(check("True", "1"), kType);
  EXPECT_EQ(simple("100", "real_time_match", "121"),
            Summary(kType,
                    "[\"Wrong execution result for '121'. Expected: 100, but got: 121. "
                    "20.0% difference allowed.\"]"));
  EXPECT_EQ(simple("100", "real_time_match", "'x'").error,
            "['Wrong execution result for \"\\'x\\'\". Expected: 100, but got: x. Type needs to be "
            "float or int for real time match criteria.']");
}

TEST(ExecutableCheck, StructuralMatchLooksAtTypesKeysAndLengths) {
  const auto check = [](std::string_view truth, std::string_view got) {
    return simple(truth, "structural_match", got).error_type;
  };
  constexpr std::string_view kWrong = "executable_checker:wrong_result_type";
  EXPECT_EQ(check("{'a': 1}", "{'a': 'other'}"), "");
  EXPECT_EQ(check("[1, 2]", "['x', None]"), "");
  EXPECT_EQ(check("1", "2"), "");
  EXPECT_EQ(check("1", "2.0"), kWrong);
  EXPECT_EQ(check("1", "True"), kWrong);
  EXPECT_EQ(check("{'a': 1, 'b': 2}", "{'b': 1}"), std::string(kWrong) + ":dict_key_not_found");
  EXPECT_EQ(check("{'a': 1}", "{'a': 1, 'c': 1}"), std::string(kWrong) + ":dict_extra_key");
  EXPECT_EQ(check("[1, 2]", "[1]"), std::string(kWrong) + ":list_length");
  EXPECT_EQ(
      simple("1.5", "structural_match", "'x'").error,
      "['Wrong execution result type for \"\\'x\\'\". Expected type: <class \\'float\\'>, but "
      "got: <class \\'str\\'>.']");
}

TEST(ExecutableCheck, FormatsAndCounts) {
  const Question one{R"j(["1"])j", R"j(["exact_match"])j", true};
  const Question two{R"j(["1", "2"])j", R"j(["exact_match", "exact_match"])j"};
  const auto type = [](const Question& question, std::string_view calls) {
    return judge(question, calls).verdict.error_type;
  };
  for (const std::string_view calls :
       {"[]", "5", "null", R"("1")", R"j(["1", 2])j", R"j([["1"]])j"}) {
    EXPECT_EQ(type(one, calls), "executable_decoder:wrong_output_format") << calls;
    EXPECT_EQ(type(two, calls), "executable_decoder:wrong_output_format") << calls;
  }
  EXPECT_EQ(type(one, R"j(["1", "1"])j"), "simple_exec_checker:wrong_count");
  const ExecutableVerdict fewer = judge(two, R"j(["1"])j");
  EXPECT_EQ(summary(fewer.verdict),
            Summary("value_error:exec_result_count",
                    "['Wrong number of functions provided. Expected 2, but got 1.']"));
  EXPECT_TRUE(fewer.calls.empty()) << "nothing is executed for it";

  ExecutableTask task;
  const Value truth = parse(one.truth);
  task.ground_truth = &truth;
  const EffectStore answers;
  task.answers = &answers;
  const ExecutableVerdict undecoded = judge_executable(task, Error{"SyntaxError", "no call"});
  EXPECT_EQ(summary(undecoded.verdict), Summary("executable_decoder:decoder_failed",
                                                "['Failed to decode executable. no call']"));
}

TEST(ExecutableCheck, AnExceptionFailsTheCall) {
  EXPECT_EQ(simple("1", "exact_match", "calculate_density(mass=1, volume=0)"),
            Summary("executable_checker:execution_error",
                    "[\"Error in execution: 'calculate_density(mass=1, volume=0)'. Error: "
                    "division by zero\"]"));
  EXPECT_EQ(simple("1", "exact_match", "get_prime_factors(number=0.5 + 1)").error,
            "[\"Error in execution: 'get_prime_factors(number=0.5 + 1)'. Error: get_prime_factors "
            "never ends for such a number\"]");
}

TEST(ExecutableCheck, AVerdictHasWhatWasCalledAndCompared) {
  const ExecutableVerdict verdict =
      judge({R"j(["math_gcd(8, 12)"])j", R"j(["exact_match"])j", true}, R"j(["math_gcd(9, 6)"])j");
  ASSERT_EQ(verdict.calls.size(), 1U);
  EXPECT_EQ(verdict.calls[0].text, "math_gcd(9, 6)");
  EXPECT_EQ(repr(*verdict.calls[0].value), "3");
  ASSERT_EQ(verdict.truth.size(), 1U);
  EXPECT_EQ(repr(*verdict.truth[0].value), "4");
  EXPECT_EQ(verdict.match_types, std::vector<std::string>{"exact_match"});
  EXPECT_EQ(repr(*verdict.model_output), "3");
  EXPECT_EQ(repr(verdict.verdict.why->expected), "4");
  EXPECT_EQ(repr(verdict.verdict.why->found), "3");
}

// The first expected result takes any float, so greedily it takes the exact one's call.
const Question kTwo{R"j(["2.5", "1.5"])j", R"j(["structural_match", "exact_match"])j"};

TEST(ExecutableMatching, OrderDoesNotCount) {
  const Question question{R"j(["math_gcd(8, 12)", "'x'", "3"])j",
                          R"j(["exact_match", "exact_match", "real_time_match"])j"};
  EXPECT_TRUE(judge(question, R"j(["'x'", "3.1", "4"])j").verdict.valid);
  EXPECT_TRUE(judge(question, R"j(["3.1", "4", "'x'"])j").verdict.valid);
  const ExecutableVerdict twice = judge(question, R"j(["'x'", "'x'", "4"])j");
  EXPECT_EQ(twice.verdict.error_type, "executable_checker:cannot_find_match");
  EXPECT_EQ(repr(twice.verdict.error.items()[0]),
            "'Could not find a matching function among index [1] of model output for index 2 of "
            "possible answers.'");
  ASSERT_EQ(twice.verdict.error.items().size(), 2U);
  EXPECT_EQ(repr(twice.verdict.error.items()[1]),
            R"j({'Model Result Index 1': {'sub_error': ['Wrong execution result for "\'x\'". )j"
            "Expected: 3, but got: x. Type needs to be float or int for real time match "
            "criteria.'], 'sub_error_type': 'executable_checker:wrong_result_real_time', "
            "'model_executed_output': 'x'}}");
}

TEST(ExecutableMatching, GreedyTakesTheFirstThatPasses) {
  EXPECT_TRUE(judge(kTwo, R"j(["9.5", "1.5"])j").verdict.valid);
  const ExecutableVerdict greedy = judge(kTwo, R"j(["1.5", "9.5"])j");
  EXPECT_EQ(greedy.verdict.error_type, "executable_checker:cannot_find_match");
}

TEST(ExecutableMatching, BestFindsAnyAssignmentInWhichAllPass) {
  Question best = kTwo;
  best.matching = Matching::kBest;
  EXPECT_TRUE(judge(best, R"j(["1.5", "9.5"])j").verdict.valid);
  EXPECT_TRUE(judge(best, R"j(["9.5", "1.5"])j").verdict.valid);
  EXPECT_FALSE(judge(best, R"j(["9.5", "8.5"])j").verdict.valid);
  // A chain: each takes what the next one needs, all the way.
  const Question chain{
      R"j(["1.5", "2.5", "3.5", "4.5"])j",
      R"j(["structural_match", "structural_match", "real_time_match", "exact_match"])j", false,
      Matching::kBest};
  EXPECT_TRUE(judge(chain, R"j(["4.5", "3.6", "8.5", "9.5"])j").verdict.valid);
  EXPECT_FALSE(judge(chain, R"j(["4.5", "9.5", "8.5", "9.5"])j").verdict.valid);
}

TEST(ExecutableMatching, BestKeepsWhatEndsTheEntryOnTheWay) {
  // Greedily the third is never compared: the second finds nothing before.
  Question question{R"j(["2.5", "1.5", "10**400"])j",
                    R"j(["structural_match", "exact_match", "real_time_match"])j"};
  const std::string calls = R"j(["1.5", "9.5", "3"])j";
  EXPECT_EQ(judge(question, calls).verdict.error_type, "executable_checker:cannot_find_match");
  question.matching = Matching::kBest;
  EXPECT_EQ(judge(question, calls).verdict.error_type, "official_evaluator_error:OverflowError");
}

constexpr std::string_view kMovie = "get_movie_director(movie_name='X')";

TEST(ExecutableSkips, NoAnswerToTheTruthOrToTheModel) {
  const Question question{R"j(["get_movie_director(movie_name='X')"])j", R"j(["exact_match"])j",
                          true};
  const ExecutableVerdict no_truth = judge(question, R"j(["1"])j");
  EXPECT_EQ(no_truth.skip, Skip::kNoGroundTruth);
  EXPECT_EQ(no_truth.variable, "OMDB_API_KEY");
  EXPECT_FALSE(no_truth.verdict.valid);

  Cassette cassette;
  cassette.answer(kMovie, 200, R"({"Director": "D"})");
  const ExecutableVerdict other =
      judge(question, R"j(["get_movie_director(movie_name='Y')"])j", cassette.store());
  EXPECT_EQ(other.skip, Skip::kNotInCassette);
  ASSERT_TRUE(other.request.has_value());
  EXPECT_EQ(other.request->url, "https://www.omdbapi.com/");
  EXPECT_TRUE(judge(question, R"j(["get_movie_director(movie_name='X')"])j", cassette.store())
                  .verdict.valid);
  // What is local is judged without any answer to the model.
  EXPECT_EQ(judge(question, R"j(["'D'"])j", cassette.store()).skip, Skip::kNone);
}

TEST(ExecutableSkips, ARefusedTruthSaysNothingOfTheModel) {
  const Question question{R"j(["get_movie_director(movie_name='X')"])j", R"j(["exact_match"])j",
                          true};
  for (const int status : {401, 403, 429, 500, 502, 599}) {
    Cassette cassette;
    cassette.answer(kMovie, status, R"({"Error": "limit"})");
    const ExecutableVerdict verdict = judge(question, R"j(["'D'"])j", cassette.store());
    EXPECT_EQ(verdict.skip, Skip::kApiError) << status;
    EXPECT_TRUE(is_refusal(status));
  }
  for (const int status : {200, 301, 400, 404, 600}) EXPECT_FALSE(is_refusal(status));
}

TEST(ExecutableSkips, ASilentServiceSaysNothingOfTheModelEither) {
  EffectStore probe, answers;
  WorkBudget budget;
  EXPECT_FALSE(execute_call(kMovie, probe, budget).ok());
  EffectAnswer silence;
  silence.error_class = "ReadTimeout";
  silence.error = "nobody there";
  answers.add(*probe.wanted(), silence);
  Question question{R"j(["get_movie_director(movie_name='X')"])j", R"j(["exact_match"])j", true};
  EXPECT_EQ(judge(question, R"j(["'D'"])j", answers).skip, Skip::kApiError) << "of the truth";
  const Question local{R"j(["'D'"])j", R"j(["exact_match"])j", true};
  EXPECT_EQ(judge(local, R"j(["get_movie_director(movie_name='X')"])j", answers).skip,
            Skip::kApiError)
      << "of the model";
  question.official = true;
  EXPECT_EQ(
      judge(question, R"j(["get_movie_director(movie_name='X')"])j", answers).verdict.error_type,
      "executable_checker:execution_error");
}

TEST(ExecutableSkips, OfficiallyTheyFail) {
  Question question{R"j(["get_movie_director(movie_name='X')"])j", R"j(["exact_match"])j", true};
  question.official = true;
  const ExecutableVerdict verdict = judge(question, R"j(["get_movie_director(movie_name='X')"])j");
  EXPECT_EQ(verdict.skip, Skip::kNone);
  EXPECT_EQ(verdict.verdict.error_type, "executable_checker:execution_error");
}

// ---- REST.

ExecutableVerdict judge_rest(std::string_view call, std::string_view recorded, int status,
                             std::string_view body, std::string_view truth = {}) {
  Cassette cassette;
  cassette.answer(call, status, body, true);
  const Value expected = Value::str(recorded);
  ExecutableTask task;
  task.ground_truth = &expected;
  task.is_rest = true;
  task.rest_call = truth;
  task.answers = &cassette.store();
  return judge_executable(task, Value::list({Value::str(call)}));
}

constexpr std::string_view kGet = "requests.get(url='https://a.example/x', params={'q': '1'})";

struct RestCase {
  std::string_view recorded;
  std::string_view body;
  std::string_view error_type;
  int status = 200;
};

TEST(ExpectedResults, AreAsLongAsTheTruthAndWhatJsonGivesBack) {
  const EffectStore answers;
  const Value twice = Value::str("math_gcd(a=8, b=12)");
  const Value truth =
      Value::list({twice, twice, Value::str("sort_array(array=[(1, 2), (0, 3)])"),
                   Value::str("sort_array(array=['\xC3\xA4', 'a'])"), Value::str("no_such()")});
  const ExpectedResults expected = expected_results(truth, answers);
  ASSERT_EQ(expected.calls.size(), 5u);
  ASSERT_EQ(expected.values.size(), 5u);
  EXPECT_EQ(expected.calls[1].text, twice.as_str());
  EXPECT_EQ(repr(expected.values[1]), "4");
  EXPECT_EQ(repr(expected.values[2]), "[[0, 3], [1, 2]]");
  EXPECT_EQ(repr(expected.values[3]), "['a', '\xC3\xA4']");
  EXPECT_TRUE(expected.values[4].is_none());
  EXPECT_TRUE(expected.calls[4].error.has_value());
}

TEST(RestCheck, StatusAndKeysDecide) {
  constexpr RestCase kCases[] = {
      {R"({"a": 1, "b": 2})", R"({"b": [], "a": null})", ""},
      {R"({"a": 1})", R"({"a": 1, "c": 1})", "executable_checker_rest:wrong_key"},
      {R"({"a": 1})", R"j([{"a": 1}])j", "executable_checker_rest:wrong_type"},
      {R"j([{"a": 1}])j", R"({"a": 1})", "executable_checker_rest:wrong_type"},
      {R"j([{"a": 1}, {"b": 1}])j", R"j([{"a": 5}, {"b": 6}])j", ""},
      {R"j([{"a": 1}, {"b": 1}])j", R"j([{"a": 5}])j", "value_error:exec_result_rest_count"},
      {R"j([{"a": 1}, {"b": 1}])j", R"j([{"b": 5}, {"a": 6}])j",
       "executable_checker_rest:wrong_key"},
      {R"j([1])j", R"j([1])j", "executable_checker_rest:response_format_error"},
      {R"({"a": 1})", "<html>", "executable_checker_rest:response_format_error"},
      {R"({"a": 1})", R"({"a": 1})", "executable_checker_rest:wrong_status_code", 404},
      {"", R"({"a": 1})", "executable_checker_rest:cannot_get_status_code"},
  };
  for (const RestCase& one : kCases) {
    EXPECT_EQ(judge_rest(kGet, one.recorded, one.status, one.body).verdict.error_type,
              one.error_type)
        << one.recorded << " " << one.body;
  }
}

TEST(RestCheck, Texts) {
  EXPECT_EQ(repr(judge_rest(kGet, R"({"a": 1})", 418, "").verdict.error),
            "['Execution result status code is not 200, got 418']");
  EXPECT_EQ(repr(judge_rest(kGet, R"({"a": 1})", 200, "{}").verdict.error),
            "['Key inconsistency']");
  EXPECT_EQ(repr(judge_rest(kGet, R"({"a": 1})", 200, "<html>").verdict.error),
            "['Error in execution and type checking. Status code: 200. Error: Expecting value: "
            "line 1 column 1 (char 0)']");
  EXPECT_EQ(repr(judge_rest(kGet, "[{}]", 200, "[]").verdict.error),
            "['Response list length inconsistency.']");
}

TEST(RestCheck, ARefusalOfTheTruthsOwnRequestIsASkip) {
  EXPECT_EQ(judge_rest(kGet, R"({"a": 1})", 429, "", kGet).skip, Skip::kApiError);
  // Of another request it is the model's affair.
  const ExecutableVerdict other =
      judge_rest(kGet, R"({"a": 1})", 429, "", "requests.get(url='https://a.example/y')");
  EXPECT_EQ(other.skip, Skip::kNone);
  EXPECT_EQ(other.verdict.error_type, "executable_checker_rest:wrong_status_code");
  EXPECT_EQ(judge_rest(kGet, R"({"a": 1})", 404, "", kGet).verdict.error_type,
            "executable_checker_rest:wrong_status_code");
}

TEST(RestCheck, OneCallAlone) {
  const Value expected = Value::str("{}");
  const EffectStore nothing;
  ExecutableTask task;
  task.ground_truth = &expected;
  task.is_rest = true;
  task.answers = &nothing;
  EXPECT_EQ(judge_executable(task, parse(R"j(["1", "2"])j")).verdict.error_type,
            "executable_decoder:rest_wrong_output_format");
  EXPECT_EQ(repr(judge_executable(task, parse(R"j(["requests.get()"])j")).verdict.error),
            "[\"Execution failed. get() missing 1 required positional argument: 'url'\"]");
  EXPECT_EQ(judge_executable(task, parse(R"j(["5"])j")).verdict.error_type,
            "executable_checker_rest:cannot_get_status_code");
  EXPECT_EQ(judge_executable(task, parse(R"j(["requests.get(url='http://a.example')"])j")).skip,
            Skip::kNotInCassette);
}

}  // namespace
}  // namespace bfclx
