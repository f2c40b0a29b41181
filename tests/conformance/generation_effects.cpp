#include "tests/conformance/generation_effects.h"

#include <string>

#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::conformance {

namespace {

constexpr std::string_view kPage =
    "<html><head><title>T</title><style>p{}</style></head><body><h1>Head \xC3\xA9</h1><p>Para "
    "<b>bold</b> &amp; <a href='/x'>link</a>.</p><script>var a=1;</script><ul><li>one</li>"
    "<li>two</li></ul></body></html>";

Value text(const std::string& content) { return Value::str(content); }

// Fifteen results that are made of the query; none for "nothing".
std::string search_results(const std::string& query) {
  Value answer = Value::dict();
  if (query != "nothing") {
    List results;
    for (int i = 1; i <= 15; ++i) {
      const std::string number = std::to_string(i);
      Value result = Value::dict();
      Dict& members = result.mutable_dict();
      members.set("title", text("Result " + number + " for " + query));
      members.set("link", text("https://example.org/page" + number));
      members.set("snippet", text("Fixed snippet " + number + " \xE2\x80\x94 about \xE2\x80\x9C" +
                                  query + "\xE2\x80\x9D."));
      results.push_back(std::move(result));
    }
    answer.mutable_dict().set("organic_results", Value::list(std::move(results)));
  }
  return json_dumps(answer).value();
}

}  // namespace

EffectAnswer recorded_effect(const EffectRequest& request) {
  EffectAnswer answer;
  answer.url = request.url;
  answer.status = 200;
  answer.reason = "OK";
  if (request.kind == EffectRequest::Kind::kSearch) {
    for (const auto& [name, value] : request.query) {
      if (name == "q") answer.body = search_results(value);
    }
    return answer;
  }
  answer.body = kPage;
  answer.headers.emplace_back("content-type", "text/html; charset=utf-8");
  if (request.url.find("missing") != std::string::npos) {
    answer.status = 404;
    answer.reason = "Not Found";
  }
  return answer;
}

}  // namespace bfclx::conformance
