// Cassettes: what is read, what is refused and where, and what is written.
#include "core/simulators/apis/cassette.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::string_view kGood =
    R"({"request": {"method": "GET", "url": "https://a.example/x", "query": [["q", "1"]]},)"
    R"( "response": {"status": 200, "body": {"b": [1, 2.5]}}, "source": "test"})"
    "\n";

std::string line_with(std::string_view request, std::string_view response) {
  return "{\"request\": " + std::string(request) + ", \"response\": " + std::string(response) +
         "}\n";
}
constexpr std::string_view kRequest = R"({"method": "GET", "url": "https://a.example/x"})";
constexpr std::string_view kResponse = R"({"status": 200, "body": ""})";

EffectRequest request_to(std::string url) {
  EffectRequest request;
  request.url = std::move(url);
  return request;
}

TEST(Cassette, ReadsExchanges) {
  EffectStore store;
  const std::string bytes = std::string(kGood) + "\n  \r\n" +
                            line_with(kRequest, R"({"status": 404, "body": "no", "reason": "N"})");
  ASSERT_TRUE(read_cassette(bytes, store).ok());
  EXPECT_EQ(store.size(), 2U);
  EffectRequest request = request_to("https://a.example/x");
  const EffectAnswer* answer = store.find(request.key());
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->status, 404);
  EXPECT_EQ(answer->body, "no");
  EXPECT_EQ(answer->reason, "N");
  request.query = {{"q", "1"}};
  answer = store.find(request.key());
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->body, R"({"b": [1, 2.5]})");
}

TEST(Cassette, OfTwoAnswersToOneRequestTheLastCounts) {
  EffectStore store;
  ASSERT_TRUE(read_cassette(line_with(kRequest, R"({"status": 200, "body": "old"})") +
                                line_with(kRequest, R"({"status": 200, "body": "new"})"),
                            store)
                  .ok());
  EXPECT_EQ(store.size(), 1U);
  EXPECT_EQ(store.find(request_to("https://a.example/x").key())->body, "new");
}

TEST(Cassette, ReadsAFailureOfTheTransport) {
  EffectStore store;
  ASSERT_TRUE(
      read_cassette(line_with(kRequest, R"({"error_class": "ReadTimeout", "error": "timed out"})"),
                    store)
          .ok());
  const EffectAnswer* const answer = store.find(request_to("https://a.example/x").key());
  EXPECT_EQ(answer->error_class, "ReadTimeout");
  EXPECT_EQ(answer->error, "timed out");
}

TEST(Cassette, CutAnywhereNothingOfItIsTaken) {
  const std::string two = std::string(kGood) + std::string(kGood);
  // A cut that leaves only blanks of the second line is no cut.
  for (std::size_t length = kGood.size() + 1; length < two.size() - 1; ++length) {
    EffectStore store;
    const Status read = read_cassette(std::string_view(two).substr(0, length), store);
    ASSERT_FALSE(read.ok()) << length;
    EXPECT_EQ(read.error().kind, "Cassette");
    EXPECT_EQ(read.error().message.substr(0, 18), "cassette, line 2: ") << read.error().message;
    EXPECT_EQ(store.size(), 0U) << length;
  }
}

struct Damage {
  std::string line;
  std::string_view message;
};

