#include "core/dataset/response_forms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

// "line form id result tokens" of each response, those without an entry last and with "-" or their
// own id in angles; then "line! id: message" of each problem ("line?" when it is not fatal), whole.
std::string shown(const ResultFile& file) {
  std::string text;
  const auto add = [&text](const Response& response, const std::string& id) {
    text += std::to_string(response.line) + " " + std::string(response.form) + " " + id + " " +
            repr(response.result);
    if (response.input_token_count || response.output_token_count) {
      text += " " + repr(response.input_token_count.value_or(Value())) + "/" +
              repr(response.output_token_count.value_or(Value()));
    }
    text += "\n";
  };
  for (const Response& response : file.responses) add(response, response.id);
  for (const Response& response : file.nameless) add(response, "<" + response.id + ">");
  for (const ResultProblem& problem : file.problems) {
    text += std::to_string(problem.line) + (problem.fatal ? "! " : "? ") + problem.id + ": " +
            problem.message + "\n";
  }
  return text;
}

struct Case {
  std::string name;
  std::string bytes;
  std::string expected;
};

constexpr std::string_view kData = BFCLX_SOURCE_DIR "/tests/data/response_forms.txt";

// The cases of the file; what stands before the first goes into `head`.
std::vector<Case> cases_of(const std::string& text, std::string& head) {
  std::vector<Case> cases;
  std::size_t at = text.find("\n## ");
  head = text.substr(0, at);
  while (at != std::string::npos) {
    const std::size_t name_end = text.find('\n', at + 4);
    const std::size_t arrow = text.find("\n->\n", name_end);
    std::size_t next = text.find("\n## ", arrow + 4);
    const std::string bytes =
        text.substr(name_end + 1, std::max(arrow, name_end + 1) - name_end - 1);
    const std::size_t end = next == std::string::npos ? text.size() : next;
    cases.push_back(
        {text.substr(at + 4, name_end - at - 4), bytes, text.substr(arrow + 4, end - arrow - 4)});
    at = next;
  }
  return cases;
}

TEST(ResponseForms, Data) {
  std::ifstream file{std::string(kData)};
  std::stringstream bytes;
  bytes << file.rdbuf();
  std::string head;
  const std::vector<Case> cases = cases_of(bytes.str(), head);
  ASSERT_GE(cases.size(), 75u);
  std::string written = head;
  for (const Case& each : cases) {
    const std::string found = shown(read_any_results(each.bytes));
    EXPECT_EQ(found, each.expected) << each.name;
    written += "\n## " + each.name + "\n" + each.bytes + "\n->\n" + found;
  }
  if (std::getenv("BFCLX_REWRITE") != nullptr) std::ofstream{std::string(kData)} << written;
}

// As many equal responses, in what holds responses.
Value responses(std::size_t count) {
  const Value message =
      dict_of({{"role", Value::str("assistant")}, {"content", Value::str("f(x=1)")}});
  const Value answer = dict_of({{"choices", Value::list({dict_of({{"message", message}})})}});
  return Value::list(List(count, answer));
}

TEST(ResponseForms, WhatIsLeftOfTooManyIsTold) {
  for (const std::size_t count : {kMostOfAFile, kMostOfAFile + 1}) {
    const Value list = responses(count);
    const Value api = dict_of({{"object", Value::str("list")}, {"data", list}});
    for (const Value* value : {&list, &api}) {
      const FoundResponses found = find_responses(*value);
      EXPECT_EQ(found.responses.size(), kMostOfAFile);
      EXPECT_TRUE(found.flaws.empty());
      EXPECT_EQ(found.is_cut, count > kMostOfAFile);
    }
  }
  std::string text;
  append_json(text, responses(kMostOfAFile + 1));
  const ResultFile file = read_any_results(text);
  EXPECT_EQ(file.nameless.size(), kMostOfAFile);
  const auto told = [](const ResultProblem& problem) {
    return problem.fatal && problem.message.find("more than the 250,000 responses") == 0;
  };
  EXPECT_EQ(std::count_if(file.problems.begin(), file.problems.end(), told), 1);
}

}  // namespace
}  // namespace bfclx
