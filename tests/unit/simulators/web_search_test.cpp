#include "core/simulators/apis/web_search.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "core/simulators/apis/host_address.h"
#include "core/simulators/apis/page_text.h"
#include "core/simulators/engine/effects.h"
#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;

EffectAnswer answer_of(int status, std::string body, std::string type = "application/json") {
  EffectAnswer answer;
  answer.status = status;
  answer.body = std::move(body);
  if (!type.empty()) answer.headers = {{"content-type", std::move(type)}};
  return answer;
}

// The call's result when every request gets `answer`; the requests that were made are counted.
std::string run_with(Session& session, const std::string& call, const EffectAnswer& answer,
                     EffectStore& effects, std::size_t* requests = nullptr) {
  session.modules().set_effects(&effects);
  for (std::size_t count = 0;; ++count) {
    effects.forget_wanted();
    const std::string result = session.run(call);
    if (requests != nullptr) *requests = count;
    if (!effects.wanted()) return result;
    effects.add(*effects.wanted(), answer);
  }
}

TEST(WebSearch, SaysWhatCannotBeAsked) {
  Session session("WebSearchAPI", R"({"show_snippet": true})");
  session.run_all({
      {"search_engine_query('tea')",
       "Error during execution: there is no network here, and no recording of it"},
      {"fetch_url_content(5)",
       "Error during execution: 'int' object has no attribute 'startswith'"},
      {"fetch_url_content('ftp://a')", "Error during execution: Invalid URL: ftp://a"},
      {"fetch_url_content('http://')",
       R"({"error": "An error occurred while fetching http://: Invalid URL 'http://': No host supplied"})"},
      {"fetch_url_content('http://localhost:8080/x')",
       R"({"error": "An error occurred while fetching http://localhost:8080/x: the host is of this machine or of a private network"})"},
  });
  EXPECT_EQ(Session("WebSearchAPI", R"({"a": 1})").start_error(), "KeyError: 'show_snippet'");
}

TEST(WebSearch, GivesUpOnAServiceThatIsBusyForEver) {
  Session session("WebSearchAPI", "{}");
  EffectStore effects;
  std::size_t requests = 0;
  EXPECT_EQ(run_with(session, "search_engine_query('tea')",
                     answer_of(200, R"({"error": "429 too many"})"), effects, &requests),
            R"({"error": "429 too many"})");
  EXPECT_EQ(requests, 12U);
}

TEST(WebSearch, ReadsOtherServices) {
  Services services;
  services.search = Services::Search::kSearxng;
  services.search_url = "http://127.0.0.1:8888/search";
  const std::string expected = "[{'title': 'T', 'href': 'http://e.x', 'body': 'C'}]";
  {
    Session session("WebSearchAPI", "{}");
    session.modules().set_services(services);
    EffectStore effects;
    const EffectAnswer answer = answer_of(
        200, R"({"results": [{"title": "T", "url": "http://e.x", "content": "C"}, 5, {}]})");
    EXPECT_EQ(run_with(session, "search_engine_query('tea', 2)", answer, effects), expected);
  }
  services.search = Services::Search::kQuery;
  Session session("WebSearchAPI", "{}");
  session.modules().set_services(services);
  EffectStore effects;
  session.modules().set_effects(&effects);
  session.run("search_engine_query('tea', 2)");
  ASSERT_TRUE(effects.wanted().has_value());
  EXPECT_EQ(effects.wanted()->body, R"({"query": "tea", "max_results": 2})");
  effects.add(*effects.wanted(),
              answer_of(200, R"({"data": [{"title": "T", "url": "http://e.x", "text": "C"}]})"));
  EXPECT_EQ(session.run("search_engine_query('tea', 2)"), expected);
  EffectStore busy;
  std::size_t requests = 0;
  EXPECT_EQ(run_with(session, "search_engine_query('tea')", answer_of(429, ""), busy, &requests),
            R"({"error": "429 Too Many Requests"})");
  EXPECT_EQ(requests, 12U);
  // A port says nothing of refusals.
  EffectStore cut;
  EffectAnswer lost;
  lost.error_class = "ConnectionError";
  lost.error = "http://127.0.0.1:42967/find closed the connection";
  EXPECT_EQ(run_with(session, "search_engine_query('tea')", lost, cut, &requests),
            R"({"error": "http://127.0.0.1:42967/find closed the connection"})");
  EXPECT_EQ(requests, 1U);
}

TEST(WebSearch, RefusesPagesThatAreTooLarge) {
  Session session("WebSearchAPI", "{}");
  EffectStore effects;
  EffectAnswer answer = answer_of(200, std::string((std::size_t{64} << 20) + 1, 'x'), "text/html");
  EXPECT_EQ(run_with(session, "fetch_url_content('http://e.xy/')", answer, effects),
            R"({"error": "An error occurred while fetching http://e.xy/: the page is too large"})");
}

TEST(HostAddress, KnowsPrivateOnes) {
  for (const char* host : {"localhost",
                           "LOCALHOST.",
                           "a.localhost",
                           "printer",
                           "x.local",
                           "db.internal",
                           "127.0.0.1",
                           "127.1",
                           "2130706433",
                           "0x7f.1",
                           "0177.0.0.1",
                           "10.1.2.3",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.168.1.1",
                           "169.254.169.254",
                           "100.64.0.1",
                           "0.0.0.0",
                           "224.0.0.1",
                           "255.255.255.255",
                           "99999999999",
                           "[::1]",
                           "::",
                           "fe80::1",
                           "fc00::1",
                           "fd12:3456::",
                           "::ffff:127.0.0.1",
                           "::ffff:a00:1",
                           "64:ff9b::7f00:1",
                           "2002:7f00:1::",
                           "ff02::1",
                           "1:2",
                           "fe80::1%eth0",
                           "[fe80::1%25eth0]",
                           "::8.8.8.8",
                           "2001::1",
                           "3fff::1",
                           "4000::1",
                           "64:ff9b:1::808:808",
                           "192.88.99.1",
                           ""}) {
    EXPECT_TRUE(is_private_host(host)) << host;
  }
  for (const char* host :
       {"example.com", "8.8.8.8", "172.32.0.1", "11.0.0.1", "2606:4700::1111",
        "[2001:4860:4860::8888]", "::ffff:8.8.8.8", "local.example", "1.2.3.4.5x.com"}) {
    EXPECT_FALSE(is_private_host(host)) << host;
  }
}

TEST(PageText, GoesByTheHeader) {
  EXPECT_EQ(text_of_answer(answer_of(200, "\xe9", "text/html")), "\u00e9");
  EXPECT_EQ(text_of_answer(answer_of(200, "\xc3\xa9", "text/html")), "\u00c3\u00a9");
  EXPECT_EQ(text_of_answer(answer_of(200, "\xc3\xa9\xff", "text/html; charset=\"UTF-8\"")),
            "\u00e9\ufffd");
  EXPECT_EQ(text_of_answer(answer_of(200, "\xcf", "text/html; x=1; Charset=windows-1251")),
            "\u041f");
  EXPECT_EQ(text_of_answer(answer_of(200, "\xe9", "text/html; charset=us-ascii")), "\ufffd");
  EXPECT_EQ(text_of_answer(answer_of(200, "\xe9", "")), "\u00e9");
  EXPECT_EQ(text_of_answer(answer_of(200, "\xc3\xa9", "")), "\u00e9");
  EXPECT_EQ(text_of_answer(answer_of(200, "\xa4", "text/x; charset=latin9")), "\u20ac");
}

}  // namespace
}  // namespace bfclx