TEST(Cassette, DamageIsNamed) {
  const Damage damages[] = {
      {"[]\n", "not an object"},
      {"{}\n", "'request' is not an object"},
      {line_with("5", kResponse), "'request' is not an object"},
      {line_with(kRequest, "null"), "'response' is not an object"},
      {line_with(R"({"url": "u"})", kResponse), "'method' is missing"},
      {line_with(R"({"method": 1, "url": "u"})", kResponse), "'method' is not a string"},
      {line_with(R"({"method": "GET"})", kResponse), "'url' is missing"},
      {line_with(R"({"method": "GET", "url": "u", "query": [["a"]]})", kResponse),
       "'query' is not a list of pairs of strings"},
      {line_with(R"({"method": "GET", "url": "u", "headers": {"a": 1}})", kResponse),
       "'headers' is not a list of pairs of strings"},
      {line_with(R"({"method": "GET", "url": "u", "kind": "telepathy"})", kResponse),
       "'kind' is unknown"},
      {line_with(R"({"method": "GET", "url": "u", "attempt": -1})", kResponse),
       "'attempt' is not an integer from 0 to 1000"},
      {line_with(kRequest, R"({"body": ""})"), "'status' is missing"},
      {line_with(kRequest, R"({"status": "200", "body": ""})"),
       "'status' is not an integer from 100 to 999"},
      {line_with(kRequest, R"({"status": 99999999999999999999, "body": ""})"),
       "'status' is not an integer from 100 to 999"},
      {line_with(kRequest, R"({"status": true, "body": ""})"),
       "'status' is not an integer from 100 to 999"},
      {line_with(kRequest, R"({"status": 200})"), "'body' is missing"},
      {line_with(kRequest, R"({"status": 200, "body": "", "error": 4})"),
       "'error' is not a string"},
  };
  for (const Damage& damage : damages) {
    EffectStore store;
    const Status read = read_cassette(std::string(kGood) + damage.line, store);
    ASSERT_FALSE(read.ok()) << damage.line;
    EXPECT_EQ(read.error().message, "cassette, line 2: " + std::string(damage.message))
        << damage.line;
    EXPECT_EQ(store.size(), 0U);
  }
}

TEST(Cassette, BoundsHold) {
  const auto refused = [](std::string_view bytes, const CassetteLimits& limits) {
    EffectStore store;
    const Status read = read_cassette(bytes, store, limits);
    return read.ok() ? std::string("read") : read.error().message;
  };
  const std::string two = std::string(kGood) + std::string(kGood);
  EXPECT_EQ(refused(two, {.bytes = two.size() - 1}), "the cassette is too large");
  EXPECT_EQ(refused(two, {.line_bytes = kGood.size() - 2}),
            "cassette, line 1: the line is too long");
  EXPECT_EQ(refused(two, {.exchanges = 1}), "cassette, line 2: too many exchanges");
  EXPECT_EQ(refused(two, {.bytes = two.size(), .exchanges = 2}), "read");
  EXPECT_EQ(refused("\xff\n", {}), "the cassette is not valid UTF-8");
  const std::string deep = "{\"request\": " + std::string(100'000, '[');
  EXPECT_EQ(refused(deep, {}).substr(0, 18), "cassette, line 1: ");
}

TEST(Cassette, WhatIsWrittenIsReadAgain) {
  EffectRequest request = request_to("https://a.example/x");
  request.query = {{"b", "\u00e9"}, {"a", "1 2"}};
  request.headers = {{"X-RapidAPI-Key", "YOUR-RAPID-API-KEY"}, {"Cookie", "mine"}};
  for (const std::string_view body :
       {R"({"a": [1, null, "x"]})", "plain\ntext", R"("a JSON text")", "", "[]", "NaN"}) {
    EffectAnswer answer;
    answer.status = 200;
    answer.body = body;
    answer.reason = "OK";
    const std::string line = cassette_line(request, answer, "test");
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_EQ(line.find("mine"), std::string::npos) << "other headers are not kept";
    EffectStore store;
    const Status read = read_cassette(line, store);
    ASSERT_TRUE(read.ok()) << read.error().message;
    const EffectAnswer* const found = store.find(request.key());
    ASSERT_NE(found, nullptr) << line;
    EXPECT_EQ(found->body, body);
    EXPECT_EQ(found->reason, "OK");
  }
}

TEST(Cassette, RequestsAreNamedByWhatIsMatched) {
  EffectRequest request = request_to("https://a.example/x");
  request.query = {{"b", "2"}, {"a", "1"}};
  request.headers = {{"X-RapidAPI-Host", "A.example"}, {"Accept", "*/*"}};
  EXPECT_EQ(request_json(request),
            R"({"method": "GET", "url": "https://a.example/x", "query": [["a", "1"], ["b", "2"]], )"
            R"("headers": {"x-rapidapi-host": "a.example"}})");
}

}  // namespace
}  // namespace bfclx
