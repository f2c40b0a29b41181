#include "tests/conformance/generation_effects.h"

#include <cstdint>
#include <string>
#include <utility>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "tests/conformance/sha256.h"

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

unsigned byte_of(const std::string& hash, std::size_t at) {
  const auto digit = [&](std::size_t i) {
    const char c = hash[i];
    return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
  };
  return digit(2 * at) * 16 + digit(2 * at + 1);
}

// The recorder's stand-in for the sentence encoder: each word in lower case adds 1 or -1 to one of
// 64 components, as its SHA-256 says.
Value hashed_words(std::string_view sentence) {
  int components[64] = {};
  std::string word;
  const std::string lowered = lower(std::string(sentence) + " ");
  for (std::size_t offset = 0; offset < lowered.size();) {
    const std::size_t begin = offset;
    if (!is_space(next_code_point(lowered, offset))) {
      word += lowered.substr(begin, offset - begin);
    } else if (!word.empty()) {
      const std::string hash = sha256(word);
      components[byte_of(hash, 0) % 64] += byte_of(hash, 1) % 2 == 1 ? 1 : -1;
      word.clear();
    }
  }
  List list;
  for (const int component : components) list.push_back(Value::integer(component));
  return Value::list(std::move(list));
}

std::string embeddings(const std::string& request) {
  const Result<Value> body = json_loads(request);
  List rows;
  if (body.ok()) {
    for (const Value& sentence : body->as_dict().find("input")->items()) {
      Value row = Value::dict();
      row.mutable_dict().set("index", Value::integer(static_cast<std::int64_t>(rows.size())));
      row.mutable_dict().set("embedding", hashed_words(sentence.as_str()));
      rows.push_back(std::move(row));
    }
  }
  Value answer = Value::dict();
  answer.mutable_dict().set("data", Value::list(std::move(rows)));
  return json_dumps(answer).value();
}

constexpr std::string_view kServedPage =
    "<html><head><title>T</title><style>b{}</style></head><body><h1>Tea</h1><p>Da Hong Pao &amp; "
    "<a href='/x?a=1'>more</a> \xE4\xB8\xAD</p><ul><li>one<li>two</ul>"
    "<script>var a=1;</script></body></html>";

std::string served_results(const std::string& query) {
  Value answer = Value::dict();
  if (query == "no results") return json_dumps(answer).value();
  List results;
  for (int i = 1; i <= 10; ++i) {
    const std::string number = std::to_string(i);
    Value result = Value::dict();
    Dict& members = result.mutable_dict();
    members.set("title", text("Result " + number + " \xC3\xA9"));
    members.set("link", text("http://127.0.0.1:18911/page.html?n=" + number));
    members.set("snippet", text("Snippet number " + number + " about \"tea\"."));
    results.push_back(std::move(result));
  }
  answer.mutable_dict().set("organic_results", Value::list(std::move(results)));
  return json_dumps(answer).value();
}

}  // namespace

EffectAnswer served_effect(const EffectRequest& request) {
  EffectAnswer answer;
  answer.url = request.url;
  answer.status = 200;
  answer.reason = "OK";
  if (request.kind == EffectRequest::Kind::kSearch) {
    for (const auto& [name, value] : request.query) {
      if (name == "q") answer.body = served_results(value);
    }
    return answer;
  }
  answer.body = kServedPage;
  answer.headers.emplace_back("content-type", "text/html; charset=utf-8");
  if (request.url.find("page.html") == std::string::npos) {
    answer.status = 404;
    answer.reason = "Not Found";
  }
  return answer;
}

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
  if (request.kind == EffectRequest::Kind::kEmbedding) {
    answer.body = embeddings(request.body);
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
