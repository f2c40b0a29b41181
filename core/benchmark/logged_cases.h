// Cases proposed from the log of an agent: conversations of OpenAI (chat or Responses), Anthropic,
// inspect, verifiers or NeMo Gym, each with the messages of the user.
//
//   {"messages": [{"role": "user", "content": "How warm is it in Paris?"}, {"role": "assistant",
//    "tool_calls": [{"id": "a", "function": {"name": "get_weather", "arguments": "{...}"}}]}, ...]}
//   ->  {"question": "How warm is it in Paris?",
//        "expected": [{"name": "get_weather", "arguments": {...}}]}
//
// Each message of the assistant with calls becomes a case whose messages are those before it, and
// so does one without calls that responds to the user: there no call is expected.
#ifndef BFCLX_CORE_BENCHMARK_LOGGED_CASES_H_
#define BFCLX_CORE_BENCHMARK_LOGGED_CASES_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/benchmark/added_cases.h"
#include "core/checker/expected_value.h"
#include "core/value/value.h"

namespace bfclx {

struct LoggedCase {
  std::size_t line = 0;     // of the log
  std::size_t message = 0;  // of the conversation, from 1
  Value object;             // a case (case_reader.h)
};

struct LoggedCases {
  std::vector<LoggedCase> cases;      // each once
  std::size_t conversations = 0;      // 0: the text is no such log
  std::size_t repeated = 0;           // cases that are there already, word for word
  std::vector<CaseProblem> problems;  // parts of the log that cannot be cases
};

// The log is JSON or JSON lines. `functions`: function docs of the benchmark; `match` is its own.
LoggedCases cases_of_log(std::string_view log, const Value& functions, ValueMatching match);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_LOGGED_CASES_H_
