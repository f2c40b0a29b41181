#include "core/simulators/apis/cassette.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/simulators/engine/support.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

Error problem(std::string message) { return {"Cassette", std::move(message)}; }

// The member `name`, which must be a text; `otherwise` where it is missing.
Result<std::string> text_member(const Dict& object, std::string_view name,
                                std::optional<std::string_view> otherwise) {
  const Value* const value = object.find(name);
  if (value == nullptr && otherwise) return std::string(*otherwise);
  if (value == nullptr) return problem("'" + std::string(name) + "' is missing");
  if (!value->is_str()) return problem("'" + std::string(name) + "' is not a string");
  return std::string(value->as_str());
}

// The member `name`, an object of texts or a list of pairs of texts; empty where it is missing.
Result<EffectPairs> pairs_member(const Dict& object, std::string_view name) {
  EffectPairs pairs;
  const Value* const value = object.find(name);
  if (value == nullptr) return pairs;
  const auto add = [&](const Value& key, const Value& item) {
    const bool texts = key.is_str() && item.is_str();
    if (texts) pairs.emplace_back(key.as_str(), item.as_str());
    return texts;
  };
  bool fits = value->is_dict() || value->is_list();
  if (value->is_dict()) {
    for (const Dict::Entry& entry : value->as_dict()) fits = fits && add(entry.key, entry.value);
  } else if (value->is_list()) {
    for (const Value& pair : value->items()) {
      fits = fits && pair.is_list() && pair.items().size() == 2 &&
             add(pair.items()[0], pair.items()[1]);
    }
  }
  if (!fits) return problem("'" + std::string(name) + "' is not a list of pairs of strings");
  return pairs;
}

Result<const Dict*> object_member(const Dict& object, std::string_view name) {
  const Value* const value = object.find(name);
  if (value == nullptr || !value->is_dict()) {
    return problem("'" + std::string(name) + "' is not an object");
  }
  return &value->as_dict();
}

Result<EffectRequest::Kind> kind_of(std::string_view name) {
  using Kind = EffectRequest::Kind;
  for (const Kind kind : {Kind::kHttp, Kind::kSearch, Kind::kPage, Kind::kEmbedding}) {
    if (effect_kind_name(kind) == name) return kind;
  }
  return problem("'kind' is unknown");
}

Result<std::int64_t> int_member(const Dict& object, std::string_view name, std::int64_t least,
                                std::int64_t most, std::int64_t otherwise) {
  const Value* const value = object.find(name);
  if (value == nullptr) return otherwise;
  if (!value->is_small_int() || value->as_int64() < least || value->as_int64() > most) {
    return problem("'" + std::string(name) + "' is not an integer from " + std::to_string(least) +
                   " to " + std::to_string(most));
  }
  return value->as_int64();
}

Result<EffectRequest> read_request(const Dict& object) {
  constexpr std::int64_t kMostAttempts = 1000;
  EffectRequest request;
  BFCLX_ASSIGN_OR_RETURN(const std::string kind, text_member(object, "kind", "http"));
  BFCLX_ASSIGN_OR_RETURN(request.kind, kind_of(kind));
  BFCLX_ASSIGN_OR_RETURN(request.method, text_member(object, "method", std::nullopt));
  BFCLX_ASSIGN_OR_RETURN(request.url, text_member(object, "url", std::nullopt));
  BFCLX_ASSIGN_OR_RETURN(request.query, pairs_member(object, "query"));
  BFCLX_ASSIGN_OR_RETURN(request.headers, pairs_member(object, "headers"));
  BFCLX_ASSIGN_OR_RETURN(request.body, text_member(object, "body", ""));
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t attempt,
                         int_member(object, "attempt", 0, kMostAttempts, 0));
  request.attempt = static_cast<unsigned>(attempt);
  return request;
}

Result<EffectAnswer> read_response(const Dict& object) {
  EffectAnswer answer;
  BFCLX_ASSIGN_OR_RETURN(answer.error, text_member(object, "error", ""));
  BFCLX_ASSIGN_OR_RETURN(answer.error_class, text_member(object, "error_class", ""));
  BFCLX_ASSIGN_OR_RETURN(answer.reason, text_member(object, "reason", ""));
  BFCLX_ASSIGN_OR_RETURN(answer.url, text_member(object, "url", ""));
  BFCLX_ASSIGN_OR_RETURN(answer.headers, pairs_member(object, "headers"));
  if (!answer.error.empty() || !answer.error_class.empty()) return answer;
  if (!object.contains("status")) return problem("'status' is missing");
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t status, int_member(object, "status", 100, 999, 0));
  answer.status = static_cast<int>(status);
  const Value* const body = object.find("body");
  if (body == nullptr) return problem("'body' is missing");
  if (body->is_str()) {
    answer.body = body->as_str();
    return answer;
  }
  BFCLX_ASSIGN_OR_RETURN(answer.body, json_dumps(*body));
  return answer;
}

