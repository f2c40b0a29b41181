#include "tools/bfclx/generate/effects_over_net.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <optional>
#include <utility>

#include "tools/bfclx/net/charset.h"

namespace bfclx::tools {
namespace {

constexpr double kPageSeconds = 20;     // as the official program waits for a page
constexpr double kServiceSeconds = 60;  // at most

// Percent encoding of a query's part; letters, digits and "-._~" stand for themselves.
std::string encoded(std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const unsigned char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_' || c == '~';
    if (plain) {
      out += static_cast<char>(c);
    } else {
      out += '%';
      out += kHex[c >> 4];
      out += kHex[c & 15];
    }
  }
  return out;
}

std::string with_query(std::string url, const EffectPairs& query) {
  for (const auto& [name, value] : query) {
    url += (url.find('?') == std::string::npos ? '?' : '&') + encoded(name) + "=" + encoded(value);
  }
  return url;
}

struct ReasonRow {
  int status;
  std::string_view reason;
};
// What servers say beside a status; HTTP/2 carries no words of their own.
constexpr ReasonRow kReasons[] = {
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {402, "Payment Required"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {413, "Payload Too Large"},
    {415, "Unsupported Media Type"},
    {422, "Unprocessable Entity"},
    {429, "Too Many Requests"},
    {451, "Unavailable For Legal Reasons"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
};

std::string reason_of(int status) {
  for (const ReasonRow& row : kReasons) {
    if (row.status == status) return std::string(row.reason);
  }
  return {};
}

std::string search_key() {
  const char* key = std::getenv("SERPAPI_API_KEY");
  return key != nullptr ? key : "";
}

EffectAnswer answer_of(net::Response&& response) {
  EffectAnswer answer;
  if (!response.answered()) {
    answer.error_class = net::requests_error(response.failure);
    answer.error = std::move(response.error);
    return answer;
  }
  answer.status = response.status;
  answer.reason = reason_of(response.status);
  answer.url = std::move(response.url);
  answer.body = std::move(response.body);
  for (auto& [name, value] : response.headers) {
    answer.headers.emplace_back(std::move(name), std::move(value));
  }
  return answer;
}

}  // namespace

EffectsOverNet::EffectsOverNet(bool allow_private, double timeout)
    : allow_private_(allow_private),
      timeout_(std::min(timeout, kServiceSeconds)),
      search_key_(search_key()) {
  redactor_.add(search_key_, {"api_key="});
  redactor_.add_proxies();
}

EffectAnswer EffectsOverNet::clean_answer(net::Response&& response, bool is_page,
                                          bool has_key) const {
  // The key was in the address; nobody is to see it there, nor where the service repeats it.
  if (has_key) response.url.clear();
  if (is_page) net::decode_charset(response);
  for (std::string* text : {&response.body, &response.error, &response.url}) {
    redactor_.redact(*text);
  }
  for (auto& header : response.headers) redactor_.redact(header.second);
  return answer_of(std::move(response));
}

void EffectsOverNet::carry_out(net::Client& client, const EffectRequest& asked,
                               std::function<void(Result<Fetched>)> done) const {
  using Kind = EffectRequest::Kind;
  net::Request request;
  request.method = asked.method;
  request.body = asked.body;
  request.timeout = kPageSeconds;
  request.max_bytes = kPageBytes;
  request.url = asked.url;
  for (const auto& [name, value] : asked.headers) request.headers.emplace_back(name, value);
  EffectPairs query = asked.query;
  if (asked.kind == Kind::kPage || asked.kind == Kind::kHttp) {
    request.open_web = true;
    request.allow_private = allow_private_;
    request.max_redirects = 10;
  } else {
    request.timeout = timeout_;
  }
  std::string key;
  if (asked.kind == Kind::kSearch) {
    // The placeholder becomes the key on its way out, for the service's own address alone.
    if (net::origin_of(asked.url) == "https://serpapi.com:443") key = search_key_;
    for (auto& [name, value] : query) {
      if (name == "api_key") value = key;
    }
  }
  request.url = with_query(std::move(request.url), query);
  const bool is_page = asked.kind == Kind::kPage;
  client.after(asked.wait_seconds, [this, &client, is_page, has_key = !key.empty(),
                                    request = std::move(request), done = std::move(done)] {
    client.send(request, [this, is_page, has_key, done](net::Response&& response) {
      std::optional<Fetched> fetched;
      try {
        const net::Failure failure = response.failure;
        fetched = {{}, failure};
        fetched->answer = clean_answer(std::move(response), is_page, has_key);
      } catch (const std::bad_alloc&) {
        done(Error{"MemoryError", "not enough memory for a page"});
        return;
      }
      done(*std::move(fetched));
    });
  });
}

}  // namespace bfclx::tools