struct Exchange {
  EffectRequest request;
  EffectAnswer answer;
};

Result<Exchange> read_exchange(std::string_view line) {
  const Result<Value> value = json_loads(line);
  if (!value.ok()) return problem("invalid or truncated JSON: " + value.error().message);
  if (!value->is_dict()) return problem("not an object");
  Exchange exchange;
  BFCLX_ASSIGN_OR_RETURN(const Dict* const request, object_member(value->as_dict(), "request"));
  BFCLX_ASSIGN_OR_RETURN(exchange.request, read_request(*request));
  BFCLX_ASSIGN_OR_RETURN(const Dict* const response, object_member(value->as_dict(), "response"));
  BFCLX_ASSIGN_OR_RETURN(exchange.answer, read_response(*response));
  return exchange;
}

Error at_line(std::size_t line, const std::string& message) {
  return problem("cassette, line " + std::to_string(line) + ": " + message);
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == line.npos; }

Value pairs_value(EffectPairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  List items;
  for (const auto& [name, value] : pairs) {
    items.push_back(Value::list({Value::str(name), Value::str(value)}));
  }
  return Value::list(std::move(items));
}

}  // namespace

Status read_cassette(std::string_view bytes, EffectStore& store, const CassetteLimits& limits) {
  if (bytes.size() > limits.bytes) return problem("the cassette is too large");
  if (find_invalid_utf8(bytes)) return problem("the cassette is not valid UTF-8");
  std::vector<Exchange> exchanges;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    const std::string_view line = bytes.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (is_blank(line)) continue;
    if (line.size() > limits.line_bytes) return at_line(number, "the line is too long");
    if (exchanges.size() == limits.exchanges) return at_line(number, "too many exchanges");
    Result<Exchange> exchange = read_exchange(line);
    if (!exchange.ok()) return at_line(number, exchange.error().message);
    exchanges.push_back(std::move(exchange).value());
  }
  for (Exchange& exchange : exchanges) store.add(exchange.request, std::move(exchange.answer));
  return {};
}

Value request_value(const EffectRequest& request) {
  Dict headers;
  for (const auto& [name, value] : matched_headers(request.headers)) {
    headers.set(name, Value::str(value));
  }
  Dict object;
  if (request.kind != EffectRequest::Kind::kHttp) {
    object.set("kind", Value::str(effect_kind_name(request.kind)));
  }
  object.set("method", Value::str(request.method));
  object.set("url", Value::str(request.url));
  object.set("query", pairs_value(request.query));
  object.set("headers", Value::dict(std::move(headers)));
  if (!request.body.empty()) object.set("body", Value::str(request.body));
  if (request.attempt > 0) {
    object.set("attempt", Value::integer(static_cast<std::int64_t>(request.attempt)));
  }
  return Value::dict(std::move(object));
}

Result<EffectRequest> request_of(const Value& object) {
  if (!object.is_dict()) return problem("not an object");
  return read_request(object.as_dict());
}

std::string request_json(const EffectRequest& request) {
  std::string text;
  append_json(text, request_value(request));
  return text;
}

std::string cassette_line(const EffectRequest& request, const EffectAnswer& answer,
                          std::string_view source) {
  Dict response;
  if (answer.error.empty() && answer.error_class.empty()) {
    response.set("status", Value::integer(static_cast<std::int64_t>(answer.status)));
    const Result<Value> body = json_loads(answer.body);
    // What is no JSON, and a JSON text, which would be read as itself, is written as a text.
    const bool plain = !body.ok() || body->is_str();
    response.set("body", plain ? Value::str(sanitize_utf8(answer.body)) : *body);
  } else {
    response.set("error_class", Value::str(answer.error_class));
    response.set("error", Value::str(answer.error));
  }
  if (!answer.reason.empty()) response.set("reason", Value::str(answer.reason));
  if (!answer.url.empty()) response.set("url", Value::str(answer.url));
  const Value line = dict_of({{"request", request_value(request)},
                              {"response", Value::dict(std::move(response))},
                              {"source", Value::str(source)}});
  std::string text;
  append_json(text, line);
  return text;
}

}  // namespace bfclx
